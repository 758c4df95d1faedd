import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** A counter for each topic. Running servers watch it to learn what other processes changed. */
export const changes = sqliteTable('changes', {
  topic: text('topic').primaryKey(),
  version: integer('version').notNull(),
});
