import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { runs } from '../../../test/support/seed.ts';
import { tempStorage, testClock } from '../../../test/support/temp.ts';
import {
  freshDatabase,
  openDatabase,
  POSTGRES,
  POSTGRES_URL,
  statement,
} from '../../../test/system/postgres/database.ts';
import { utcDay } from '../../domain/clock.ts';
import { type ApiKey, type KeyStatus, SCOPES, statusOf } from '../../domain/key.ts';
import { KEY_ORDERS, type KeySearch } from '../../domain/key-store.ts';
import type { Storage } from '../../domain/storage.ts';
import { KeyIssuer } from '../../keys/key-issuer.ts';

const actor = { name: 'test', origin: 'test' };
/** How long ago the keys were issued. Some have expired since. */
const AGE_MS = 60;
const STATUSES: KeyStatus[] = ['active', 'rotating', 'expired', 'revoked'];

/** Names with characters that mean something to LIKE, to the text index, to SQL or to HTML. */
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

const OWNERS = ['', 'Ines Moreau', "O'Hara"];
const TAGS = ['', 'broker', 'broker eu', 'brokers'];

const clock = testClock();

interface Filled {
  storage: Storage;
  all: ApiKey[];
}

/** Requests of a key today; some keys have none. */
const usedToday = (id: number) => (id % 4 === 1 ? 0 : (id * 7) % 11);

async function fill(
  storage: Storage,
  setLastUsed: (id: number, atMs: number | null) => unknown,
  setUsage: (id: number, day: number, requests: number) => unknown,
): Promise<Filled> {
  const keyIssuer = new KeyIssuer(storage, clock);
  const nowMs = clock.now() - AGE_MS;
  const past = new KeyIssuer(storage, { ...clock, now: () => nowMs });
  for (const [i, name] of Array.from({ length: 6 }, () => NAMES)
    .flat()
    .entries()) {
    const expiresAt = i % 7 === 1 ? nowMs + 50 : undefined;
    const words = { owner: OWNERS[i % 3]!, tags: TAGS[i % 4]!, notes: i % 2 ? '' : `since ${NAMES[(i + 3) % 10]}` };
    const { row } = await past.issue({ name, scope: SCOPES[i % 4]!, ...words, expiresAt }, actor);
    // What was changed must be found by its new words only.
    if (i % 8 === 0) await past.edit(row.id, { name: `${name} renamed`, owner: 'Moved', tags: 'moved' }, actor);
    if (i % 5 === 2) await past.rotate(row.id, 40 + i, actor);
    if (i % 6 === 3) await past.revoke(row.id, actor);
    await setLastUsed(row.id, i % 3 === 0 ? null : 1000 + (i % 9));
  }
  const all = await keyIssuer.list(1000);
  const day = utcDay(clock.now());
  for (const { id } of all) {
    if (usedToday(id) > 0) await setUsage(id, day, usedToday(id));
    await setUsage(id, day - 1, 1000 - id);
  }
  return { storage, all };
}

async function onSqlite(): Promise<Filled> {
  const storage = tempStorage();
  return fill(
    storage,
    (id, atMs) => storage.recordsFile.run('UPDATE keys SET last_used_at = ? WHERE id = ?', [atMs, id]),
    (id, day, requests) => storage.recordsFile.run("INSERT INTO usage VALUES (?, ?, 'tariff', ?)", [day, id, requests]),
  );
}

async function onPostgres(): Promise<Filled> {
  const url = await freshDatabase();
  return fill(
    await openDatabase(url),
    (id, atMs) => statement(url, 'UPDATE keys SET last_used_at = $1 WHERE id = $2', [atMs, id]),
    (id, day, requests) =>
      statement(url, "INSERT INTO usage (day, key_id, product, requests) VALUES ($1, $2, 'tariff', $3)", [
        day,
        id,
        requests,
      ]),
  );
}

/** The rules of the search, written as a loop over all keys. */
function expected(all: ApiKey[], { text, scope, status, owner, tag, order, descending }: KeySearch): number[] {
  const lower = (value: string) => value.toLowerCase();
  const ascii = (value: string) => value.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const wanted = text.trim();
  const matches = (row: ApiKey) => {
    if (!wanted) return true;
    const id = /^#(\d{1,15})$/.exec(wanted)?.[1];
    if (id) return row.id === Number(id);
    const [, prefix, lastFour] = /^(svc_\w{4})(?:…(\w{4}))?$/.exec(wanted) ?? [];
    if (prefix) return row.prefix === prefix && (!lastFour || row.lastFour === lastFour);
    if ([...wanted].length < 3) return ascii(row.name).startsWith(ascii(wanted));
    return [row.name, row.lastFour, row.notes, row.owner, row.tags].some((value) =>
      lower(value).includes(lower(wanted)),
    );
  };
  const by: Record<string, (row: ApiKey) => string | number> = {
    created: () => 0,
    name: (row) => ascii(row.name),
    used: (row) => row.lastUsedAt ?? -1,
    today: ({ lineageId }) =>
      all.filter((row) => row.lineageId === lineageId).reduce((sum, { id }) => sum + usedToday(id), 0),
  };
  const value = by[order]!;
  const sign = descending ? -1 : 1;
  return all
    .filter((row) => matches(row) && (!scope || row.scope === scope))
    .filter((row) => !owner || lower(row.owner) === lower(owner))
    .filter((row) => !tag || row.tags.split(' ').includes(tag))
    .filter((row) => !status || statusOf(row, clock.now()) === status)
    .sort((a, b) => sign * (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : a.id - b.id))
    .map((row) => row.id);
}

describe.each([
  ['SQLite', onSqlite, false],
  [POSTGRES, onPostgres, !POSTGRES_URL],
] as const)('%s', (_, open, skip) => {
  test.skipIf(skip)('search, filters, orders and pages agree with a loop over all keys', async () => {
    const { storage, all } = await open();
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
      `${all[6]!.prefix}…${all[6]!.lastFour}`,
      all[7]!.prefix,
      'renamed',
      'moved',
      'moreau',
      'since',
      'broker',
    ];
    const search = fc.record({
      text: fc.constantFrom(...texts),
      scope: fc.constantFrom(undefined, ...SCOPES),
      status: fc.constantFrom(undefined, ...STATUSES),
      owner: fc.constantFrom(undefined, undefined, 'INES MOREAU', "O'Hara", 'Moved', 'nobody'),
      tag: fc.constantFrom(undefined, undefined, 'broker', 'eu', 'moved', 'brok'),
      order: fc.constantFrom(...KEY_ORDERS),
      descending: fc.boolean(),
      limit: fc.integer({ min: 1, max: 30 }),
      offset: fc.integer({ min: 0, max: 90 }),
    });
    await fc.assert(
      fc.asyncProperty(search, async ({ owner, tag, ...rest }) => {
        const asked: KeySearch = { ...rest, ...(owner && { owner }), ...(tag && { tag }) } as KeySearch;
        const ids = expected(all, asked);
        const { rows, matches } = await storage.keys.search(asked, clock.now());
        expect(rows.map((row) => row.id)).toEqual(ids.slice(asked.offset, asked.offset + asked.limit));
        expect(matches).toBe(ids.length);
      }),
      { numRuns: runs(40, 500) },
    );
  });

  test.skipIf(skip)('no text breaks the search', async () => {
    const { storage } = await open();
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCharacter, maxLength: 40 }), async (text) => {
        const { rows } = await storage.keys.search(
          { text, order: 'created', descending: true, limit: 5, offset: 0 },
          clock.now(),
        );
        expect(rows.length).toBeLessThanOrEqual(5);
      }),
      { numRuns: runs(60, 1000), examples: [['abc\0def'], ['\0\0\0'], ['"\0"']] },
    );
  });
});
