import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** API keys. The key itself is never stored: only its SHA-256, and its beginning and end to recognise it in a list. */
export const keys = sqliteTable(
  'keys',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Id of the first key of the lineage. The keys of a lineage share limits. */
    lineageId: integer('lineage_id').notNull(),
    name: text('name').notNull(),
    scope: text('scope', { enum: ['tariff', 'pixel', 'entry', 'all'] }).notNull(),
    notes: text('notes').notNull().default(''),
    hash: text('hash').notNull(),
    prefix: text('prefix').notNull(),
    lastFour: text('last_four').notNull(),
    perMinute: integer('per_minute').notNull(),
    perDay: integer('per_day').notNull(),
    createdAt: integer('created_at').notNull(),
    /** Set when a key is issued with an expiry, or when it is rotated: the end of the overlap. */
    expiresAt: integer('expires_at'),
    revokedAt: integer('revoked_at'),
    /** The key this one was rotated into. */
    successorId: integer('successor_id'),
    /** Written when the journal is rolled up, at most once a minute: up to two minutes behind. */
    lastUsedAt: integer('last_used_at'),
    networks: text('networks').notNull().default(''),
    owner: text('owner').notNull().default(''),
    /** Separated by spaces. */
    tags: text('tags').notNull().default(''),
  },
  (table) => [
    uniqueIndex('keys_hash').on(table.hash),
    index('keys_lineage').on(table.lineageId),
    // The operator page sorts and filters 100,000 keys by these. The text index `key_search` (migration 0007) finds parts of texts.
    index('keys_prefix').on(table.prefix),
    index('keys_owner').on(sql`${table.owner} COLLATE NOCASE`),
    index('keys_name').on(sql`${table.name} COLLATE NOCASE`),
    index('keys_last_used').on(table.lastUsedAt),
    index('keys_scope').on(table.scope),
    index('keys_expires').on(table.expiresAt).where(sql`${table.expiresAt} IS NOT NULL`),
    index('keys_revoked').on(table.revokedAt).where(sql`${table.revokedAt} IS NOT NULL`),
  ],
);
