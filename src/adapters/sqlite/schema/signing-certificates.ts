import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Every certificate that ever signed, so that old documents can be checked after a change of key. Never the key itself. */
export const signingCertificates = sqliteTable('signing_certificates', {
  fingerprint: text('fingerprint').primaryKey(),
  /** The signer's certificate, and those of its issuers after it. */
  pem: text('pem').notNull(),
  firstUsedMs: integer('first_used_ms').notNull(),
});
