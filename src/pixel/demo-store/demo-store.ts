/**
 * The demo store: a storefront with known faults, whose pages are in the program. A scan of it needs no network, so the first
 * `curl`, the guides, the reference and the tests show a real scan. `README.md` lists the faults.
 *
 * Its name ends in `.invalid`, which never resolves (RFC 6761), so no real storefront is hidden by it.
 */
import type { BuiltInSite } from '../fetch/built-in-site.ts';
import cart from './cart.liquid' with { type: 'text' };
import collection from './collection.liquid' with { type: 'text' };
import { CONTAINER } from './container.ts';
import contentForHeader from './content-for-header.liquid' with { type: 'text' };
import home from './home.liquid' with { type: 'text' };
import product from './product.liquid' with { type: 'text' };

const PAGES: Record<string, string> = {
  '/': home,
  '/collections/all': collection,
  '/products/canvas-tote': product,
  '/cart': cart,
};

const GTM = 'https://www.googletagmanager.com/gtm.js?id=GTM-DEMO123';
const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const HOST = 'demo-store.portside.invalid';

export const DEMO_STORE_URL = `https://${HOST}/`;

export const demoStore: BuiltInSite = {
  host: HOST,
  answer({ href, host, pathname }) {
    if (href === GTM) return { contentType: SCRIPT, text: CONTAINER };
    if (host !== HOST || !Object.hasOwn(PAGES, pathname)) return undefined;
    // Shopify puts its own code into every page at this place.
    return { contentType: HTML, text: PAGES[pathname]!.replace('{{ content_for_header }}', () => contentForHeader) };
  },
};
