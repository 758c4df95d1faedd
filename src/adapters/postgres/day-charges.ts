/**
 * Charges of jobs. As with requests (`limit-ledger.ts`) the row of the lineage is locked and decides. Unlike them a charge moves no clock
 * and is in no minute. The rule is `dayOf` in `domain/limits.ts`.
 */
import { sql } from 'drizzle-orm';
import { utcDay } from '../../domain/clock.ts';
import type { DayCharges } from '../day-charges.ts';
import type { Tables } from './tables.ts';

/** Asks for nothing, of a day without limit: what is left then tells what was booked. */
const PER_DAY = 2_000_000_000;
const NOTHING = sql`'{}', '{}', 0, 0, 0, NULL, NULL`;

/** @param now for tests. Without it the clock of the database, which all machines share */
export function dayCharges(now?: () => number): DayCharges {
  return {
    async now(tables) {
      if (now) return now();
      const { rows } = await (tables as Tables).execute(
        sql`SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms`,
      );
      // Drizzle returns numbers of eight bytes as text here.
      return Number((rows[0] as { ms: string }).ms);
    },

    async lock(tables, lineageId) {
      const statements = tables as Tables;
      const givenMs = now?.() ?? null;
      // A lineage without requests has no row to lock yet.
      await statements.execute(sql`INSERT INTO lineages SELECT (d).* FROM (SELECT lineage_decide(NULL,
        ROW(${lineageId}::bigint, 1, ${PER_DAY}::int, 0, 0, 0, 0, 0, 0, ${NOTHING})::lineages, ${givenMs}::bigint) AS d OFFSET 0) first
        ON CONFLICT DO NOTHING`);
      await statements.execute(sql`SELECT 1 FROM lineages WHERE lineage_id = ${lineageId} FOR UPDATE`);
      // A statement of its own, so that it sees what was committed while the one before waited.
      const { rows } = await statements.execute(sql`SELECT d.now_ms, d.day_left FROM lineages held, lineage_decide(held,
        ROW(${lineageId}::bigint, 1, ${PER_DAY}::int, 0, 0, 0, 0, 0, 0, ${NOTHING})::lineages, ${givenMs}::bigint) d
        WHERE held.lineage_id = ${lineageId}`);
      const { now_ms, day_left: left } = rows[0] as { now_ms: string; day_left: number };
      const nowMs = Number(now_ms);
      return { nowMs, day: utcDay(nowMs), booked: PER_DAY - left };
    },

    async book(tables, { lineageId, keyId, product }, units, { day, nowMs, booked }) {
      if (units === 0) return;
      const statements = tables as Tables;
      await statements.execute(
        booked === undefined
          ? sql`UPDATE lineages SET today = CASE WHEN day = ${day} THEN today + ${units} ELSE today END WHERE lineage_id = ${lineageId}`
          : sql`UPDATE lineages SET day = ${day}, today = ${booked + units}, newest_day = greatest(newest_day, ${day})
                WHERE lineage_id = ${lineageId}`,
      );
      const entries = JSON.stringify([[keyId, lineageId, product, units, 1, day]]);
      await statements.execute(sql`INSERT INTO journal (at_ms, entries) VALUES (${nowMs}, ${entries})`);
    },
  };
}
