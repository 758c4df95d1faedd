/** Lines of a batch that state the same product and lot. Each makes a certificate, and one of them is perhaps there by mistake. */
import type { GccRequest } from '../../domain/certificate.ts';

const REMARKS_MAX = 10;
const LINES_NAMED_MAX = 10;

/** A line that makes a certificate, and what its product is known by. */
export interface ProductLine {
  line: number;
  key: string;
}

/** The same for the same product and lot, or without a lot the same date of manufacture. @param body of a v2 request that was read without a fault */
export function productKey(body: Readonly<Record<string, unknown>>): string {
  const { product_info: product, identifiers = [] } = body as unknown as GccRequest;
  const { sku, model, gtin, lot, date_of_manufacture: made } = product;
  return JSON.stringify([sku ?? model ?? gtin ?? identifiers, lot === undefined ? { made } : lot]).toLowerCase();
}

/** Sentences for the sender. */
export function sameProductRemarks(lines: readonly ProductLine[]): string[] {
  const groups = [...Map.groupBy(lines, ({ key }) => key).values()].filter(({ length }) => length > 1);
  const remarks = groups
    .slice(0, REMARKS_MAX)
    .map((group) => `${listed(group)} state the same product and lot or date. Each makes a certificate.`);
  const more = groups.length - remarks.length;
  return more > 0 ? [...remarks, `${more} more products are stated by several lines.`] : remarks;
}

/** `Lines 2, 5 and 7`. */
function listed(group: readonly ProductLine[]): string {
  const shown = group.slice(0, LINES_NAMED_MAX).map(({ line }) => String(line));
  const last = group.length > shown.length ? `${group.length - shown.length} more` : shown.pop()!;
  return `Lines ${shown.join(', ')} and ${last}`;
}
