import { and, like, or, sql } from 'drizzle-orm';
import { escapeLike } from '../escape-like.ts';
import type { CertificateConditions } from '../stores/certificates.ts';
import { certificateFiles, certificates } from './schema.ts';

/** Both conditions on a text have an index, if pg_trgm is there. */
export const certificateConditions: CertificateConditions = {
  matches: (text) => or(contains(text), like(certificates.gccId, `${escapeLike(text)}%`)),
  hasSku(sku) {
    const request = sql`${certificateFiles.requestJson}::jsonb`;
    // The type jsonb refuses a NUL and half a surrogate pair, which no stored SKU has.
    const value = sku.toWellFormed().replaceAll('\0', '\uFFFD');
    const ofProduct = JSON.stringify({ product_info: { sku: value } });
    const ofIdentifiers = JSON.stringify({ identifiers: [{ type: 'sku', value }] });
    return and(
      contains(sku.toLowerCase()),
      or(sql`${request} @> ${ofProduct}::jsonb`, sql`${request} @> ${ofIdentifiers}::jsonb`),
    );
  },
  slices: () => [undefined],
};

function contains(part: string) {
  return like(certificates.searchText, `%${escapeLike(part)}%`);
}
