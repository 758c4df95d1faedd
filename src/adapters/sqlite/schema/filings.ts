import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Certificates sent to the registry: `domain/filing.ts`. `errors` and `parties` are JSON. */
export const filings = sqliteTable(
  'filings',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    gccId: text('gcc_id').notNull(),
    certifierId: text('certifier_id').notNull(),
    collectionId: text('collection_id').notNull(),
    productId: text('product_id').notNull(),
    versionId: text('version_id').notNull(),
    state: text('state', { enum: ['sent', 'accepted', 'refused'] }).notNull(),
    sentAtMs: integer('sent_at_ms').notNull(),
    importId: text('import_id'),
    decidedAtMs: integer('decided_at_ms'),
    errors: text('errors').notNull(),
    parties: text('parties').notNull(),
    polls: integer('polls').notNull(),
    nextPollAtMs: integer('next_poll_at_ms'),
  },
  (table) => [
    index('filings_certificate').on(table.gccId, table.id),
    index('filings_product').on(table.productId, table.id),
    index('filings_due').on(table.nextPollAtMs).where(sql`${table.nextPollAtMs} IS NOT NULL`),
  ],
);

/** Parties that the registry has, by the certifier's own key of them. */
export const filedParties = sqliteTable(
  'filed_parties',
  {
    certifierId: text('certifier_id').notNull(),
    alternateId: text('alternate_id').notNull(),
    /** Of what was filed of it. Null where that is not known. */
    contentSha256: text('content_sha256'),
  },
  (table) => [primaryKey({ columns: [table.certifierId, table.alternateId] })],
);

/** Tables of CPSC's citation codes. The newest is in use. `body` is JSON. */
export const citationCodeImports = sqliteTable('citation_code_imports', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  importedAt: integer('imported_at').notNull(),
  sha256: text('sha256').notNull(),
  body: text('body').notNull(),
});
