import type { Columns } from './columns.ts';

export function operatorTables({ index, integer, long, serial, table, text, uniqueIndex }: Columns) {
  return {
    /** Who may sign in to the operator page. */
    operators: table(
      'operators',
      {
        id: serial('id'),
        name: text('name').notNull(),
        role: text('role', { enum: ['reader', 'issuer', 'owner'] }).notNull(),
        /** argon2id. */
        passwordHash: text('password_hash').notNull(),
        createdAt: long('created_at').notNull(),
        passwordSetAt: long('password_set_at').notNull(),
      },
      (columns) => [uniqueIndex('operators_name').on(columns.name)],
    ),

    /** Sessions of the operator page. Only the SHA-256 of a session's token is stored: reading the file gives nobody a session. */
    operatorSessions: table(
      'operator_sessions',
      {
        tokenHash: text('token_hash').primaryKey(),
        expiresAt: long('expires_at').notNull(),
        operatorId: long('operator_id').notNull(),
        origin: text('origin').notNull(),
        startedAt: long('started_at').notNull(),
        /** Of the last request, up to a minute behind. */
        seenAt: long('seen_at').notNull(),
      },
      (columns) => [index('operator_sessions_operator').on(columns.operatorId, columns.startedAt)],
    ),

    /** Forms that were sent, by the hash of their single-use token. A reloaded page must not issue a second key. */
    operatorForms: table('operator_forms', {
      tokenHash: text('token_hash').primaryKey(),
      sentAt: long('sent_at').notNull(),
    }),

    /** Failed sign-ins by network, or by browser that has signed in before. The row `*` counts those of all networks. */
    operatorFailures: table('operator_failures', {
      address: text('address').primaryKey(),
      failures: integer('failures').notNull(),
      lastAt: long('last_at').notNull(),
      lockedUntil: long('locked_until').notNull(),
    }),
  };
}
