/** Every counted request is either in `usage` or in the journal. Each read here is one statement over both. */
import { DAY_MS, HOUR_MS } from '../../domain/clock.ts';
import { MINUTE_MS } from '../../domain/sliding-minute.ts';
import {
  ALL_KEYS,
  type ErrorCount,
  type ErrorCounter,
  type ForeignUse,
  type KeyUsage,
  USAGE_MINUTES_KEPT,
  type UsageCell,
  type UsageStore,
} from '../../domain/usage-store.ts';
import type { Connections } from './connections.ts';

/** Requests that were not rolled up yet: those of the last few seconds at most. */
const RECENT = `recent AS (
  SELECT at_ms, (e->>0)::bigint AS key_id, (e->>1)::bigint AS lineage_id, e->>2 AS product, (e->>3)::bigint AS requests,
    coalesce((e->>5)::int, at_ms / ${DAY_MS}) AS day, e->>5 IS NOT NULL AS of_a_job
  FROM journal, json_array_elements(entries::json) e
)`;

const KEY = `WITH ${RECENT} SELECT
  (SELECT coalesce(sum(c), 0) FROM lineages, unnest(times, counts) AS u(t, c) WHERE lineage_id = $2 AND t > $4)::float8 AS minute,
  ((SELECT coalesce(sum(requests), 0) FROM usage JOIN keys ON keys.id = key_id WHERE day = $3 AND lineage_id = $2)
   + (SELECT coalesce(sum(requests), 0) FROM recent WHERE day = $3 AND lineage_id = $2))::float8 AS today,
  ((SELECT coalesce(sum(requests), 0) FROM usage WHERE key_id = $1)
   + (SELECT coalesce(sum(requests), 0) FROM recent WHERE key_id = $1))::float8 AS total`;

const LINEAGES = `WITH ${RECENT}, asked AS (SELECT DISTINCT unnest($1::bigint[]) AS id)
SELECT id,
  (SELECT coalesce(sum(c), 0) FROM lineages, unnest(times, counts) AS u(t, c) WHERE lineage_id = id AND t > $3)::float8 AS minute,
  ((SELECT coalesce(sum(requests), 0) FROM keys JOIN usage ON key_id = keys.id AND day = $2 WHERE lineage_id = asked.id)
   + (SELECT coalesce(sum(requests), 0) FROM recent WHERE day = $2 AND lineage_id = asked.id))::float8 AS today
FROM asked`;

const DAYS = `WITH ${RECENT}
SELECT day AS at, product, requests FROM usage WHERE $1::bigint IS NOT NULL AND day >= $2 AND key_id = $1
UNION ALL SELECT day, product, requests FROM usage_totals WHERE $1::bigint IS NULL AND day >= $2
UNION ALL SELECT day, product, requests FROM recent WHERE $1::bigint IS NULL OR key_id = $1`;

const LINEAGE_DAYS = `WITH ${RECENT}
SELECT day AS at, product, sum(requests)::float8 AS requests FROM keys JOIN usage ON key_id = keys.id AND day >= $2
WHERE lineage_id = $1 GROUP BY day, product
UNION ALL SELECT day, product, requests FROM recent WHERE lineage_id = $1`;

const MINUTES = `WITH ${RECENT}
SELECT minute AS at, product, requests FROM usage_minutes WHERE minute >= $2 AND minute < $2 + $3 AND key_id = coalesce($1::bigint, ${ALL_KEYS})
UNION ALL SELECT at_ms / ${MINUTE_MS}, product, requests FROM recent WHERE NOT of_a_job AND ($1::bigint IS NULL OR key_id = $1)`;

const HOURS = `WITH ${RECENT}
SELECT hour AS at, product, requests FROM usage_hours WHERE hour >= $2 AND hour < $2 + $3 AND key_id = coalesce($1::bigint, ${ALL_KEYS})
UNION ALL SELECT at_ms / ${HOUR_MS}, product, requests FROM recent WHERE NOT of_a_job AND ($1::bigint IS NULL OR key_id = $1)`;

const ERRORS = `SELECT product, code, sum(requests)::float8 AS total,
  coalesce(sum(requests) FILTER (WHERE day = $2), 0)::float8 AS today
FROM usage_errors WHERE key_id = $1 AND day > $3 GROUP BY product, code ORDER BY total DESC, code, product`;

// Ordered, so that two processes that add to the same rows cannot deadlock.
const ADD_ERRORS = `INSERT INTO usage_errors (key_id, day, product, code, requests)
SELECT key_id, $1, product, code, requests
FROM unnest($2::bigint[], $3::text[], $4::text[], $5::bigint[]) AS t(key_id, product, code, requests)
ORDER BY key_id, product, code
ON CONFLICT (key_id, day, product, code) DO UPDATE SET requests = usage_errors.requests + excluded.requests`;

const ADD_ERROR_MINUTES = `INSERT INTO error_minutes (minute, code, requests)
SELECT $1, code, sum(requests) FROM unnest($2::text[], $3::bigint[]) AS t(code, requests) GROUP BY code ORDER BY code
ON CONFLICT (minute, code) DO UPDATE SET requests = error_minutes.requests + excluded.requests`;

// Skips rows that another server is deleting.
const DROP_ERROR_MINUTES = `DELETE FROM error_minutes WHERE ctid IN
  (SELECT ctid FROM error_minutes WHERE minute < $1 FOR UPDATE SKIP LOCKED)`;

const KEYS_WITH_ERROR = `SELECT key_id AS "keyId", sum(requests)::float8 AS requests FROM usage_errors
WHERE code = $1 AND day = $2 AND key_id <> ${ALL_KEYS} GROUP BY key_id ORDER BY requests DESC, key_id LIMIT $3`;

const RECENT_ERRORS = `SELECT code, sum(requests)::float8 AS requests FROM error_minutes
WHERE minute >= $1 GROUP BY code ORDER BY code`;

// Ordered for the same reason.
const ADD_FOREIGN_USES = `INSERT INTO foreign_uses AS known (key_id, requests, last_address, last_at)
SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[]) AS t(key_id, requests, last_address, last_at)
ORDER BY key_id
ON CONFLICT (key_id) DO UPDATE SET requests = known.requests + excluded.requests,
  last_address = CASE WHEN excluded.last_at >= known.last_at THEN excluded.last_address ELSE known.last_address END,
  last_at = greatest(known.last_at, excluded.last_at)`;

const FOREIGN_USE = `SELECT key_id AS "keyId", requests, last_address AS "lastAddress", last_at AS "lastAt"
FROM foreign_uses WHERE key_id = $1`;

export function usageStore(connections: Connections): UsageStore {
  const query = async <Row>(text: string, values: unknown[]): Promise<Row[]> =>
    (await connections.use((connection) => connection.query(text, values))).rows as Row[];
  return {
    async key({ id, lineageId }, day, sinceMs) {
      return (await query<KeyUsage>(KEY, [id, lineageId, day, sinceMs]))[0]!;
    },

    async lineages(ids, day, sinceMs) {
      const rows = await query<{ id: number; minute: number; today: number }>(LINEAGES, [ids, day, sinceMs]);
      return new Map(rows.map(({ id, minute, today }) => [id, { minute, today }]));
    },

    days: (keyId, first) => query<UsageCell>(DAYS, [keyId ?? null, first]),
    lineageDays: (lineageId, first) => query<UsageCell>(LINEAGE_DAYS, [lineageId, first]),
    minutes: (keyId, first, length) => query<UsageCell>(MINUTES, [keyId ?? null, first, length]),
    hours: (keyId, first, length) => query<UsageCell>(HOURS, [keyId ?? null, first, length]),
    errors: (keyId, today, after) => query<ErrorCount>(ERRORS, [keyId ?? ALL_KEYS, today, after]),

    keysWithError: (code, day, limit) =>
      query<{ keyId: number; requests: number }>(KEYS_WITH_ERROR, [code, day, limit]),
    recentErrors: (first) => query<{ code: string; requests: number }>(RECENT_ERRORS, [first]),

    async addErrors(counters, day, minute) {
      const rows = [...counters];
      const sums = rows.filter(({ keyId }) => keyId === ALL_KEYS);
      const column = <C extends keyof ErrorCounter>(of: ErrorCounter[], name: C) => of.map((row) => row[name]);
      const values = [
        day,
        column(rows, 'keyId'),
        column(rows, 'product'),
        column(rows, 'code'),
        column(rows, 'requests'),
      ];
      await connections.use(async (connection) => {
        await connection.query('BEGIN', []);
        await connection.query(ADD_ERRORS, values);
        await connection.query(ADD_ERROR_MINUTES, [minute, column(sums, 'code'), column(sums, 'requests')]);
        await connection.query(DROP_ERROR_MINUTES, [minute - USAGE_MINUTES_KEPT]);
        await connection.query('COMMIT', []);
      });
    },

    async dropErrors(beforeDay) {
      await query('DELETE FROM usage_errors WHERE day < $1', [beforeDay]);
    },

    async addForeignUses(uses) {
      await query(ADD_FOREIGN_USES, [
        uses.map(({ keyId }) => keyId),
        uses.map(({ requests }) => requests),
        uses.map(({ lastAddress }) => lastAddress),
        uses.map(({ lastAt }) => lastAt),
      ]);
    },

    async foreignUse(keyId) {
      return (await query<ForeignUse>(FOREIGN_USE, [keyId]))[0];
    },
  };
}
