import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { type KeyRow, type KeyStatus, SCOPES, statusOf } from '../../src/keys/key.ts';
import { KeyRegister } from '../../src/keys/register.ts';
import { KEY_ORDERS, type KeySearch } from '../../src/storage/keys.ts';
import { tempStorage, testClock } from '../temp.ts';

const actor = { name: 'test', origin: 'test' };
const STATUSES: KeyStatus[] = ['active', 'rotating', 'expired', 'revoked'];

/** Names with what is special to LIKE, to the text index, to SQL and to HTML. */
const NAMES = [
  'Harbor',
  'harbor 2',
  'HARBOR',
  '100% "pure"',
  'under_score',
  "O'Hara",
  '<script>',
  'Zürich AG',
  'AND OR NOT',
  'ab',
];

const clock = testClock();
const storage = tempStorage();
const register = new KeyRegister(storage, clock);
for (const [i, name] of Array.from({ length: 6 }, () => NAMES)
  .flat()
  .entries()) {
  const { row } = await register.issue(
    { name, scope: SCOPES[i % 4]!, expiresAt: i % 7 === 1 ? clock.now() + 50 : undefined },
    actor,
  );
  if (i % 5 === 2) await register.rotate(row.id, 40 + i, actor);
  if (i % 6 === 3) await register.revoke(row.id, actor);
  storage.recordsFile.run('UPDATE keys SET last_used_at = ? WHERE id = ?', [
    i % 3 === 0 ? null : 1000 + (i % 9),
    row.id,
  ]);
}
clock.ms += 60;
const all = await register.list(1000);

/** The same search as a plain reading of the rules. */
function expected({ text, scope, status, order, descending }: KeySearch): number[] {
  const lower = (value: string) => value.toLowerCase();
  const ascii = (value: string) => value.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const wanted = text.trim();
  const matches = (row: KeyRow) => {
    if (!wanted) return true;
    const id = /^#(\d{1,15})$/.exec(wanted)?.[1];
    if (id) return row.id === Number(id);
    if ([...wanted].length < 3) return ascii(row.name).startsWith(ascii(wanted));
    return [row.name, row.lastFour].some((value) => lower(value).includes(lower(wanted)));
  };
  const by: Record<string, (row: KeyRow) => string | number> = {
    created: () => 0,
    name: (row) => ascii(row.name),
    used: (row) => row.lastUsedAt ?? -1,
  };
  const value = by[order]!;
  const sign = descending ? -1 : 1;
  return all
    .filter((row) => matches(row) && (!scope || row.scope === scope))
    .filter((row) => !status || statusOf(row, clock.now()) === status)
    .sort((a, b) => sign * (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : a.id - b.id))
    .map((row) => row.id);
}

test('search, filters, orders and pages agree with a plain reading of the rules', async () => {
  const texts = [
    ...NAMES,
    ...NAMES.map((name) => name.slice(1, 4)),
    ...NAMES.map((name) => name.slice(0, 2)),
    '',
    '#7',
    '%',
    '_',
    '"',
    "'; --",
    all[5]!.lastFour,
  ];
  const search = fc.record({
    text: fc.constantFrom(...texts),
    scope: fc.constantFrom(undefined, ...SCOPES),
    status: fc.constantFrom(undefined, ...STATUSES),
    order: fc.constantFrom(...KEY_ORDERS),
    descending: fc.boolean(),
    limit: fc.integer({ min: 1, max: 30 }),
    offset: fc.integer({ min: 0, max: 90 }),
  });
  await fc.assert(
    fc.asyncProperty(search, async (asked) => {
      const ids = expected(asked);
      const { rows, matches } = await storage.keys.search(asked, clock.now());
      expect(rows.map((row) => row.id)).toEqual(ids.slice(asked.offset, asked.offset + asked.limit));
      expect(matches).toBe(ids.length);
    }),
    { numRuns: 500 },
  );
});

test('any text at all is only a text to look for', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 40 }), async (text) => {
      const { rows } = await storage.keys.search(
        { text, order: 'created', descending: true, limit: 5, offset: 0 },
        clock.now(),
      );
      expect(rows.length).toBeLessThanOrEqual(5);
    }),
    { numRuns: 1000, examples: [['abc\0def'], ['\0\0\0'], ['"\0"']] },
  );
});
