import type { Columns } from './columns.ts';

export function workbenchSessionTables({ index, long, table, text }: Columns) {
  return {
    /** Sessions of the workbench. As above, only hashes are stored: of the token, and of the key that it was exchanged for. */
    workbenchSessions: table(
      'work_sessions',
      {
        tokenHash: text('token_hash').primaryKey(),
        expiresAt: long('expires_at').notNull(),
        keyHash: text('key_hash').notNull(),
        lineageId: long('lineage_id').notNull(),
        origin: text('origin').notNull(),
        startedAt: long('started_at').notNull(),
        /** Of the last request, up to a minute behind. */
        seenAt: long('seen_at').notNull(),
      },
      (columns) => [
        index('work_sessions_key').on(columns.keyHash, columns.startedAt),
        index('work_sessions_expires').on(columns.expiresAt),
        index('work_sessions_seen').on(columns.seenAt),
      ],
    ),
  };
}
