import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The servers that report themselves. The row of one that was killed is deleted after a day. `load` is JSON (`domain/instance.ts`). */
export const instances = sqliteTable(
  'instances',
  {
    id: text('id').primaryKey(),
    role: text('role').notNull(),
    address: text('address').notNull(),
    host: text('host').notNull(),
    pid: integer('pid').notNull(),
    version: text('version').notNull(),
    startedAt: integer('started_at').notNull(),
    seenAt: integer('seen_at').notNull(),
    load: text('load').notNull(),
  },
  (table) => [index('instances_seen').on(table.seenAt)],
);
