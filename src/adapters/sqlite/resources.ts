/**
 * The account of resources. Reservations and settlements are committed like the journal (`synchronous=NORMAL`, on the same
 * connection), stored bytes and limits like certificates and keys (`synchronous=FULL`).
 */
import type { Database } from 'bun:sqlite';
import { RESOURCE_DAYS_DROPPED, type ResourceLedger } from '../../domain/resource-ledger.ts';
import { decideBookings, type ResourceAccount } from '../../domain/resources.ts';
import { accountOf, type DayRow, type ResourceRow } from '../resource-rows.ts';
import type { SqliteJournal } from './journal.ts';

export function resourceLedger(counters: Database, journal: SqliteJournal): ResourceLedger {
  const totals = counters.prepare<ResourceRow, [number]>(
    `SELECT stored_bytes AS storedBytes, stored_bytes_max AS storedBytesMax, cpu_ms_max AS cpuMsMax,
            bytes_fetched_max AS bytesFetchedMax
     FROM resources WHERE lineage_id = ?`,
  );
  const dayUse = counters.prepare<DayRow, [number, number]>(
    'SELECT cpu_ms AS cpuMs, bytes_fetched AS bytesFetched FROM resource_days WHERE lineage_id = ? AND day = ?',
  );
  const addDay = counters.prepare<unknown, [number, number, number, number]>(
    `INSERT INTO resource_days (lineage_id, day, cpu_ms, bytes_fetched) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET cpu_ms = cpu_ms + excluded.cpu_ms, bytes_fetched = bytes_fetched + excluded.bytes_fetched`,
  );
  const dropDays = counters.prepare<unknown, [number]>(
    `DELETE FROM resource_days WHERE (lineage_id, day) IN
       (SELECT lineage_id, day FROM resource_days WHERE day < ? LIMIT ${RESOURCE_DAYS_DROPPED})`,
  );
  const account = (lineageId: number, day: number): ResourceAccount =>
    accountOf(totals.get(lineageId), dayUse.get(lineageId, day));
  return {
    book: (bookings) =>
      journal.exclusively(() => {
        const { refusals, days } = decideBookings(bookings, account);
        for (const { lineageId, day, cpuMs, bytesFetched } of days) addDay.run(lineageId, day, cpuMs, bytesFetched);
        return refusals;
      }),

    account: async (lineageId, day) => counters.transaction(() => account(lineageId, day))(),

    async dropDays(beforeDay) {
      return dropDays.run(beforeDay).changes === RESOURCE_DAYS_DROPPED;
    },
  };
}
