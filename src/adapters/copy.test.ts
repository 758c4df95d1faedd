/** That a copy is compared with what was copied. test/system/postgres moves real databases. */
import { expect, test } from 'bun:test';
import { testClock } from '../../test/support/temp.ts';
import { type Cell, type CopySide, copyAll } from './copy.ts';

/** A database that has rows in one table. @param stored a row as it is stored */
function sideOf(keys: Cell[][], stored = (row: Cell[]) => row): CopySide {
  const rowsOf = ({ name }: { name: string }) => (name === 'keys' ? keys : []);
  const side: CopySide = {
    uses: 'journal',
    number: async (sql) => (sql.includes('"keys"') ? keys.length : 0),
    async *read(table) {
      yield rowsOf(table);
    },
    async write(table, rows) {
      rowsOf(table).push(...rows.map(stored));
    },
    async finish() {},
  };
  return side;
}

const copied = async (stored?: (row: Cell[]) => Cell[]) => {
  const rows: Cell[][] = [
    [1, 'a'],
    [2, null],
  ];
  const progress = { waiting() {}, copied() {}, verified() {} };
  return copyAll(sideOf(rows), sideOf([], stored), { ...testClock(), sleep: async () => {} }, progress);
};

test('a copy has the rows of its source, and their hash', async () => {
  const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/);
  expect(await copied()).toContainEqual({ name: 'keys', rows: 2, sha256 });
});

test.each<[what: string, stored: (row: Cell[]) => Cell[]]>([
  ['another text', ([id, name]) => [id!, name === 'a' ? 'b' : name!]],
  ['a number in place of a text', ([id, name]) => [id!, name === 'a' ? 0 : name!]],
  ['an empty text in place of nothing', ([id, name]) => [id!, name ?? '']],
])('a copy with %s is refused', async (_, stored) => {
  await expect(copied(stored)).rejects.toThrow('The copy of keys differs: 2 of 2 rows. Nothing was changed.');
});
