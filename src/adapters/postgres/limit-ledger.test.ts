/** What only PostgreSQL's ledger can get wrong: rows of an older version, and roll-ups that take too long. */
import { describe, expect, test } from 'bun:test';
import { testClock } from '../../../test/support/temp.ts';
import {
  freshDatabase,
  openDatabase,
  POSTGRES,
  POSTGRES_URL,
  statement,
} from '../../../test/system/postgres/database.ts';
import type { RequestGroup } from '../../domain/limit-ledger.ts';
import { KeyIssuer } from '../../keys/key-issuer.ts';
import { Connections } from './connections.ts';
import { postgresLedger } from './limit-ledger.ts';

const DAY_MS = 86_400_000;
const actor = { name: 'test', origin: 'test' };

function ask(wanted: number): RequestGroup {
  return {
    lineages: [{ lineageId: 1, perMinute: 100, perDay: 10, wanted }],
    runs: [{ lineageId: 1, keyId: 1, product: 'tariff', before: 0, asked: wanted }],
  };
}

describe.skipIf(!POSTGRES_URL)(`${POSTGRES}: the ledger`, () => {
  test('a row of an older version whose requests wait in the journal keeps its daily limit', async () => {
    const url = await freshDatabase();
    const storage = await openDatabase(url);
    const clock = testClock();
    await new KeyIssuer(storage, clock).issue({ name: 'k', scope: 'all' }, actor);
    const ledger = storage.openLedgerWithClock(clock);
    // The clock was a day ahead for a while.
    clock.ms += DAY_MS;
    expect((await ledger.commit(ask(10))).get(1)!.admitted).toBe(10);
    clock.ms -= DAY_MS;
    clock.pass(61_000);
    expect((await ledger.commit(ask(1))).get(1)!.admitted).toBe(1);
    await statement(url, 'UPDATE lineages SET newest_day = NULL');
    clock.pass(61_000);
    expect((await ledger.commit(ask(1))).get(1)!.admitted).toBe(1);
    while (await ledger.rollUp());
    clock.pass(DAY_MS);
    expect((await ledger.commit(ask(5))).get(1)!.admitted).toBe(0);
  });

  test('a roll-up that takes longer than a statement may moves fewer rows, and loses none', async () => {
    const url = await freshDatabase();
    await openDatabase(url);
    const connections = new Connections(url, { connectionsMax: 1, statementMsMax: 250 });
    const rows = 2000;
    const entries = 60;
    await statement(
      url,
      `INSERT INTO journal (at_ms, entries)
       SELECT 1000 + row, (SELECT json_agg(json_build_array((row * 7 + entry) % 5000 + 1, 1, 'tariff', 1))
                           FROM generate_series(1, ${entries}) entry)::text
       FROM generate_series(1, ${rows}) row`,
    );
    const ledger = postgresLedger(connections);
    while (await ledger.rollUp());
    const [counted] = await statement(url, 'SELECT sum(requests)::int AS requests FROM usage');
    const [left] = await statement(url, 'SELECT count(*)::int AS rows FROM journal');
    expect([counted!.requests, left!.rows]).toEqual([rows * entries, 0]);
    await connections.close();
  }, 120_000);

  test('a roll-up writes the sums of minutes, hours and days, and when a key was used last', async () => {
    const url = await freshDatabase();
    const storage = await openDatabase(url);
    await new KeyIssuer(storage, testClock()).issue({ name: 'k', scope: 'all' }, actor);
    const dayStartMs = 20_000 * DAY_MS;
    const at = (minutes: number) => dayStartMs + minutes * 60_000;
    // Two in one minute, one an hour later, and two hours later a job that gives three back to the day.
    const rows: [number, unknown[]][] = [
      [at(1), [1, 1, 'tariff', 2]],
      [at(1) + 500, [1, 1, 'tariff', 4]],
      [at(61), [1, 1, 'tariff', 8]],
      [at(121), [1, 1, 'tariff', -3, 1, 20_000]],
    ];
    for (const [atMs, entry] of rows) {
      await statement(url, 'INSERT INTO journal (at_ms, entries) VALUES ($1, $2)', [atMs, JSON.stringify([entry])]);
    }
    const ledger = postgresLedger(storage.records);
    while (await ledger.rollUp());
    const read = async (text: string) => (await statement(url, text)).map((row) => Object.values(row).map(Number));
    const [minute, hour] = [at(0) / 60_000, at(0) / 3_600_000];
    expect(await read('SELECT day, key_id, requests FROM usage')).toEqual([[20_000, 1, 11]]);
    expect(await read('SELECT day, requests FROM usage_totals')).toEqual([[20_000, 11]]);
    expect(await read('SELECT minute, key_id, requests FROM usage_minutes ORDER BY 1, 2')).toEqual([
      [minute + 1, 0, 6],
      [minute + 1, 1, 6],
      [minute + 61, 0, 8],
      [minute + 61, 1, 8],
    ]);
    expect(await read('SELECT hour, key_id, requests FROM usage_hours ORDER BY 1, 2')).toEqual([
      [hour, 0, 6],
      [hour, 1, 6],
      [hour + 1, 0, 8],
      [hour + 1, 1, 8],
    ]);
    // Giving back is no use.
    expect(await read('SELECT last_used_at FROM keys')).toEqual([[at(61)]]);
  });
});
