import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Who did what, when and from where. Rows are only added. */
export const activity = sqliteTable(
  'audit',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    atMs: integer('at_ms').notNull(),
    actor: text('actor').notNull(),
    origin: text('origin').notNull(),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    detail: text('detail').notNull().default(''),
  },
  (table) => [index('audit_at').on(table.atMs)],
);
