import { desc, eq, sql } from 'drizzle-orm';
import { SCANS_KEPT, type ScanLogStore } from '../../domain/scan-log.ts';
import { scanFilter, scanOf, storedScan } from '../log-filters.ts';
import type { Connections } from './connections.ts';
import { scanLog } from './schema.ts';

/** Ids can have gaps, so that somewhat fewer scans may be kept. */
const PRUNE = `WITH deleted AS (
  DELETE FROM scan_log WHERE id IN (SELECT id FROM scan_log
    WHERE id <= (SELECT max(id) FROM scan_log) - ${SCANS_KEPT} ORDER BY id LIMIT 100 FOR UPDATE SKIP LOCKED)
  RETURNING 1
) SELECT count(*)::int AS rows FROM deleted`;

export function scanLogStore(connections: Connections): ScanLogStore {
  return {
    async add(scans) {
      if (scans.length === 0) return;
      await connections.read((tables) => tables.insert(scanLog).values(scans.map(storedScan)));
    },

    async search({ limit, ...search }) {
      const filter = scanFilter(scanLog, search, (column, text) => sql`strpos(lower(${column}), ${text}) > 0`);
      const rows = await connections.read((tables) =>
        tables.select().from(scanLog).where(filter).orderBy(desc(scanLog.id)).limit(limit),
      );
      return rows.map(scanOf);
    },

    async find(id) {
      const [row] = await connections.read((tables) => tables.select().from(scanLog).where(eq(scanLog.id, id)));
      return row && scanOf(row);
    },

    async prune() {
      const { rows } = await connections.use((connection) => connection.query(PRUNE));
      return (rows[0] as { rows: number }).rows > 0;
    },
  };
}
