/**
 * Finds a product and a collection in the beginning of a sitemap. It looks for `<loc>` by hand: a parser of XML would have entities and
 * other documents to follow. Runs in a worker.
 */

/** Enough for the index, and for the first product of a list. */
export const SITEMAP_BYTES_MAX = 64 * 1024;
const LOCATIONS_MAX = 500;
const ADDRESS_CHARS_MAX = 2048;

/** What a sitemap leads to, on the host of the sitemap. */
export interface SitemapLinks {
  /** Path of the first product. */
  product?: string;
  collection?: string;
  /** Address of the list of products, if this is an index. */
  products?: string;
}

export function sitemapLinks(text: string, url: string): SitemapLinks {
  const found: SitemapLinks = {};
  const { host } = new URL(url);
  for (const location of locations(text)) {
    const at = URL.parse(location);
    if (at?.host !== host || !/^https?:$/.test(at.protocol)) continue;
    if (/\/products\/[^/]+$/.test(at.pathname)) found.product ??= at.pathname;
    else if (/\/collections\/[^/]+$/.test(at.pathname)) found.collection ??= at.pathname;
    else if (/\/sitemap_products_\d+\.xml$/.test(at.pathname)) found.products ??= at.href;
  }
  return found;
}

/** The texts between `<loc>` and `</loc>`. Of the entities only `&amp;` is known. */
function* locations(text: string): Generator<string> {
  const end = Math.min(text.length, SITEMAP_BYTES_MAX);
  let at = 0;
  for (let count = 0; count < LOCATIONS_MAX; count++) {
    const open = text.indexOf('<loc>', at);
    if (open < 0 || open >= end) return;
    const close = text.indexOf('</loc>', open + 5);
    if (close < 0) return;
    if (close - open <= ADDRESS_CHARS_MAX)
      yield text
        .slice(open + 5, close)
        .trim()
        .replaceAll('&amp;', '&');
    at = close + 6;
  }
}
