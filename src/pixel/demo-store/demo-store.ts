/**
 * The demo store: a storefront with known faults, whose pages are in the program. A scan of it needs no network, so the first
 * `curl`, the guides, the reference and the tests show a real scan. `README.md` lists the faults.
 *
 * Its name ends in `.invalid`, which never resolves (RFC 6761), so no real storefront is hidden by it.
 */
import type { BuiltInSite } from '../fetch/built-in-site.ts';
import { DEMO_STORE_HOST } from './address.ts';
import cart from './cart.liquid' with { type: 'text' };
import collection from './collection.liquid' with { type: 'text' };
import { CONTAINER, GOOGLE_TAG } from './container.ts';
import contentForHeader from './content-for-header.liquid' with { type: 'text' };
import { CUSTOM_PIXEL, ROBOTS, SANDBOX } from './custom-pixel.ts';
import home from './home.liquid' with { type: 'text' };
import product from './product.liquid' with { type: 'text' };
import search from './search.liquid' with { type: 'text' };

const PAGES = new Map<string, string>(
  Object.entries({
    '/': home,
    '/collections/all': collection,
    '/products/canvas-tote': product,
    '/cart': cart,
    '/search': search,
  }),
);

const SCRIPTS = new Map<string, string>(
  Object.entries({
    'https://www.googletagmanager.com/gtm.js?id=GTM-DEMO123': CONTAINER,
    'https://www.googletagmanager.com/gtag/js?id=G-DEMO123456': GOOGLE_TAG,
  }),
);
const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

export const demoStore: BuiltInSite = {
  host: DEMO_STORE_HOST,
  answer({ href, host, pathname }) {
    const script = SCRIPTS.get(href);
    if (script !== undefined) return { contentType: SCRIPT, text: script };
    if (host !== DEMO_STORE_HOST) return undefined;
    if (pathname === '/robots.txt') return { contentType: 'text/plain', text: ROBOTS };
    // Shopify ignores the path of the page behind it.
    if (pathname.startsWith(`${SANDBOX}/`)) return { contentType: HTML, text: CUSTOM_PIXEL };
    const page = PAGES.get(pathname);
    if (page === undefined) return undefined;
    // Shopify puts its own code into every page at this place.
    return { contentType: HTML, text: page.replace('{{ content_for_header }}', () => contentForHeader) };
  },
};
