/** The request log in PostgreSQL. Several processes write and prune it at once. */
import { desc, eq } from 'drizzle-orm';
import { DAY_MS, utcDay } from '../../domain/clock.ts';
import {
  LOG_ROWS_PRUNED,
  type LoggedRequest,
  type RequestLogDay,
  type RequestLogStore,
  rowsToPrune,
} from '../../domain/request-log.ts';
import { requestFilter } from '../log-filters.ts';
import type { Connections } from './connections.ts';
import { requestLog } from './schema.ts';

// One statement is one transaction. Days are ordered, so that two processes that add to the same ones cannot deadlock.
const ADD = `WITH added AS (
  INSERT INTO request_log (at_ms, request_id, method, route, status, code, key_id, duration_us, network)
  SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::int[], $6::text[], $7::bigint[], $8::bigint[], $9::text[])
  RETURNING at_ms, key_id
), counted AS (
  SELECT (at_ms / ${DAY_MS})::int AS day, 1 AS kept, (key_id IS NULL)::int AS keyless, 0 AS not_kept FROM added
  UNION ALL SELECT $11::int, 0, 0, $10::int WHERE $10::int > 0
)
INSERT INTO request_log_days AS known (day, kept, keyless, not_kept)
SELECT day, sum(kept), sum(keyless), sum(not_kept) FROM counted GROUP BY day ORDER BY day
ON CONFLICT (day) DO UPDATE SET kept = known.kept + excluded.kept, keyless = known.keyless + excluded.keyless,
  not_kept = known.not_kept + excluded.not_kept`;

const DAYS = 'SELECT day, kept, keyless, not_kept AS "notKept" FROM request_log_days ORDER BY day';
const OLDEST = 'SELECT at_ms FROM request_log ORDER BY at_ms LIMIT 1';

// Rows that another process is deleting are left to it.
const PRUNE = `WITH deleted AS (
  DELETE FROM request_log WHERE id IN (
    SELECT id FROM request_log WHERE at_ms < $1 AND ($2 OR key_id IS NULL)
    ORDER BY at_ms LIMIT ${LOG_ROWS_PRUNED} FOR UPDATE SKIP LOCKED)
  RETURNING at_ms, key_id
), counted AS (
  INSERT INTO request_log_days AS known (day, kept, keyless, not_kept)
  SELECT (at_ms / ${DAY_MS})::int, -count(*), -count(*) FILTER (WHERE key_id IS NULL), 0 FROM deleted GROUP BY 1 ORDER BY 1
  ON CONFLICT (day) DO UPDATE SET kept = known.kept + excluded.kept, keyless = known.keyless + excluded.keyless
)
SELECT count(*)::int AS rows FROM deleted`;
const DROP_DAYS = 'DELETE FROM request_log_days WHERE kept = 0 AND day < $1';

export function requestLogStore(connections: Connections): RequestLogStore {
  const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await connections.use((connection) => connection.query(text, values))).rows as Row[];
  const days = () => query<RequestLogDay>(DAYS);
  return {
    async add(rows, notKept, nowMs) {
      const column = <Name extends keyof LoggedRequest>(name: Name) => rows.map((row) => row[name]);
      await query(ADD, [
        column('atMs'),
        column('requestId'),
        column('method'),
        column('route'),
        column('status'),
        column('code'),
        column('keyId'),
        column('durationUs'),
        column('network'),
        notKept,
        utcDay(nowMs),
      ]);
    },

    search({ limit, ...search }) {
      const filter = requestFilter(requestLog, search);
      const { atMs, id } = requestLog;
      return connections.read((tables) =>
        tables.select().from(requestLog).where(filter).orderBy(desc(atMs), desc(id)).limit(limit),
      );
    },

    async find(id) {
      const [row] = await connections.read((tables) => tables.select().from(requestLog).where(eq(requestLog.id, id)));
      return row;
    },

    days,

    async prune(limits, nowMs) {
      const [oldest] = await query<{ at_ms: number }>(OLDEST);
      const rows = rowsToPrune(await days(), oldest?.at_ms ?? nowMs, limits, nowMs);
      if (rows === undefined) return false;
      const beforeMs = typeof rows === 'object' ? rows.beforeMs : Number.MAX_SAFE_INTEGER;
      const [deleted] = await query<{ rows: number }>(PRUNE, [beforeMs, rows !== 'keyless']);
      await query(DROP_DAYS, [utcDay(nowMs) - limits.daysMax]);
      return deleted!.rows > 0;
    },
  };
}
