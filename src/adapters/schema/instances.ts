import type { Columns } from './columns.ts';

export function instanceTables({ index, integer, long, table, text }: Columns) {
  return {
    /** The servers that report themselves. The row of one that was killed is deleted after a day. `load` is JSON (`domain/instance.ts`). */
    instances: table(
      'instances',
      {
        id: text('id').primaryKey(),
        role: text('role').notNull(),
        address: text('address').notNull(),
        host: text('host').notNull(),
        pid: integer('pid').notNull(),
        version: text('version').notNull(),
        startedAt: long('started_at').notNull(),
        seenAt: long('seen_at').notNull(),
        load: text('load').notNull(),
      },
      (columns) => [index('instances_seen').on(columns.seenAt)],
    ),
  };
}
