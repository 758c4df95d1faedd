/** Every counted request is either in `usage` or in the journal. Each read here is one statement over both. */
import { DAY_MS, HOUR_MS } from '../../domain/clock.ts';
import { MINUTE_MS } from '../../domain/sliding-minute.ts';
import { ALL_KEYS, type KeyUsage, type UsageCell, type UsageReads } from '../../domain/usage-store.ts';
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

export function usageReads(connections: Connections): UsageReads {
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
  };
}
