/** Charges of jobs, as rows of the journal. Every process of the file applies them before it decides the next request. */
import { sql } from 'drizzle-orm';
import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite';
import type { Clock } from '../../domain/clock.ts';
import type { JournalLedger } from '../../limits/journal-ledger.ts';
import type { DayCharges } from '../day-charges.ts';
import { NEXT_SEQ } from './journal.ts';
import { journalText } from './journal-text.ts';
import { journal } from './schema.ts';

/** @param ledger of this process: it knows what each lineage has used of its day */
export function dayCharges(ledger: JournalLedger, clock: Pick<Clock, 'now'>): DayCharges {
  return {
    now: async () => clock.now(),

    // The transaction has the write lock of the file, so the ledger knows every use that is committed.
    lock: async (_, lineageId) => ledger.dayOf(lineageId),

    async book(tables, { lineageId, keyId, product }, units, { day }) {
      if (units === 0) return;
      const entries = journalText([[keyId, lineageId, product, units, 1, day]]);
      const row = { seq: sql.raw(NEXT_SEQ), atMs: clock.now(), entries };
      (tables as unknown as BunSQLiteDatabase).insert(journal).values(row).run();
    },
  };
}
