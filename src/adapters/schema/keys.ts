import { sql } from 'drizzle-orm';
import type { Columns } from './columns.ts';

export function keyTables({ caseless, index, integer, long, serial, table, text, uniqueIndex }: Columns) {
  return {
    /** API keys. The key itself is never stored: only its SHA-256, and its beginning and end to recognise it in a list. */
    keys: table(
      'keys',
      {
        id: serial('id'),
        /** Id of the first key of the lineage. The keys of a lineage share limits. */
        lineageId: long('lineage_id').notNull(),
        name: text('name').notNull(),
        scope: text('scope', { enum: ['tariff', 'pixel', 'entry', 'all'] }).notNull(),
        notes: text('notes').notNull().default(''),
        hash: text('hash').notNull(),
        prefix: text('prefix').notNull(),
        lastFour: text('last_four').notNull(),
        perMinute: integer('per_minute').notNull(),
        perDay: integer('per_day').notNull(),
        createdAt: long('created_at').notNull(),
        /** Set when a key is issued with an expiry, or when it is rotated: the end of the overlap. */
        expiresAt: long('expires_at'),
        revokedAt: long('revoked_at'),
        /** The key this one was rotated into. */
        successorId: long('successor_id'),
        /** Written when the journal is rolled up, at most once a minute: up to two minutes behind. */
        lastUsedAt: long('last_used_at'),
        networks: text('networks').notNull().default(''),
        owner: text('owner').notNull().default(''),
        /** Separated by spaces. */
        tags: text('tags').notNull().default(''),
      },
      (columns) => [
        uniqueIndex('keys_hash').on(columns.hash),
        index('keys_lineage').on(columns.lineageId),
        // The operator page sorts and filters 100,000 keys by these. The text index `key_search` (migration 0007) finds parts of texts.
        index('keys_prefix').on(columns.prefix),
        index('keys_owner').on(caseless(columns.owner)),
        index('keys_name').on(caseless(columns.name)),
        index('keys_last_used').on(columns.lastUsedAt),
        index('keys_scope').on(columns.scope),
        index('keys_expires').on(columns.expiresAt).where(sql`${columns.expiresAt} IS NOT NULL`),
        index('keys_revoked').on(columns.revokedAt).where(sql`${columns.revokedAt} IS NOT NULL`),
      ],
    ),
  };
}
