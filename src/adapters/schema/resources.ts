import type { Columns } from './columns.ts';

export function resourceTables({ index, integer, long, primaryKey, table }: Columns) {
  return {
    /** What each lineage stores in total, and the limits of its resources. Null: the default. */
    resources: table('resources', {
      lineageId: long('lineage_id').primaryKey(),
      storedBytes: long('stored_bytes').notNull().default(0),
      storedBytesMax: long('stored_bytes_max'),
      cpuMsMax: long('cpu_ms_max'),
      bytesFetchedMax: long('bytes_fetched_max'),
    }),

    /** Processor time and fetched bytes of each lineage by day, with what work under way has reserved. */
    resourceDays: table(
      'resource_days',
      {
        lineageId: long('lineage_id').notNull(),
        day: integer('day').notNull(),
        cpuMs: long('cpu_ms').notNull(),
        bytesFetched: long('bytes_fetched').notNull(),
      },
      (columns) => [
        primaryKey({ columns: [columns.lineageId, columns.day] }),
        index('resource_days_day').on(columns.day),
      ],
    ),
  };
}
