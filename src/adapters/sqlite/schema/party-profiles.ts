import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** Parties that are kept for later certificates. `details` is JSON. */
export const partyProfiles = sqliteTable(
  'party_profiles',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    lineageId: integer('lineage_id').notNull(),
    alternateId: text('alternate_id').notNull(),
    /** The roles, each between commas. */
    roles: text('roles').notNull(),
    details: text('details').notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    updatedAtMs: integer('updated_at_ms').notNull(),
  },
  (table) => [
    uniqueIndex('party_profiles_key').on(table.lineageId, table.alternateId),
    index('party_profiles_lineage').on(table.lineageId, table.seq),
  ],
);
