import type { Database } from 'bun:sqlite';
import { desc, eq, sql } from 'drizzle-orm';
import { SCANS_KEPT, type ScanLogStore } from '../../domain/scan-log.ts';
import { scanFilter, scanOf, storedScan } from '../log-filters.ts';
import { scanLog } from './schema/scan-log.ts';
import type { Tables } from './tables.ts';

/** @param counters the connection that never waits for a lock, and the tables on it */
export function scanLogStore(counters: Database, written: Tables, records: Tables): ScanLogStore {
  const prune = counters.prepare<unknown, []>(
    `DELETE FROM scan_log WHERE id IN (SELECT id FROM scan_log
       WHERE id <= (SELECT max(id) FROM scan_log) - ${SCANS_KEPT} ORDER BY id LIMIT 100)`,
  );
  return {
    async add(scans) {
      if (scans.length > 0) written.insert(scanLog).values(scans.map(storedScan)).run();
    },

    async search({ limit, ...search }) {
      const filter = scanFilter(scanLog, search, (column, text) => sql`instr(lower(${column}), ${text}) > 0`);
      return records.select().from(scanLog).where(filter).orderBy(desc(scanLog.id)).limit(limit).all().map(scanOf);
    },

    async find(id) {
      const row = records.select().from(scanLog).where(eq(scanLog.id, id)).get();
      return row && scanOf(row);
    },

    async prune() {
      return prune.run().changes > 0;
    },
  };
}
