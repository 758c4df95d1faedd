import { and, asc, desc, eq, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { utcDay } from '../../domain/clock.ts';
import {
  LOG_ROWS_PRUNED,
  type LoggedRequest,
  OUTCOME_STATUSES,
  type RequestLogDay,
  type RequestLogRow,
  type RequestLogStore,
  type RequestSearch,
  rowsToPrune,
} from '../../domain/request-log.ts';
import type { Database, Tables } from '../database.ts';
import type { Schema } from '../schema/tables.ts';

export function requestLogStore(database: Database): RequestLogStore {
  const { requestLog, requestLogDays } = database.schema;
  const { atMs, id, keyId } = requestLog;
  const days = (tables: Tables) => tables.select().from(requestLogDays).orderBy(asc(requestLogDays.day));

  /** Two processes that add to the same days cannot deadlock, because both add in the order of the days. */
  async function addDays(tables: Tables, added: RequestLogDay[]): Promise<void> {
    if (added.length === 0) return;
    const { day, kept, keyless, notKept } = requestLogDays;
    const set = {
      kept: sql`${kept} + excluded.kept`,
      keyless: sql`${keyless} + excluded.keyless`,
      notKept: sql`${notKept} + excluded.not_kept`,
    };
    const rows = added.toSorted((a, b) => a.day - b.day);
    await tables.insert(requestLogDays).values(rows).onConflictDoUpdate({ target: day, set });
  }

  return {
    add: (rows, notKept, nowMs) =>
      database.write(async (tables) => {
        await database.insertAll(rows, (some) => tables.insert(requestLog).values(some));
        await addDays(tables, daysOf(rows, 1, { day: utcDay(nowMs), kept: 0, keyless: 0, notKept }));
      }),

    async search({ limit, after, ...search }) {
      const [onlyKey, ...otherKeys] = search.keyIds ?? [];
      // Rows of one request or of one key are read by its index, and otherwise all rows by that of the time.
      const read = and(
        given(search.requestId, (requestId) => eq(requestLog.requestId, requestId)),
        otherKeys.length === 0 ? given(onlyKey, (key) => eq(keyId, key)) : undefined,
      );
      // A filter may match none of a million rows.
      const found: RequestLogRow[] = [];
      let untilMs = Math.min(search.untilMs ?? Number.MAX_SAFE_INTEGER, (after?.atMs ?? Number.MAX_SAFE_INTEGER) + 1);
      for (;;) {
        const nextMs = await database.read(async (tables) => {
          const [next] = await tables
            .select({ atMs })
            .from(requestLog)
            .where(and(read, lt(atMs, untilMs), gte(atMs, search.sinceMs ?? 0)))
            .orderBy(desc(atMs))
            .limit(1)
            .offset(database.rowsAtOnce);
          const sinceMs = next?.atMs ?? search.sinceMs;
          const rows = await tables
            .select()
            .from(requestLog)
            .where(requestFilter(requestLog, { ...search, sinceMs, untilMs, after }))
            .orderBy(desc(atMs), desc(id))
            .limit(limit - found.length);
          found.push(...rows);
          return next?.atMs;
        });
        if (nextMs === undefined || found.length === limit) return found;
        untilMs = nextMs;
        await new Promise(setImmediate);
      }
    },

    find: (wanted) =>
      database.read(async (tables) => (await tables.select().from(requestLog).where(eq(id, wanted)))[0]),

    days: () => database.read(days),

    async prune(limits, nowMs) {
      const which = await database.read(async (tables) => {
        const [oldest] = await tables.select({ atMs }).from(requestLog).orderBy(asc(atMs)).limit(1);
        return rowsToPrune(await days(tables), oldest?.atMs ?? nowMs, limits, nowMs);
      });
      if (which === undefined) return false;
      const prunable =
        typeof which === 'object' ? lt(atMs, which.beforeMs) : which === 'keyless' ? isNull(keyId) : undefined;
      const pruned = await database.write(async (tables) => {
        const ids = database.claim(
          tables.select({ id }).from(requestLog).where(prunable).orderBy(asc(atMs)).limit(LOG_ROWS_PRUNED),
        );
        const rows = await tables.delete(requestLog).where(inArray(id, ids)).returning({ atMs, keyId });
        await addDays(tables, daysOf(rows, -1));
        return rows.length;
      });
      // By itself: a transaction that holds other days could deadlock.
      const isOver = and(eq(requestLogDays.kept, 0), lt(requestLogDays.day, utcDay(nowMs) - limits.daysMax));
      await database.write((tables) => tables.delete(requestLogDays).where(isOver));
      return pruned > 0;
    },
  };
}

/** Adds rows to the numbers of their days, or takes them away, and adds `other`. */
function daysOf(
  rows: readonly Pick<LoggedRequest, 'atMs' | 'keyId'>[],
  sign: 1 | -1,
  other?: RequestLogDay,
): RequestLogDay[] {
  const days = new Map<number, RequestLogDay>();
  if (other?.notKept) days.set(other.day, other);
  for (const { atMs, keyId } of rows) {
    const day = utcDay(atMs);
    const sums = days.getOrInsert(day, { day, kept: 0, keyless: 0, notKept: 0 });
    sums.kept += sign;
    if (keyId === null) sums.keyless += sign;
  }
  return [...days.values()];
}

type Columns = Schema['requestLog'];

function requestFilter(columns: Columns, search: Omit<RequestSearch, 'limit'>): SQL | undefined {
  const { atMs, status } = columns;
  const [first, end] = search.outcome ? OUTCOME_STATUSES[search.outcome] : [];
  return and(
    given(search.requestId, (requestId) => eq(columns.requestId, requestId)),
    given(search.route, (route) => eq(columns.route, route)),
    given(search.code, (code) => eq(columns.code, code)),
    given(search.status, (wanted) => eq(status, wanted)),
    given(first, (from) => gte(status, from)),
    given(end, (below) => lt(status, below)),
    given(search.keyIds, (ids) => inArray(columns.keyId, [...ids])),
    given(search.sinceMs, (sinceMs) => gte(atMs, sinceMs)),
    given(search.untilMs, (untilMs) => lt(atMs, untilMs)),
    given(search.after, ({ atMs: lastMs, id }) => or(lt(atMs, lastMs), and(eq(atMs, lastMs), lt(columns.id, id)))),
  );
}

const given = <T>(value: T | undefined, condition: (value: T) => SQL | undefined) =>
  value === undefined ? undefined : condition(value);
