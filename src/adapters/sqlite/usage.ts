/** Counted errors and foreign uses, and the reads of usage. */
import type { Database } from 'bun:sqlite';
import {
  ALL_KEYS,
  type ErrorCount,
  type ErrorCounter,
  type ForeignUse,
  USAGE_MINUTES_KEPT,
  type UsageStore,
} from '../../domain/usage-store.ts';
import { usageReads } from './usage-reads.ts';

/** @param reader another connection, for reading */
export function usageStore(database: Database, reader: Database): UsageStore {
  const errors = database.prepare<ErrorCount, [number, number, number]>(
    `SELECT product, code, sum(requests) AS total, sum(iif(day = ?2, requests, 0)) AS today FROM usage_errors
     WHERE key_id = ?1 AND day > ?3 GROUP BY product, code ORDER BY total DESC, code, product`,
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

  return {
    ...usageReads(reader),

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
