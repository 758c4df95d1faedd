import { sql } from 'drizzle-orm';
import type { Columns } from './columns.ts';

export function filingTables({ index, integer, long, primaryKey, serial, table, text }: Columns) {
  return {
    /** Certificates sent to the registry: `domain/filing.ts`. `errors` and `parties` are JSON. */
    filings: table(
      'filings',
      {
        id: serial('id'),
        gccId: text('gcc_id').notNull(),
        certifierId: text('certifier_id').notNull(),
        collectionId: text('collection_id').notNull(),
        productId: text('product_id').notNull(),
        versionId: text('version_id').notNull(),
        state: text('state', { enum: ['sent', 'accepted', 'refused'] }).notNull(),
        sentAtMs: long('sent_at_ms').notNull(),
        importId: text('import_id'),
        decidedAtMs: long('decided_at_ms'),
        errors: text('errors').notNull(),
        parties: text('parties').notNull(),
        polls: integer('polls').notNull(),
        nextPollAtMs: long('next_poll_at_ms'),
      },
      (columns) => [
        index('filings_certificate').on(columns.gccId, columns.id),
        index('filings_product').on(columns.productId, columns.id),
        index('filings_due').on(columns.nextPollAtMs).where(sql`${columns.nextPollAtMs} IS NOT NULL`),
      ],
    ),

    /** Parties that the registry has, by the certifier's own key of them. */
    filedParties: table(
      'filed_parties',
      {
        certifierId: text('certifier_id').notNull(),
        alternateId: text('alternate_id').notNull(),
        /** Of what was filed of it. Null where that is not known. */
        contentSha256: text('content_sha256'),
      },
      (columns) => [primaryKey({ columns: [columns.certifierId, columns.alternateId] })],
    ),

    /** Tables of CPSC's citation codes. The newest is in use. `body` is JSON. */
    citationCodeImports: table('citation_code_imports', {
      id: serial('id'),
      importedAt: long('imported_at').notNull(),
      sha256: text('sha256').notNull(),
      body: text('body').notNull(),
    }),
  };
}
