/**
 * The ledger of PostgreSQL: one statement decides, counts and commits a whole group in one round trip. It locks the rows of the
 * group's lineages in order of their ids, so that two groups cannot deadlock. `ON CONFLICT` reads a row again after waiting for
 * its lock, so that each decision sees all earlier decisions of every process. The rule is `domain/limits.ts`. The SQL function
 * `lineage_decide` (migrations) implements it.
 */
import { type Clock, DAY_MS, HOUR_MS } from '../../domain/clock.ts';
import type { LimitLedger, Standings } from '../../domain/limit-ledger.ts';
import type { Standing } from '../../domain/limits.ts';
import { MINUTE_MS } from '../../domain/sliding-minute.ts';
import { ALL_KEYS, LAST_USED_STEP_MS, USAGE_HOURS_KEPT, USAGE_MINUTES_KEPT } from '../../domain/usage-store.ts';
import { isStorageFault } from '../faults.ts';
import type { Connection, Connections } from './connections.ts';

const ROLL_UP_EVERY_MS = 1000;
const ROLL_UP_ROWS_MAX = 5000;
/** An advisory lock that nothing else in this database uses: `port` in hexadecimal ASCII. */
const ROLL_UP_LOCK = 0x706f7274;
const MINUTES_PER_HOUR = HOUR_MS / MINUTE_MS;

const DECIDE = `
WITH asked AS (
  SELECT lineage_id,
    (ROW(lineage_id, per_minute, per_day, wanted, 0, 0, 0, 0, 0, '{}', '{}', 0, 0, 0, NULL, NULL)::lineages) AS proposed
  FROM unnest($1::bigint[], $2::int[], $3::int[], $4::int[]) AS t(lineage_id, per_minute, per_day, wanted)
), decided AS (
  INSERT INTO lineages AS held
  SELECT (first.decision).* FROM (
    SELECT lineage_id,
      -- A new row is decided here, an existing one in ON CONFLICT. Not EXISTS: the planner also considers reading the whole
      -- table for it.
      CASE WHEN (SELECT true FROM lineages known WHERE known.lineage_id = asked.lineage_id) THEN proposed
           ELSE lineage_decide(NULL, proposed, $9) END AS decision
    FROM asked OFFSET 0
  ) first ORDER BY first.lineage_id
  ON CONFLICT (lineage_id) DO UPDATE
  SET (per_minute, per_day, wanted, admitted, at_ms, day, today, minute, times, counts,
       now_ms, minute_left, day_left, oldest_ms, newest_day) = (
    SELECT s.per_minute, s.per_day, s.wanted, s.admitted, s.at_ms, s.day, s.today, s.minute, s.times, s.counts,
           s.now_ms, s.minute_left, s.day_left, s.oldest_ms, s.newest_day
    FROM lineage_decide(held, excluded, $9) s)
  RETURNING lineage_id, admitted, now_ms, minute_left, day_left, oldest_ms
), counted AS (
  SELECT now_ms, key_id, lineage_id, product, sum(greatest(0, least(asked, admitted - before))) AS requests
  FROM unnest($5::bigint[], $6::bigint[], $7::text[], $8::int[], $10::int[]) AS run(lineage_id, key_id, product, before, asked)
  JOIN decided USING (lineage_id) GROUP BY now_ms, key_id, lineage_id, product
), noted AS (
  INSERT INTO journal (at_ms, entries)
  SELECT now_ms, json_agg(json_build_array(key_id, lineage_id, product, requests))::text
  FROM counted WHERE requests > 0 GROUP BY now_ms
)
SELECT * FROM decided`;

const ROLL_UP = `
WITH moved AS (
  DELETE FROM journal WHERE seq IN (
    SELECT seq FROM (SELECT pg_try_advisory_xact_lock($2) AS mine OFFSET 0) turn JOIN journal ON mine ORDER BY seq LIMIT $1)
  RETURNING at_ms, entries
), entry AS (
  SELECT at_ms, (e->>0)::bigint AS key_id, e->>2 AS product, (e->>3)::bigint AS requests,
    coalesce((e->>5)::int, at_ms / ${DAY_MS}) AS day, e->>5 IS NOT NULL AS of_a_job
  FROM moved, json_array_elements(entries::json) e WHERE (e->>3)::bigint <> 0
), summed AS (
  -- A second of load has some thousand entries and few keys: the statements below read the sums.
  SELECT at_ms / ${MINUTE_MS} AS minute, key_id, product, day, of_a_job, sum(requests)::bigint AS requests,
    max(at_ms) FILTER (WHERE requests > 0) AS used_ms
  FROM entry GROUP BY 1, 2, 3, 4, 5
), days AS (
  INSERT INTO usage SELECT day, key_id, product, sum(requests) FROM summed GROUP BY 1, 2, 3
  ON CONFLICT (day, key_id, product) DO UPDATE SET requests = usage.requests + excluded.requests
), totals AS (
  INSERT INTO usage_totals SELECT day, product, sum(requests) FROM summed GROUP BY 1, 2
  ON CONFLICT (day, product) DO UPDATE SET requests = usage_totals.requests + excluded.requests
), minutes AS (
  INSERT INTO usage_minutes
  SELECT minute, coalesce(key_id, ${ALL_KEYS}), product, sum(requests) FROM summed
  WHERE NOT of_a_job GROUP BY GROUPING SETS ((minute, key_id, product), (minute, product))
  ON CONFLICT (minute, key_id, product) DO UPDATE SET requests = usage_minutes.requests + excluded.requests
), hours AS (
  INSERT INTO usage_hours
  SELECT minute / ${MINUTES_PER_HOUR}, coalesce(key_id, ${ALL_KEYS}), product, sum(requests) FROM summed
  WHERE NOT of_a_job GROUP BY GROUPING SETS ((minute / ${MINUTES_PER_HOUR}, key_id, product), (minute / ${MINUTES_PER_HOUR}, product))
  ON CONFLICT (hour, key_id, product) DO UPDATE SET requests = usage_hours.requests + excluded.requests
), used AS (
  UPDATE keys SET last_used_at = last.at_ms FROM (SELECT key_id, max(used_ms) AS at_ms FROM summed GROUP BY 1) last
  WHERE id = key_id AND abs(last.at_ms - coalesce(last_used_at, 0)) >= ${LAST_USED_STEP_MS}
), dropped AS (
  DELETE FROM usage_minutes WHERE minute < (SELECT max(at_ms) FROM moved) / ${MINUTE_MS} - ${USAGE_MINUTES_KEPT}
), dropped_hours AS (
  DELETE FROM usage_hours WHERE hour < (SELECT max(at_ms) FROM moved) / ${HOUR_MS} - ${USAGE_HOURS_KEPT}
)
SELECT count(*)::int AS rows FROM moved`;

interface StandingRow {
  lineage_id: number;
  admitted: number;
  now_ms: number;
  minute_left: number;
  day_left: number;
  oldest_ms: number | null;
}

/** @param clock for tests. Without it the ledger uses the clock of the database, which all machines share. */
export function postgresLedger(connections: Connections, clock?: Pick<Clock, 'now'>): LimitLedger {
  let rowsMax = ROLL_UP_ROWS_MAX;
  return {
    rollUpEveryMs: ROLL_UP_EVERY_MS,

    async commit({ lineages, runs }): Promise<Standings> {
      const values = [
        ...columns(lineages, ['lineageId', 'perMinute', 'perDay', 'wanted']),
        ...columns(runs, ['lineageId', 'keyId', 'product', 'before']),
        clock?.now() ?? null,
        ...columns(runs, ['asked']),
      ];
      const { rows } = await connections.use((connection) =>
        connection.query({ name: 'decide', text: DECIDE }, values),
      );
      return new Map((rows as StandingRow[]).map((row) => [row.lineage_id, standingOf(row)]));
    },

    async rollUp() {
      const rows = rowsMax;
      try {
        const moved = await connections.use((connection) => rollUpOnce(connection, rows));
        rowsMax = Math.min(ROLL_UP_ROWS_MAX, rows * 2);
        return moved === rows;
      } catch (error) {
        // Rows with many entries can take longer than a statement may. Fewer of them pass.
        if (isTimeout(error) && rows > 1) {
          rowsMax = Math.ceil(rows / 4);
          return true;
        }
        // The database is away: the groups that fail meanwhile report it.
        if (isStorageFault(error) && !isTimeout(error)) return false;
        throw error;
      }
    },
  };
}

/** Moves up to `rowsMax` rows of the journal, oldest first, and returns how many moved. */
export async function rollUpOnce(connection: Connection, rowsMax = ROLL_UP_ROWS_MAX): Promise<number> {
  const { rows } = await connection.query({ name: 'roll-up', text: ROLL_UP }, [rowsMax, ROLL_UP_LOCK]);
  return (rows[0] as { rows: number }).rows;
}

/** The statement was cancelled because it took too long (SQLSTATE 57014). */
function isTimeout(error: unknown): boolean {
  return (error as { code?: unknown }).code === '57014';
}

/** A column of each as PostgreSQL writes an array. The driver would quote each number. */
function columns<Item extends { [Name in keyof Item]: number | string }>(
  items: readonly Item[],
  names: (keyof Item)[],
): string[] {
  return names.map((name) => `{${items.map((item) => arrayItem(item[name])).join(',')}}`);
}

const arrayItem = (value: number | string) =>
  typeof value === 'number' ? value : `"${value.replace(/["\\]/g, '\\$&')}"`;

function standingOf({ admitted, now_ms, minute_left, day_left, oldest_ms }: StandingRow): Standing {
  return { admitted, nowMs: now_ms, minuteLeft: minute_left, dayLeft: day_left, oldestMs: oldest_ms ?? undefined };
}
