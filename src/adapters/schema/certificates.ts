import type { Columns } from './columns.ts';

export function certificateTables({ bytes, index, integer, long, primaryKey, table, text }: Columns) {
  return {
    /** Certificates: what is listed and searched. Never deleted, and changed only by revocation and by whether the PDF is public. */
    certificates: table(
      'certificates',
      {
        gccId: text('gcc_id').primaryKey(),
        keyId: text('key_id').notNull(),
        requestId: text('request_id').notNull(),
        issuedAtMs: long('issued_at_ms').notNull(),
        /** As printed on the document. */
        verifyUrl: text('verify_url').notNull(),
        sha256: text('sha256').notNull(),
        pdfBytes: integer('pdf_bytes').notNull(),
        revokedAtMs: long('revoked_at_ms'),
        /** `searchTextOf` the request. */
        searchText: text('search_text').notNull(),
        revocationReason: text('revocation_reason'),
        /** The certificate that supersedes it. */
        successorId: text('successor_id'),
        /** Of the key. Null if no key asked for it. */
        lineageId: long('lineage_id'),
        /** The default is the least that can be said of a row. No row is written without its state. */
        state: text('state', { enum: ['incomplete', 'stated_with_defects', 'stated'] })
          .notNull()
          .default('incomplete'),
        /** Since when its PDF is public. Null: it is not. */
        publicSinceMs: long('public_since_ms'),
      },
      (columns) => [
        index('certificates_issued').on(columns.issuedAtMs, columns.gccId),
        index('certificates_sha256').on(columns.sha256),
        index('certificates_lineage').on(columns.lineageId, columns.issuedAtMs, columns.gccId),
        index('certificates_successor').on(columns.successorId),
      ],
    ),

    /** The large part of a certificate, in a table of its own so that listing and searching a million certificates does not read it. */
    certificateFiles: table('certificate_files', {
      gccId: text('gcc_id').primaryKey(),
      requestJson: text('request_json').notNull(),
      pdf: bytes('pdf').notNull(),
      /** The value of `/Contents` in the PDF. */
      signature: bytes('signature'),
      /** SHA-256 of the certificate that signed. */
      signer: text('signer'),
      timestampedAtMs: long('timestamped_at_ms'),
    }),

    /** Which certificate was issued under an `Idempotency-Key`. From `forgotten_at_ms` on a row is ignored. */
    idempotency: table(
      'idempotency',
      {
        lineage: text('lineage').notNull(),
        idempotencyKey: text('idempotency_key').notNull(),
        bodySha256: text('body_sha256').notNull(),
        gccId: text('gcc_id').notNull(),
        forgottenAtMs: long('forgotten_at_ms').notNull(),
      },
      (columns) => [
        primaryKey({ columns: [columns.lineage, columns.idempotencyKey] }),
        index('idempotency_forgotten').on(columns.forgottenAtMs),
      ],
    ),
  };
}
