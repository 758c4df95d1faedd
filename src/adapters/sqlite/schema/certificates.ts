import { blob, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Certificates: what is listed and searched. Never deleted, and changed only by revocation. */
export const certificates = sqliteTable(
  'certificates',
  {
    gccId: text('gcc_id').primaryKey(),
    keyId: text('key_id').notNull(),
    requestId: text('request_id').notNull(),
    issuedAtMs: integer('issued_at_ms').notNull(),
    /** As printed on the document. */
    verifyUrl: text('verify_url').notNull(),
    sha256: text('sha256').notNull(),
    pdfBytes: integer('pdf_bytes').notNull(),
    revokedAtMs: integer('revoked_at_ms'),
    /** `searchTextOf` the request. */
    searchText: text('search_text').notNull(),
    revocationReason: text('revocation_reason'),
    /** The certificate that supersedes it. */
    successorId: text('successor_id'),
    /** Of the key. Null if no key asked for it. */
    lineageId: integer('lineage_id'),
    /** The default is the least that can be said of a row. No row is written without its state. */
    state: text('state', { enum: ['incomplete', 'stated_with_defects', 'stated'] })
      .notNull()
      .default('incomplete'),
  },
  (table) => [
    index('certificates_issued').on(table.issuedAtMs, table.gccId),
    index('certificates_sha256').on(table.sha256),
    index('certificates_lineage').on(table.lineageId, table.issuedAtMs, table.gccId),
  ],
);

/** The large part of a certificate, in a table of its own so that listing and searching a million certificates does not read it. */
export const certificateFiles = sqliteTable('certificate_files', {
  gccId: text('gcc_id').primaryKey(),
  requestJson: text('request_json').notNull(),
  pdf: blob('pdf', { mode: 'buffer' }).notNull(),
  /** The value of `/Contents` in the PDF. */
  signature: blob('signature', { mode: 'buffer' }),
  /** SHA-256 of the certificate that signed. */
  signer: text('signer'),
  timestampedAtMs: integer('timestamped_at_ms'),
});

/** Which certificate was issued under an `Idempotency-Key`. From `forgotten_at_ms` on a row is ignored. */
export const idempotency = sqliteTable(
  'idempotency',
  {
    lineage: text('lineage').notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    bodySha256: text('body_sha256').notNull(),
    gccId: text('gcc_id').notNull(),
    forgottenAtMs: integer('forgotten_at_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.lineage, table.idempotencyKey] }),
    index('idempotency_forgotten').on(table.forgottenAtMs),
  ],
);
