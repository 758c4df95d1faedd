import { sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Small durable values: signing keys, and up to which row the journal was rolled up. */
export const settings = sqliteTable('settings', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});
