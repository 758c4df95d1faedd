/**
 * Reads of usage for pages and alerts. Every counted request is either in `usage` or in the journal: each read takes both in one read
 * transaction. A busy server's journal has a million entries, so it is read in pieces, and requests are answered in between. That needs
 * a connection of its own: on that of the ledger, groups would be committed inside the read.
 */
import type { Database } from 'bun:sqlite';
import { DAY_MS, HOUR_MS, utcDay } from '../../domain/clock.ts';
import { MINUTE_MS } from '../../domain/sliding-minute.ts';
import {
  ALL_KEYS,
  type KeyChoice,
  type KeyUsage,
  type LineageUse,
  type UsageCell,
  type UsageReads,
} from '../../domain/usage-store.ts';
import { parseRow, type RawRow } from './journal.ts';

/** Rows of the journal that are read between two turns of the event loop. */
const ROWS_AT_ONCE = 50;

type Statements = ReturnType<typeof prepareReads>;

/** @param reader a connection that nothing else uses */
export function usageReads(reader: Database): UsageReads {
  // Prepared when something is read for the first time: most commands read no usage.
  let statements: Statements | undefined;
  /** The read before. There is one at a time, because a connection has one transaction. */
  let before: Promise<unknown> = Promise.resolve();

  function inOneRead<T>(read: (statements: Statements) => Promise<T>): Promise<T> {
    const result = before.then(async () => {
      statements ??= prepareReads(reader);
      statements.begin.run();
      try {
        return await read(statements);
      } finally {
        statements.end.run();
      }
    });
    before = result.catch(() => {});
    return result;
  }

  /** Requests of the journal by product and period, of one key, one lineage or all. */
  async function journalCells(
    statements: Statements,
    { keyId, lineageId }: { keyId?: KeyChoice; lineageId?: number },
    unitMs: number,
  ): Promise<UsageCell[]> {
    const cells = new Map<string, UsageCell>();
    const add = (at: number, product: string, requests: number) => {
      const cell = cells.get(`${at} ${product}`);
      if (cell) cell.requests += requests;
      else cells.set(`${at} ${product}`, { at, product, requests });
    };
    for await (const { atMs, entries } of journalRows(statements)) {
      for (const [id, ofLineage, product, requests, , day] of entries) {
        if (keyId !== undefined && id !== keyId) continue;
        if (lineageId !== undefined && ofLineage !== lineageId) continue;
        // The charge of a job belongs to a day and to no minute or hour.
        if (day === undefined) add(Math.floor(atMs / unitMs), product, requests);
        else if (unitMs === DAY_MS) add(day, product, requests);
      }
    }
    return [...cells.values()];
  }

  return {
    key: (key, day, sinceMs) =>
      inOneRead(async (statements) => {
        const used: KeyUsage = { minute: 0, ...statements.keyUsage.get(key.id, key.lineageId, day)! };
        const addTo = lineageUseCounter(day, sinceMs);
        for await (const { atMs, entries } of journalRows(statements)) {
          for (const [keyId, lineageId, , requests, , chargedDay] of entries) {
            if (keyId === key.id) used.total += requests;
            if (lineageId === key.lineageId) addTo(used, atMs, requests, chargedDay);
          }
        }
        return used;
      }),

    lineages: (ids, day, sinceMs) =>
      inOneRead(async (statements) => {
        const uses = new Map(ids.map((id) => [id, { minute: 0, today: 0 }]));
        for (const { id, requests } of statements.lineagesToday.all(JSON.stringify(ids), day)) {
          uses.get(id)!.today = requests;
        }
        const addTo = lineageUseCounter(day, sinceMs);
        for await (const { atMs, entries } of journalRows(statements)) {
          for (const [, lineageId, , requests, , chargedDay] of entries) {
            const use = uses.get(lineageId);
            if (use) addTo(use, atMs, requests, chargedDay);
          }
        }
        return uses;
      }),

    days: (keyId, first) =>
      inOneRead(async (statements) => [
        ...(keyId === undefined ? statements.totalDays.all(first) : statements.keyDays.all(first, keyId)),
        ...(await journalCells(statements, { keyId }, DAY_MS)),
      ]),

    lineageDays: (lineageId, first) =>
      inOneRead(async (statements) => [
        ...statements.lineageDays.all(lineageId, first),
        ...(await journalCells(statements, { lineageId }, DAY_MS)),
      ]),

    minutes: (keyId, first, length) =>
      inOneRead(async (statements) => [
        ...statements.minutes.all(first, keyId ?? ALL_KEYS, length),
        ...(await journalCells(statements, { keyId }, MINUTE_MS)),
      ]),

    hours: (keyId, first, length) =>
      inOneRead(async (statements) => [
        ...statements.hours.all(first, keyId ?? ALL_KEYS, length),
        ...(await journalCells(statements, { keyId }, HOUR_MS)),
      ]),
  };
}

function prepareReads(database: Database) {
  return {
    begin: database.prepare('BEGIN'),
    end: database.prepare('COMMIT'),
    journal: database.prepare<RawRow, [number, number]>('SELECT * FROM journal WHERE seq > ? ORDER BY seq LIMIT ?'),
    keyUsage: database.prepare<{ total: number; today: number }, [number, number, number]>(
      `SELECT (SELECT coalesce(sum(requests), 0) FROM usage WHERE key_id = ?1) AS total,
              (SELECT coalesce(sum(requests), 0) FROM usage JOIN keys ON keys.id = usage.key_id
               WHERE day = ?3 AND lineage_id = ?2) AS today`,
    ),
    keyDays: database.prepare<UsageCell, [number, number]>(
      'SELECT day AS at, product, requests FROM usage WHERE day >= ? AND key_id = ?',
    ),
    totalDays: database.prepare<UsageCell, [number]>(
      'SELECT day AS at, product, requests FROM usage_totals WHERE day >= ?',
    ),
    // Looks up each minute by itself, because the primary key starts with the minute: a range would read the rows of all keys.
    minutes: database.prepare<UsageCell, [number, number, number]>(
      `WITH RECURSIVE minutes(at) AS (SELECT ?1 UNION ALL SELECT at + 1 FROM minutes LIMIT ?3)
       SELECT at, product, requests FROM minutes JOIN usage_minutes ON minute = at AND key_id = ?2`,
    ),
    hours: database.prepare<UsageCell, [number, number, number]>(
      `WITH RECURSIVE hours(at) AS (SELECT ?1 UNION ALL SELECT at + 1 FROM hours LIMIT ?3)
       SELECT at, product, requests FROM hours JOIN usage_hours ON hour = at AND key_id = ?2`,
    ),
    lineagesToday: database.prepare<{ id: number; requests: number }, [string, number]>(
      `SELECT lineage_id AS id, sum(requests) AS requests
       FROM keys JOIN usage ON usage.key_id = keys.id AND day = ?2
       WHERE lineage_id IN (SELECT value FROM json_each(?1)) GROUP BY lineage_id`,
    ),
    lineageDays: database.prepare<UsageCell, [number, number]>(
      `SELECT day AS at, product, sum(requests) AS requests FROM keys JOIN usage ON usage.key_id = keys.id AND day >= ?2
       WHERE lineage_id = ?1 GROUP BY day, product`,
    ),
  };
}

async function* journalRows({ journal }: Statements) {
  for (let seq = 0; ; ) {
    const rows = journal.all(seq, ROWS_AT_ONCE);
    for (const raw of rows) yield parseRow(raw);
    if (rows.length < ROWS_AT_ONCE) return;
    seq = rows.at(-1)!.seq;
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

/** Counts requests that were decided at `atMs`, or charged to `chargedDay`, if they are of the day or in the last minute. */
function lineageUseCounter(day: number, sinceMs: number) {
  return (use: LineageUse, atMs: number, requests: number, chargedDay?: number): void => {
    if ((chargedDay ?? utcDay(atMs)) === day) use.today += requests;
    if (chargedDay === undefined && atMs > sinceMs) use.minute += requests;
  };
}
