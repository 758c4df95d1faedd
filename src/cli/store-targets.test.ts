/** The arguments of `pixel audit`: every form of a list, and what is refused, by line, before anything is fetched. */
import { describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workbookOf } from '../../test/support/batch-sheets.ts';
import { tempDir } from '../../test/support/temp.ts';
import { storesOf } from './store-targets.ts';

const dir = tempDir();

function file(name: string, content: string | Uint8Array): string {
  const path = join(dir, name);
  writeFileSync(path, content);
  return path;
}

const ROWS = [
  ['Client', 'Website'],
  ['A', 'https://a.example/'],
  ['B', 'b.example'],
];

const WORKBOOK = await workbookOf([{ name: 'Stores', rows: [['Our stores'], ...ROWS] }]);

describe('a list', () => {
  test.each<[string, string | Uint8Array, number[]]>([
    ['text', 'https://a.example/\n\nb.example\n', [1, 3]],
    ['text with comments and Windows lines', '# ours\r\nhttps://a.example/ # A\r\n\tb.example\r\n', [2, 3]],
    ['text with a header and a byte order mark', '\ufeffURL\nhttps://a.example/\nb.example', [2, 3]],
    ['CSV', ROWS.map((row) => row.join(';')).join('\n'), [2, 3]],
    ['CSV with a comment', `${ROWS.map((row) => row.join(',')).join('\n')}\n# old,shop\n`, [2, 3]],
    ['a workbook', WORKBOOK, [3, 4]],
  ])('as %s has its stores, with their lines', async (_, content, lines) => {
    expect(await storesOf([file('list', content)])).toEqual([
      { line: lines[0]!, address: 'https://a.example/' },
      { line: lines[1]!, address: 'b.example' },
    ]);
  });

  test('beside addresses and other lists counts from 1', async () => {
    const list = file('list.txt', '# ours\n\na.example');
    expect(await storesOf(['https://b.example/?a=1,2', list, 'c.example', list])).toEqual([
      { line: 1, address: 'https://b.example/?a=1,2' },
      { line: 2, address: 'a.example' },
      { line: 3, address: 'https://c.example' },
      { line: 4, address: 'a.example' },
    ]);
  });

  test('an address with commas is one address, in a list too', async () => {
    expect(await storesOf([file('list.txt', 'a.example/?x=1,2;3\nb.example')])).toEqual([
      { line: 1, address: 'a.example/?x=1,2;3' },
      { line: 2, address: 'b.example' },
    ]);
  });

  test.each<[string, string, RegExp]>([
    ['a wrong line', 'a.example\n# note\nno address\nb.example', /A line is not .*\n {2}line 3: "no address"$/],
    ['many wrong lines', `a.example\n${'x\n'.repeat(40)}`, /40 of 41 lines are not .*line 2: "x".* {2}and 30 more$/s],
    ['a row without an address', 'Client,URL\nA,a.example\nB,\n', /line 3 has no address/],
    ['a wrong address in a table', 'Client,URL\nA,a.example\nB,ftp://b.example\n', /line 3: "ftp:\/\/b.example"/],
    ['two addresses on a line', 'a.example b.example\n', /line 1: "a.example b.example"/],
    ['comments alone', '# nothing\n\n', /lists no store/],
    ['no byte at all', '', /is empty, not a list/],
    ['prose, with commas', 'Dear Ines,\nhere are, at last, our shops.', /line 1: "Dear Ines/],
    ['a page', '<!doctype html><p>shop.example', /is a page, not a list.*pixel scan/],
    ['JSON', '["a.example"]', /is JSON, not a list/],
    ['a PDF', '%PDF-1.7', /is a PDF, not a list/],
    ['a broken workbook', 'PK\u0003\u0004 and no more', /list: /],
    ['10,001 stores', 'a.example\n'.repeat(10_001), /10001 stores.*10000 at most/],
    ['10,001 rows', `n,url\n${'1,a.example\n'.repeat(10_001)}`, /10001 rows.*10000 stores at most/],
  ])('with %s is refused', async (_, content, message) => {
    await expect(storesOf([file('list', content)])).rejects.toThrow(message);
  });
});

test.each([
  ['https://a.example@b.example/', /not the address of a store/],
  ['http://localhost/', /not the address of a store/],
  ['missing.txt', /neither an address nor a file/],
  ['/dev/zero', /neither an address nor a file/],
])('%s is refused', async (target, message) => {
  await expect(storesOf([target])).rejects.toThrow(message);
});
