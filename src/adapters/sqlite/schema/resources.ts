import { integer, sqliteTable } from 'drizzle-orm/sqlite-core';

/** What each lineage stores in total, and the limits of its resources. Null: the default. */
export const resources = sqliteTable('resources', {
  lineageId: integer('lineage_id').primaryKey(),
  storedBytes: integer('stored_bytes').notNull().default(0),
  storedBytesMax: integer('stored_bytes_max'),
  cpuMsMax: integer('cpu_ms_max'),
  bytesFetchedMax: integer('bytes_fetched_max'),
});
