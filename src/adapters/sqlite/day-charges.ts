/** Charges of jobs, as rows of the journal. Every process of the file applies them before it decides the next request. */
import { type SQL, sql } from 'drizzle-orm';
import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite';
import type { Clock } from '../../domain/clock.ts';
import type { JournalLedger } from '../../limits/journal-ledger.ts';
import type { DayCharges } from '../day-charges.ts';
import { ROLLED_UP_SEQ_SETTING } from './journal.ts';
import { journalText } from './journal-text.ts';
import { journal, settings } from './schema.ts';

/** SQLite begins at 1 again when all rows have been rolled up. The rows of a journal must continue after them. */
const NEXT_SEQ: SQL = sql`(SELECT 1 + coalesce(max(seq),
  (SELECT CAST(value AS INTEGER) FROM ${settings} WHERE name = ${ROLLED_UP_SEQ_SETTING}), 0) FROM ${journal})`;

/** @param ledger of this process: it knows what each lineage has used of its day */
export function dayCharges(ledger: JournalLedger, clock: Pick<Clock, 'now'>): DayCharges {
  return {
    now: async () => clock.now(),

    // The transaction has the write lock of the file, so the ledger knows every use that is committed.
    lock: async (_, lineageId) => ledger.dayOf(lineageId),

    async book(tables, { lineageId, keyId, product }, units, { day }) {
      if (units === 0) return;
      const entries = journalText([[keyId, lineageId, product, units, 1, day]]);
      const row = { seq: NEXT_SEQ, atMs: clock.now(), entries };
      (tables as unknown as BunSQLiteDatabase).insert(journal).values(row).run();
    },
  };
}
