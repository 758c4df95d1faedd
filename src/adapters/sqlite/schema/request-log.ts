import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Answered requests, for the operator: `domain/request-log.ts`. Bounded in days and rows. */
export const requestLog = sqliteTable(
  'request_log',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    atMs: integer('at_ms').notNull(),
    requestId: text('request_id').notNull(),
    method: text('method').notNull(),
    route: text('route').notNull(),
    status: integer('status').notNull(),
    code: text('code').notNull(),
    keyId: integer('key_id'),
    durationUs: integer('duration_us').notNull(),
    network: text('network').notNull(),
  },
  (table) => [
    index('request_log_at').on(table.atMs),
    index('request_log_key').on(table.keyId, table.atMs),
    index('request_log_request').on(table.requestId),
  ],
);
