/** What kind of page was read, from its signs: a storefront, or a page that says nothing about one. */
import type { JourneyPage, PageKind } from '../../domain/scan-report.ts';
import { pageOfPath } from '../journey/page-of-path.ts';
import type { MarkFact, PageFacts } from '../tags/facts.ts';

/** A page with less text holds almost nothing, unless a tag or a sign of a shop is in it. */
const TEXT_CHARS_MIN = 512;
/** A page that scripts fill may have a sentence for visitors without scripts. */
const SHELL_TEXT_CHARS_MAX = 200;

const CHECKOUT = /^\/(?:\d+\/)?checkouts?(?:\/|$)/i;
const PASSWORD = /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?password\/?$/i;
const ACCOUNT_HOST = /^shopify\.com$/i;

/** `url`: the final address of the page. The strongest signs come first: a closed shop is a Shopify page too. */
export function pageKind(page: PageFacts, url: string): PageKind {
  const { hostname, pathname } = new URL(url);
  const surface = markValue(page, 'surface');
  const isShop = has(page, 'shopify') || has(page, 'headless') || has(page, 'pixel_list');
  const size = sizeOf(page);
  const isSmall = size !== undefined && size.text < TEXT_CHARS_MIN;
  if (!hasTags(page)) {
    // Ordinary storefronts have the script of a bot protection too.
    if (has(page, 'challenge_page') || (has(page, 'challenge_script') && isSmall && !isShop)) return 'blocked';
    if (has(page, 'closed_page')) return 'closed';
  }
  if (surface?.startsWith('checkout') || has(page, 'checkout_page') || CHECKOUT.test(pathname)) return 'checkout';
  const isAccount = ACCOUNT_HOST.test(hostname) && /\/account(\/|$)/.test(pathname);
  if (isAccount || surface === 'customer-account' || has(page, 'customer_account_page')) return 'customer_account';
  if (has(page, 'password_page') || PASSWORD.test(pathname)) return 'password';
  if (isShop) return 'storefront';
  if (size === undefined || hasTags(page) || has(page, 'cut')) return 'not_a_store';
  if (has(page, 'root_element') && size.scripts > 0 && size.text <= SHELL_TEXT_CHARS_MAX) return 'built_in_browser';
  return isSmall || (size.scripts === 0 && size.links === 0) ? 'empty' : 'not_a_store';
}

/** Which page of a visit it is: by what Shopify says, else by its path, with a locale before it or not. */
export function journeyPage(page: PageFacts, url: string): JourneyPage {
  const type = markValue(page, 'page_type');
  const known = type === undefined ? undefined : BY_TYPE.get(type);
  if (known) return known;
  return pageOfPath(new URL(url).pathname);
}

const BY_TYPE = new Map<string, JourneyPage>(
  Object.entries({
    index: 'home',
    home: 'home',
    product: 'product',
    collection: 'collection',
    cart: 'cart',
    searchresults: 'search',
    search: 'search',
  }),
);

function has(page: PageFacts, name: MarkFact['name']): boolean {
  return page.marks.some((mark) => mark.name === name);
}

function markValue(page: PageFacts, name: MarkFact['name']): string | undefined {
  return page.marks.find((mark) => mark.name === name)?.value;
}

function hasTags(page: PageFacts): boolean {
  return page.tags.length + page.events.length + page.entries.length + page.vendors.length > 0;
}

function sizeOf(page: PageFacts): { text: number; scripts: number; links: number } | undefined {
  const [text, scripts, links] = (markValue(page, 'page_size') ?? '').split(' ').map(Number);
  return text === undefined || scripts === undefined || links === undefined ? undefined : { text, scripts, links };
}
