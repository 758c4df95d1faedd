/**
 * The account of resources. Each decision first locks the rows of its lineages in `resources`, in order of their ids, so that two groups
 * cannot deadlock and each sees all that was booked before.
 */
import { and, inArray, lt, sql } from 'drizzle-orm';
import { LedgerBusy } from '../../domain/limit-ledger.ts';
import { RESOURCE_DAYS_DROPPED, type ResourceLedger } from '../../domain/resource-ledger.ts';
import { decideBookings } from '../../domain/resources.ts';
import type { Database, Tables } from '../database.ts';
import { isLocked } from '../faults.ts';
import { accountOf } from '../resource-rows.ts';

export function resourceLedger(database: Database): ResourceLedger {
  const { resourceDays, resources } = database.schema;
  const totalsOf = (tables: Tables, lineageIds: number[]) =>
    tables.select().from(resources).where(inArray(resources.lineageId, lineageIds)).orderBy(resources.lineageId);
  const daysOf = (tables: Tables, lineageIds: number[], days: number[]) =>
    tables
      .select()
      .from(resourceDays)
      .where(and(inArray(resourceDays.lineageId, lineageIds), inArray(resourceDays.day, days)));

  return {
    async book(bookings) {
      if (bookings.length === 0) return [];
      const lineageIds = [...new Set(bookings.map(({ lineageId }) => lineageId))].sort((a, b) => a - b);
      const days = [...new Set(bookings.map(({ day }) => day))];
      try {
        return await database.write(async (tables) => {
          // A lineage that stores nothing has no row to lock yet.
          await tables
            .insert(resources)
            .values(lineageIds.map((lineageId) => ({ lineageId })))
            .onConflictDoNothing();
          const totals = await database.forUpdate(totalsOf(tables, lineageIds));
          // A statement of its own, so that it sees what was committed while the one before waited for its locks.
          const used = await daysOf(tables, lineageIds, days);
          const totalOf = new Map(totals.map((row) => [row.lineageId, row]));
          const dayOf = new Map(used.map((row) => [`${row.lineageId} ${row.day}`, row]));
          const decided = decideBookings(bookings, (lineageId, day) =>
            accountOf(totalOf.get(lineageId), dayOf.get(`${lineageId} ${day}`)),
          );
          if (decided.days.length > 0) {
            await tables
              .insert(resourceDays)
              .values(decided.days)
              .onConflictDoUpdate({
                target: [resourceDays.lineageId, resourceDays.day],
                set: {
                  cpuMs: sql`${resourceDays.cpuMs} + excluded.cpu_ms`,
                  bytesFetched: sql`${resourceDays.bytesFetched} + excluded.bytes_fetched`,
                },
              });
          }
          return decided.refusals;
        });
      } catch (error) {
        throw isLocked(error) ? new LedgerBusy('another process writes', { cause: error }) : error;
      }
    },

    account: (lineageId, day) =>
      database.read(async (tables) => {
        const [total] = await totalsOf(tables, [lineageId]);
        const [used] = await daysOf(tables, [lineageId], [day]);
        return accountOf(total, used);
      }),

    dropDays: (beforeDay) =>
      database.write(async (tables) => {
        const { lineageId, day } = resourceDays;
        const old = database.claim(
          tables.select({ lineageId, day }).from(resourceDays).where(lt(day, beforeDay)).limit(RESOURCE_DAYS_DROPPED),
        );
        const dropped = await tables
          .delete(resourceDays)
          .where(sql`(${lineageId}, ${day}) IN ${old}`)
          .returning({ day });
        return dropped.length === RESOURCE_DAYS_DROPPED;
      }),
  };
}
