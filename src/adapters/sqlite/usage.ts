/** Every counted request is either in `usage` or in the journal. Each read here takes both in one read transaction. */
import type { Database } from 'bun:sqlite';
import { DAY_MS, HOUR_MS, utcDay } from '../../domain/clock.ts';
import { MINUTE_MS } from '../../domain/sliding-minute.ts';
import {
  ALL_KEYS,
  type ErrorCount,
  type ErrorCounter,
  type ForeignUse,
  type KeyChoice,
  type LineageUse,
  USAGE_MINUTES_KEPT,
  type UsageCell,
  type UsageStore,
} from '../../domain/usage-store.ts';
import type { SqliteJournal } from './journal.ts';

export function usageStore(database: Database, journal: SqliteJournal): UsageStore {
  const keyDays = database.prepare<UsageCell, [number, number]>(
    'SELECT day AS at, product, requests FROM usage WHERE day >= ? AND key_id = ?',
  );
  const totalDays = database.prepare<UsageCell, [number]>(
    'SELECT day AS at, product, requests FROM usage_totals WHERE day >= ?',
  );
  // Looks up each minute by itself, because the primary key starts with the minute: a range would read the rows of all keys.
  const minutes = database.prepare<UsageCell, [number, number, number]>(
    `WITH RECURSIVE minutes(at) AS (SELECT ?1 UNION ALL SELECT at + 1 FROM minutes LIMIT ?3)
     SELECT at, product, requests FROM minutes JOIN usage_minutes ON minute = at AND key_id = ?2`,
  );
  const hours = database.prepare<UsageCell, [number, number, number]>(
    `WITH RECURSIVE hours(at) AS (SELECT ?1 UNION ALL SELECT at + 1 FROM hours LIMIT ?3)
     SELECT at, product, requests FROM hours JOIN usage_hours ON hour = at AND key_id = ?2`,
  );
  const errors = database.prepare<ErrorCount, [number, number, number]>(
    `SELECT product, code, sum(requests) AS total, sum(iif(day = ?2, requests, 0)) AS today FROM usage_errors
     WHERE key_id = ?1 AND day > ?3 GROUP BY product, code ORDER BY total DESC, code, product`,
  );
  const lineagesToday = database.prepare<{ id: number; requests: number }, [string, number]>(
    `SELECT lineage_id AS id, sum(requests) AS requests
     FROM keys JOIN usage ON usage.key_id = keys.id AND day = ?2
     WHERE lineage_id IN (SELECT value FROM json_each(?1)) GROUP BY lineage_id`,
  );
  const lineageDays = database.prepare<UsageCell, [number, number]>(
    `SELECT day AS at, product, sum(requests) AS requests FROM keys JOIN usage ON usage.key_id = keys.id AND day >= ?2
     WHERE lineage_id = ?1 GROUP BY day, product`,
  );
  const addError = database.prepare<unknown, [number, number, string, string, number]>(
    `INSERT INTO usage_errors (key_id, day, product, code, requests) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET requests = requests + excluded.requests`,
  );
  const dropErrors = database.prepare<unknown, [number]>('DELETE FROM usage_errors WHERE day < ?');
  const addErrorMinute = database.prepare<unknown, [number, string, number]>(
    `INSERT INTO error_minutes (minute, code, requests) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET requests = requests + excluded.requests`,
  );
  const dropErrorMinutes = database.prepare<unknown, [number]>('DELETE FROM error_minutes WHERE minute < ?');
  const recentErrors = database.prepare<{ code: string; requests: number }, [number]>(
    'SELECT code, sum(requests) AS requests FROM error_minutes WHERE minute >= ? GROUP BY code ORDER BY code',
  );
  const keysWithError = database.prepare<{ keyId: number; requests: number }, [string, number, number]>(
    `SELECT key_id AS keyId, sum(requests) AS requests FROM usage_errors
     WHERE code = ?1 AND day = ?2 AND key_id <> ${ALL_KEYS} GROUP BY key_id ORDER BY requests DESC, key_id LIMIT ?3`,
  );
  const addErrors = database.transaction((counters: Iterable<ErrorCounter>, day: number, minute: number) => {
    for (const { keyId, product, code, requests } of counters) {
      addError.run(keyId, day, product, code, requests);
      if (keyId === ALL_KEYS) addErrorMinute.run(minute, code, requests);
    }
    dropErrorMinutes.run(minute - USAGE_MINUTES_KEPT);
  }).immediate;
  const addForeignUse = database.prepare<unknown, [number, number, string, number]>(
    `INSERT INTO foreign_uses (key_id, requests, last_address, last_at) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET requests = requests + excluded.requests,
       last_address = iif(excluded.last_at >= last_at, excluded.last_address, last_address),
       last_at = max(last_at, excluded.last_at)`,
  );
  const foreignUse = database.prepare<ForeignUse, [number]>(
    `SELECT key_id AS keyId, requests, last_address AS lastAddress, last_at AS lastAt
     FROM foreign_uses WHERE key_id = ?`,
  );
  const addForeignUses = database.transaction((uses: ForeignUse[]) => {
    for (const { keyId, requests, lastAddress, lastAt } of uses)
      addForeignUse.run(keyId, requests, lastAddress, lastAt);
  }).immediate;

  const journalCells = (
    { keyId, lineageId }: { keyId?: KeyChoice; lineageId?: number },
    unitMs: number,
  ): UsageCell[] => {
    const cells: UsageCell[] = [];
    for (const { atMs, entries } of journal.after(0)) {
      for (const [id, ofLineage, product, requests, , day] of entries) {
        if (keyId !== undefined && id !== keyId) continue;
        if (lineageId !== undefined && ofLineage !== lineageId) continue;
        // The charge of a job belongs to a day and to no minute or hour.
        if (day === undefined) cells.push({ at: Math.floor(atMs / unitMs), product, requests });
        else if (unitMs === DAY_MS) cells.push({ at: day, product, requests });
      }
    }
    return cells;
  };
  const inOneRead = <T>(read: () => T): T => database.transaction(read)();

  return {
    async key(key, day, sinceMs) {
      const addTo = lineageUseCounter(day, sinceMs);
      return inOneRead(() => {
        const used = { minute: 0, ...journal.rolledUpUsage(key.id, key.lineageId, day) };
        for (const { atMs, entries } of journal.after(0)) {
          for (const [keyId, lineageId, , requests, , day] of entries) {
            if (keyId === key.id) used.total += requests;
            if (lineageId !== key.lineageId) continue;
            addTo(used, atMs, requests, day);
          }
        }
        return used;
      });
    },

    async lineages(ids, day, sinceMs) {
      const addTo = lineageUseCounter(day, sinceMs);
      const uses = new Map(ids.map((id) => [id, { minute: 0, today: 0 }]));
      return inOneRead(() => {
        for (const { id, requests } of lineagesToday.all(JSON.stringify(ids), day)) uses.get(id)!.today = requests;
        for (const { atMs, entries } of journal.after(0)) {
          for (const [, lineageId, , requests, , chargedDay] of entries) {
            const use = uses.get(lineageId);
            if (use) addTo(use, atMs, requests, chargedDay);
          }
        }
        return uses;
      });
    },

    async days(keyId, first) {
      return inOneRead(() => [
        ...(keyId === undefined ? totalDays.all(first) : keyDays.all(first, keyId)),
        ...journalCells({ keyId }, DAY_MS),
      ]);
    },

    async lineageDays(lineageId, first) {
      return inOneRead(() => [...lineageDays.all(lineageId, first), ...journalCells({ lineageId }, DAY_MS)]);
    },

    async minutes(keyId, first, length) {
      return inOneRead(() => [...minutes.all(first, keyId ?? ALL_KEYS, length), ...journalCells({ keyId }, MINUTE_MS)]);
    },

    async hours(keyId, first, length) {
      return inOneRead(() => [...hours.all(first, keyId ?? ALL_KEYS, length), ...journalCells({ keyId }, HOUR_MS)]);
    },

    async errors(keyId, today, after) {
      return errors.all(keyId ?? ALL_KEYS, today, after);
    },

    async keysWithError(code, day, limit) {
      return keysWithError.all(code, day, limit);
    },

    async recentErrors(first) {
      return recentErrors.all(first);
    },

    async addErrors(counters, day, minute) {
      addErrors(counters, day, minute);
    },

    async dropErrors(beforeDay) {
      dropErrors.run(beforeDay);
    },

    async addForeignUses(uses) {
      addForeignUses(uses);
    },

    async foreignUse(keyId) {
      return foreignUse.get(keyId) ?? undefined;
    },
  };
}

/** Counts requests that were decided at `atMs`, or charged to `chargedDay`, if they are of the day or in the last minute. */
function lineageUseCounter(day: number, sinceMs: number) {
  return (use: LineageUse, atMs: number, requests: number, chargedDay?: number): void => {
    if ((chargedDay ?? utcDay(atMs)) === day) use.today += requests;
    if (chargedDay === undefined && atMs > sinceMs) use.minute += requests;
  };
}
