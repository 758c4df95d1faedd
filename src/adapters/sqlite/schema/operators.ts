import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** Who may sign in to the operator page. */
export const operators = sqliteTable(
  'operators',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    name: text('name').notNull(),
    role: text('role', { enum: ['reader', 'issuer', 'owner'] }).notNull(),
    /** argon2id. */
    passwordHash: text('password_hash').notNull(),
    createdAt: integer('created_at').notNull(),
    passwordSetAt: integer('password_set_at').notNull(),
  },
  (table) => [uniqueIndex('operators_name').on(table.name)],
);

/** Sessions of the operator page. Only the SHA-256 of a session's token is stored: reading the file gives nobody a session. */
export const operatorSessions = sqliteTable(
  'operator_sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    expiresAt: integer('expires_at').notNull(),
    operatorId: integer('operator_id').notNull(),
    origin: text('origin').notNull(),
    startedAt: integer('started_at').notNull(),
    /** Of the last request, up to a minute behind. */
    seenAt: integer('seen_at').notNull(),
  },
  (table) => [index('operator_sessions_operator').on(table.operatorId, table.startedAt)],
);

/** Forms that were sent, by the hash of their single-use token. A reloaded page must not issue a second key. */
export const operatorForms = sqliteTable('operator_forms', {
  tokenHash: text('token_hash').primaryKey(),
  sentAt: integer('sent_at').notNull(),
});

/** Failed sign-ins by network, or by browser that has signed in before. The row `*` counts those of all networks. */
export const operatorFailures = sqliteTable('operator_failures', {
  address: text('address').primaryKey(),
  failures: integer('failures').notNull(),
  lastAt: integer('last_at').notNull(),
  lockedUntil: integer('locked_until').notNull(),
});
