import type { Columns } from './columns.ts';

export function signingCertificateTables({ long, table, text }: Columns) {
  return {
    /** Every certificate that ever signed, so that old documents can be checked after a change of key. Never the key itself. */
    signingCertificates: table('signing_certificates', {
      fingerprint: text('fingerprint').primaryKey(),
      /** The signer's certificate, and those of its issuers after it. */
      pem: text('pem').notNull(),
      firstUsedMs: long('first_used_ms').notNull(),
    }),
  };
}
