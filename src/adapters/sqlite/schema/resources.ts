import { index, integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core';

/** What each lineage stores in total, and the limits of its resources. Null: the default. */
export const resources = sqliteTable('resources', {
  lineageId: integer('lineage_id').primaryKey(),
  storedBytes: integer('stored_bytes').notNull().default(0),
  storedBytesMax: integer('stored_bytes_max'),
  cpuMsMax: integer('cpu_ms_max'),
  bytesFetchedMax: integer('bytes_fetched_max'),
});

/** Processor time and fetched bytes of each lineage by day, with what work under way has reserved. */
export const resourceDays = sqliteTable(
  'resource_days',
  {
    lineageId: integer('lineage_id').notNull(),
    day: integer('day').notNull(),
    cpuMs: integer('cpu_ms').notNull(),
    bytesFetched: integer('bytes_fetched').notNull(),
  },
  (table) => [primaryKey({ columns: [table.lineageId, table.day] }), index('resource_days_day').on(table.day)],
);
