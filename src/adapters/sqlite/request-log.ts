/**
 * The request log in the database file. It is written on the connection of the journal: a commit does not wait for the disk, and
 * nothing waits for the write lock. It is read on the other one, in slices, because a filter may match none of a million rows.
 */
import type { Database } from 'bun:sqlite';
import { and, desc, eq, gte, lt } from 'drizzle-orm';
import { utcDay } from '../../domain/clock.ts';
import {
  LOG_ROWS_PRUNED,
  type LoggedRequest,
  type RequestLogDay,
  type RequestLogLimits,
  type RequestLogRow,
  type RequestLogStore,
  rowsToPrune,
} from '../../domain/request-log.ts';
import { requestFilter } from '../log-filters.ts';
import { requestLog } from './schema/request-log.ts';
import type { Tables } from './tables.ts';

/** Rows searched in one turn of the event loop. It takes about a millisecond. */
const SEARCHED_PER_TURN = 5000;

const OLDEST = { before: 'at_ms < ?', keyless: 'key_id IS NULL AND at_ms < ?', any: 'at_ms < ?' };

export function requestLogStore(counters: Database, records: Tables): RequestLogStore {
  const insert = counters.prepare<
    unknown,
    [number, string, string, string, number, string, number | null, number, string]
  >(
    `INSERT INTO request_log (at_ms, request_id, method, route, status, code, key_id, duration_us, network)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const count = counters.prepare<unknown, [number, number, number, number]>(
    `INSERT INTO request_log_days (day, kept, keyless, not_kept) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET kept = kept + excluded.kept, keyless = keyless + excluded.keyless,
       not_kept = not_kept + excluded.not_kept`,
  );
  const dropDays = counters.prepare<unknown, [number]>('DELETE FROM request_log_days WHERE kept = 0 AND day < ?');
  const days = counters.prepare<RequestLogDay, []>(
    'SELECT day, kept, keyless, not_kept AS notKept FROM request_log_days ORDER BY day',
  );
  const oldest = counters.prepare<{ atMs: number }, []>('SELECT at_ms AS atMs FROM request_log ORDER BY at_ms LIMIT 1');
  const deleteOldest = (which: keyof typeof OLDEST) =>
    counters.prepare<Pick<LoggedRequest, 'atMs' | 'keyId'>, [number]>(
      `DELETE FROM request_log WHERE id IN
         (SELECT id FROM request_log WHERE ${OLDEST[which]} ORDER BY at_ms LIMIT ${LOG_ROWS_PRUNED})
       RETURNING at_ms AS atMs, key_id AS keyId`,
    );
  const deletions = { before: deleteOldest('before'), keyless: deleteOldest('keyless'), any: deleteOldest('any') };

  const countByDay = (rows: readonly Pick<LoggedRequest, 'atMs' | 'keyId'>[], sign: 1 | -1) => {
    for (const [day, ofDay] of Map.groupBy(rows, ({ atMs }) => utcDay(atMs))) {
      const keyless = ofDay.reduce((sum, { keyId }) => sum + (keyId === null ? 1 : 0), 0);
      count.run(day, sign * ofDay.length, sign * keyless, 0);
    }
  };
  const add = counters.transaction((rows: readonly LoggedRequest[], notKept: number, nowMs: number) => {
    for (const row of rows) {
      const { atMs, requestId, method, route, status, code, keyId, durationUs, network } = row;
      insert.run(atMs, requestId, method, route, status, code, keyId, durationUs, network);
    }
    countByDay(rows, 1);
    if (notKept > 0) count.run(utcDay(nowMs), 0, 0, notKept);
  }).immediate;
  const toPrune = (limits: RequestLogLimits, nowMs: number) =>
    rowsToPrune(days.all(), oldest.get()?.atMs ?? nowMs, limits, nowMs);
  const prune = counters.transaction((limits: RequestLogLimits, nowMs: number) => {
    const rows = toPrune(limits, nowMs);
    if (rows === undefined) return false;
    const deleted =
      typeof rows === 'object' ? deletions.before.all(rows.beforeMs) : deletions[rows].all(Number.MAX_SAFE_INTEGER);
    countByDay(deleted, -1);
    dropDays.run(utcDay(nowMs) - limits.daysMax);
    return deleted.length > 0;
  }).immediate;

  return {
    async add(rows, notKept, nowMs) {
      add(rows, notKept, nowMs);
    },

    async search({ limit, after, ...search }) {
      const { atMs, id, keyId } = requestLog;
      const [onlyKey, ...otherKeys] = search.keyIds ?? [];
      // With one key its index is read, and otherwise the one of the time: a slice is of what is read.
      const ofKey = onlyKey !== undefined && otherKeys.length === 0 ? eq(keyId, onlyKey) : undefined;
      const found: RequestLogRow[] = [];
      const order = [desc(atMs), desc(id)];
      if (search.requestId !== undefined) {
        const filter = requestFilter(requestLog, { ...search, after });
        return records
          .select()
          .from(requestLog)
          .where(filter)
          .orderBy(...order)
          .limit(limit)
          .all();
      }
      for (let untilMs = search.untilMs ?? Number.MAX_SAFE_INTEGER; ; ) {
        const from = after ? Math.min(untilMs, after.atMs + 1) : untilMs;
        const next = records
          .select({ atMs })
          .from(requestLog)
          .where(and(ofKey, lt(atMs, from), gte(atMs, search.sinceMs ?? 0)))
          .orderBy(desc(atMs))
          .limit(1)
          .offset(SEARCHED_PER_TURN)
          .get();
        const sinceMs = next?.atMs ?? search.sinceMs;
        const filter = requestFilter(requestLog, { ...search, sinceMs, untilMs: from, after });
        const query = records
          .select()
          .from(requestLog)
          .where(filter)
          .orderBy(...order);
        found.push(...query.limit(limit - found.length).all());
        if (!next || found.length === limit) return found;
        untilMs = next.atMs;
        await new Promise(setImmediate);
      }
    },

    async find(id) {
      return records.select().from(requestLog).where(eq(requestLog.id, id)).get();
    },

    async days() {
      return days.all();
    },

    async prune(limits, nowMs) {
      return toPrune(limits, nowMs) === undefined ? false : prune(limits, nowMs);
    },
  };
}
