import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Sessions of the workbench. As above, only hashes are stored: of the token, and of the key that it was exchanged for. */
export const workbenchSessions = sqliteTable(
  'work_sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    expiresAt: integer('expires_at').notNull(),
    keyHash: text('key_hash').notNull(),
    lineageId: integer('lineage_id').notNull(),
    origin: text('origin').notNull(),
    startedAt: integer('started_at').notNull(),
    /** Of the last request, up to a minute behind. */
    seenAt: integer('seen_at').notNull(),
  },
  (table) => [
    index('work_sessions_key').on(table.keyHash, table.startedAt),
    index('work_sessions_expires').on(table.expiresAt),
    index('work_sessions_seen').on(table.seenAt),
  ],
);
