import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The latest scans: `domain/scan-log.ts`. `findings` is JSON. */
export const scanLog = sqliteTable('scan_log', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  atMs: integer('at_ms').notNull(),
  address: text('address').notNull(),
  withKey: integer('with_key', { mode: 'boolean' }).notNull(),
  deep: integer('deep', { mode: 'boolean' }).notNull(),
  score: integer('score'),
  errors: integer('errors').notNull(),
  warnings: integer('warnings').notNull(),
  infos: integer('infos').notNull(),
  findings: text('findings').notNull(),
  code: text('code').notNull(),
});
