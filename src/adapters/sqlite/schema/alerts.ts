import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** What operators set for each alert, null for the default; and its state at the last evaluation, null before the first. */
export const alerts = sqliteTable('alerts', {
  name: text('name').primaryKey(),
  enabled: integer('enabled', { mode: 'boolean' }),
  threshold: integer('threshold'),
  state: text('state'),
  /** When it came into this state. */
  sinceMs: integer('since_ms'),
});

/** The latest changes of state of each alert. */
export const alertChanges = sqliteTable(
  'alert_changes',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    atMs: integer('at_ms').notNull(),
    name: text('name').notNull(),
    state: text('state').notNull(),
    detail: text('detail').notNull(),
  },
  (table) => [index('alert_changes_name').on(table.name, table.id)],
);
