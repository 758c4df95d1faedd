import type { Columns } from './columns.ts';

export function partyProfileTables({ index, long, serial, table, text, uniqueIndex }: Columns) {
  return {
    /** Parties that are kept for later certificates. `details` is JSON. */
    partyProfiles: table(
      'party_profiles',
      {
        seq: serial('seq'),
        lineageId: long('lineage_id').notNull(),
        alternateId: text('alternate_id').notNull(),
        /** The roles, each between commas. */
        roles: text('roles').notNull(),
        details: text('details').notNull(),
        createdAtMs: long('created_at_ms').notNull(),
        updatedAtMs: long('updated_at_ms').notNull(),
      },
      (columns) => [
        uniqueIndex('party_profiles_key').on(columns.lineageId, columns.alternateId),
        index('party_profiles_lineage').on(columns.lineageId, columns.seq),
      ],
    ),
  };
}
