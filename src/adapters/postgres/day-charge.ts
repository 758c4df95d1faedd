/**
 * What a job takes from a day of its lineage, and gives back to it. As with requests (`limit-ledger.ts`) the row of the lineage is locked
 * and decides; unlike them it moves no clock and is in no minute. The rule is `dayOf` in `domain/limits.ts`.
 */
import { sql } from 'drizzle-orm';
import { utcDay } from '../../domain/clock.ts';
import type { NewJob } from '../../domain/job-store.ts';
import type { Tables } from './tables.ts';

/** Asks for nothing, of a day without limit: what is left then tells what was booked. */
const PER_DAY = 2_000_000_000;
const NOTHING = sql`'{}', '{}', 0, 0, 0, NULL, NULL`;

/** Locks the limits of a lineage until the transaction ends, and tells what its day has used. */
export async function lockDay(
  tables: Pick<Tables, 'execute'>,
  lineageId: number,
  givenMs: number | undefined,
): Promise<{ nowMs: number; day: number; booked: number }> {
  // A lineage without requests has no row to lock yet.
  await tables.execute(sql`INSERT INTO lineages SELECT (d).* FROM (SELECT lineage_decide(NULL,
    ROW(${lineageId}::bigint, 1, ${PER_DAY}::int, 0, 0, 0, 0, 0, 0, ${NOTHING})::lineages, ${givenMs ?? null}::bigint) AS d OFFSET 0) first
    ON CONFLICT DO NOTHING`);
  await tables.execute(sql`SELECT 1 FROM lineages WHERE lineage_id = ${lineageId} FOR UPDATE`);
  // A statement of its own, so that it sees what was committed while the one before waited.
  const { rows } = await tables.execute(sql`SELECT d.now_ms, d.day_left FROM lineages held, lineage_decide(held,
    ROW(${lineageId}::bigint, 1, ${PER_DAY}::int, 0, 0, 0, 0, 0, 0, ${NOTHING})::lineages, ${givenMs ?? null}::bigint) d
    WHERE held.lineage_id = ${lineageId}`);
  // Drizzle hands on numbers of eight bytes as text here.
  const { now_ms, day_left: left } = rows[0] as { now_ms: string; day_left: number };
  const nowMs = Number(now_ms);
  return { nowMs, day: utcDay(nowMs), booked: PER_DAY - left };
}

/**
 * Books units of a job on a day; less than nothing are given back.
 * @param booked what the day had used, if it was locked to be charged
 */
export async function bookOnDay(
  tables: Pick<Tables, 'execute'>,
  { lineageId, keyId, product }: Pick<NewJob, 'lineageId' | 'keyId' | 'product'>,
  units: number,
  day: number,
  nowMs: number,
  booked?: number,
): Promise<void> {
  if (units === 0) return;
  await tables.execute(
    booked === undefined
      ? sql`UPDATE lineages SET today = CASE WHEN day = ${day} THEN today + ${units} ELSE today END WHERE lineage_id = ${lineageId}`
      : sql`UPDATE lineages SET day = ${day}, today = ${booked + units}, newest_day = greatest(newest_day, ${day})
            WHERE lineage_id = ${lineageId}`,
  );
  const entries = JSON.stringify([[keyId, lineageId, product, units, 1, day]]);
  await tables.execute(sql`INSERT INTO journal (at_ms, entries) VALUES (${nowMs}, ${entries})`);
}
