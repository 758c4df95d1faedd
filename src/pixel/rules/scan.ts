/** The rules on the scan itself: what was looked at, and what was not. A page that was not looked at is never clean. */
import type { PageKind, Severity } from '../../domain/scan-report.ts';
import { coverageOf, saysNothing, type Unread } from '../report/coverage.ts';
import type { PageFacts } from '../tags/facts.ts';
import { type Match, marksNamed, type Rule } from './rule.ts';

const RULES_PAGE = 'docs/pixel-rules.md';
const CUSTOMER_EVENTS = 'https://help.shopify.com/manual/promoting-marketing/pixels/overview';
const NAMED_MAX = 8;

/** What is said about a page that says nothing about the tags of a shop. */
const KINDS: Partial<Record<PageKind, { severity: Severity; found: string; remedy: string }>> = {
  blocked: {
    severity: 'error',
    found: 'The shop refused the scan. Nothing can be said about its tags',
    remedy: 'Allow the user agent PortsideScan, or scan a saved page.',
  },
  closed: {
    severity: 'warn',
    found: 'The shop is closed. Nothing can be said about its tags',
    remedy: 'Scan the shop when it is open.',
  },
  password: {
    severity: 'warn',
    found: 'The shop is behind its password page. Tags on this page were read; the shop’s own pages were not',
    remedy: 'Open the storefront, or scan a saved page.',
  },
  checkout: {
    severity: 'info',
    found: 'This is a checkout page. Theme code and containers do not run here; only pixels of Customer events do',
    remedy: 'Scan a storefront page.',
  },
  customer_account: {
    severity: 'info',
    found:
      'This is a page of a customer account. Theme code and containers do not run here; only pixels of Customer events do',
    remedy: 'Scan a storefront page.',
  },
  empty: {
    severity: 'warn',
    found: 'The page holds almost nothing: an error page or one built in the browser',
    remedy: 'Check the address.',
  },
  built_in_browser: {
    severity: 'warn',
    found: 'The page is built in the browser. Tags may be added by scripts; none are in the delivered page',
    remedy: 'Save the page from a browser and scan the saved page.',
  },
};

export const SCAN_RULES: readonly Rule[] = [
  {
    id: 'page_not_judged',
    severity: 'info',
    category: 'inventory',
    weight: 0,
    what: 'The page says nothing about the tags of the shop: a bot challenge, a password page, a closed shop, checkout, a page without content.',
    why: 'A report without faults would look like a clean shop. There is no score.',
    remedy: 'Scan a storefront page that is open to visitors.',
    source: RULES_PAGE,
    seesAllPages: true,
    match: (page) => {
      const { state, kind } = coverageOf(page);
      const text = state === 'not_judged' ? KINDS[kind] : undefined;
      return text ? [text] : [];
    },
  },
  {
    id: 'not_shopify',
    severity: 'info',
    category: 'inventory',
    weight: 0,
    what: 'No sign of Shopify in the page.',
    why: 'The tags are read as on any site. Advice about Shopify does not apply.',
    remedy: 'Check the address.',
    source: 'https://shopify.dev/docs/api/ajax',
    seesAllPages: true,
    match: (page) =>
      firstJudged(page) === 'not_a_store'
        ? [{ found: 'This is not a Shopify page: no sign of Shopify was found in it' }]
        : [],
  },
  {
    id: 'no_trackers_found',
    severity: 'info',
    category: 'inventory',
    weight: 0,
    what: 'No Meta, Google Analytics, Google Ads or GTM of any form, in a page that was read in full with everything that it loads.',
    why: 'There is nothing to fix. Code that runs only in checkout is not in the page.',
    remedy: 'Nothing to do.',
    source: CUSTOMER_EVENTS,
    seesAllPages: true,
    match: (page) =>
      isWithoutTags(page) && isReadInFull(page)
        ? [{ found: 'No Meta, Google Analytics, Google Ads or GTM tag was found in the page' }]
        : [],
  },
  {
    id: 'scan_truncated',
    severity: 'info',
    category: 'inventory',
    weight: 0,
    what: 'The page was not read in full, or it sends visitors to another address.',
    why: 'The result is partial.',
    remedy: 'Scan a smaller page of the store, or the address that visitors come to.',
    source: RULES_PAGE,
    seesAllPages: true,
    match: (page) => partialReasons(page).map((found) => ({ id: found, found })),
  },
  {
    id: 'scan_not_looked_at',
    severity: 'info',
    category: 'inventory',
    weight: 0,
    what: 'Containers, loaders, custom pixels or pages that can send events and were not read.',
    why: 'Nothing is known about them, so the score is at most 89.',
    remedy: 'Scan again with containers and custom pixels, or look at them by hand.',
    source: RULES_PAGE,
    seesAllPages: true,
    match: notLookedAt,
  },
];

function firstJudged(page: PageFacts): PageKind | undefined {
  return page.pageKinds.find(({ is }) => !saysNothing(is))?.is;
}

function isWithoutTags(page: PageFacts): boolean {
  return page.tags.length + page.events.length === 0;
}

function isReadInFull(page: PageFacts): boolean {
  const { state, unread } = coverageOf(page);
  const unreadable = marksNamed(page, 'pixel_list_unreadable').length > 0;
  return state !== 'not_judged' && unread.length === 0 && partialReasons(page).length === 0 && !unreadable;
}

function partialReasons(page: PageFacts): string[] {
  return [
    ...new Set([
      ...marksNamed(page, 'cut').map((mark) => `The page was read only in part: ${mark.value ?? 'its end is missing'}`),
      ...marksNamed(page, 'redirect').map(() => 'The page sends visitors to another address by meta refresh'),
    ]),
  ];
}

function notLookedAt(page: PageFacts): Match[] {
  const { state, unread } = coverageOf(page);
  if (state === 'not_judged' || unread.length === 0) return [];
  const before = isWithoutTags(page) ? 'No Meta or Google tag is in the page itself. ' : '';
  const names = unread.slice(0, NAMED_MAX).map(nameOf).join(', ');
  const rest = unread.length > NAMED_MAX ? ` and ${unread.length - NAMED_MAX} more` : '';
  return [{ found: `${before}Not read: ${names}${rest}`, places: unread.map(({ fact }) => fact), ids: [] }];
}

function nameOf({ kind, id, name, reason, tried }: Unread): string {
  const what = name === undefined ? `${NOUNS[kind]} ${id}` : `${NOUNS[kind]} “${name}”`;
  return tried ? `${what} (${reason.charAt(0).toLowerCase()}${reason.slice(1).replace(/\.$/, '')})` : what;
}

const NOUNS: Record<Unread['kind'], string> = {
  page: 'page',
  container: 'container',
  loader: 'loader',
  app_pixel: 'app pixel',
  custom_pixel: 'custom pixel',
};
