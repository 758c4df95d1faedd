/** The rules on the scan itself: what was looked at, and what was not. A page that was not looked at is never clean. */
import type { PageKind, Severity } from '../../domain/scan-report.ts';
import { coverageOf, saysNothing, type Unread } from '../report/coverage.ts';
import type { MarkFact, PageFacts } from '../tags/facts.ts';
import { filesOf, hostList, type Match, marksNamed, type Rule } from './rule.ts';

const RULES_PAGE = 'docs/pixel-rules.md';
const CUSTOMER_EVENTS = 'https://help.shopify.com/manual/promoting-marketing/pixels/overview';
const NAMED_MAX = 8;
const HOSTS_NAMED_MAX = 5;

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
    what: 'No Meta, Google Analytics, Google Ads or GTM of any form in the HTML of the page and in the containers and pixels that it names.',
    why: 'There is nothing to fix there. Script files of the theme and of apps are not read, and code that runs only in checkout is not in the page.',
    remedy: 'Nothing to do.',
    source: CUSTOMER_EVENTS,
    seesAllPages: true,
    match: withoutTags,
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
    match: (page) => reasonsOf(page, TRUNCATED).map((found) => ({ id: found, found })),
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
  const isNamed = page.entries.some(({ namedIds }) => namedIds !== undefined);
  return page.tags.length + page.events.length === 0 && !isNamed;
}

/** Signs of a page of which a part is missing. The tags of a shop may be in it. */
const TRUNCATED: ReadonlySet<MarkFact['name']> = new Set(['cut', 'redirect']);
/** Signs by which nothing is known of the tags of a page. */
const HIDES_TAGS: ReadonlySet<MarkFact['name']> = new Set([...TRUNCATED, 'pixel_list_unreadable']);

function withoutTags(page: PageFacts): Match[] {
  const { state, kind, unread, partial } = coverageOf(page);
  if (!isWithoutTags(page) || state === 'not_judged' || unread.length > 0) return [];
  // A pixel that does not run is one that should send.
  if (page.customPixels.some(({ broken, hasMarkup }) => broken || hasMarkup) || page.invalidVendors.length > 0)
    return [];
  if (partial.some(({ sign }) => HIDES_TAGS.has(sign))) return [];
  const missing = [...reasonsOf(page), ...filesNotRead(page)];
  const found = ['No Meta, Google Analytics, Google Ads or GTM tag was found in the HTML of the page', ...missing];
  const remedy = kind === 'not_a_store' ? NO_SHOP : missing.length > 0 ? LOOK : undefined;
  return [{ found: found.join('. '), ...(remedy !== undefined && { remedy }) }];
}

const NO_SHOP = 'Check the address: nothing is known about the tags of a shop.';
const LOOK = 'If the shop should have tags, look at what was not read.';

/** Why pages were read in part, each once, as sentences without their full stop. */
function reasonsOf(page: PageFacts, signs?: ReadonlySet<MarkFact['name']>): string[] {
  const { partial } = coverageOf(page);
  const reasons = partial.filter(({ sign }) => signs === undefined || signs.has(sign)).map(({ reason }) => reason);
  return [...new Set(reasons)].map((reason) => reason.replace(/\.$/, ''));
}

/** Script files of the theme and of apps are not opened, so their hosts are named. */
function filesNotRead(page: PageFacts): string[] {
  const files = marksNamed(page, 'script_files').map(filesOf);
  const count = Math.max(0, ...files.map((one) => one.count));
  const hosts = [...new Set(files.flatMap((one) => one.hosts))];
  const from = hosts.length > 0 ? ` of ${hostList(hosts, HOSTS_NAMED_MAX)}` : '';
  const tags = marksNamed(page, 'script_tags')[0];
  return [
    ...(count > 0
      ? [`${count} script file${count === 1 ? '' : 's'}${from} ${count === 1 ? 'was' : 'were'} not read`]
      : []),
    ...(tags ? [`The scripts of ScriptTags were not read: ${hostList(filesOf(tags).hosts, HOSTS_NAMED_MAX)}`] : []),
  ];
}

function notLookedAt(page: PageFacts): Match[] {
  const { state, unread } = coverageOf(page);
  if (state === 'not_judged' || unread.length === 0) return [];
  const before = isWithoutTags(page) ? 'No Meta or Google tag is in the page itself. ' : '';
  const names = unread.slice(0, NAMED_MAX).map(nameOf).join(', ');
  const rest = unread.length > NAMED_MAX ? ` and ${unread.length - NAMED_MAX} more` : '';
  const remedy = remedyFor(page, unread);
  return [
    {
      found: `${before}Not read: ${names}${rest}`,
      places: unread.map(({ fact }) => fact),
      ids: [],
      ...(remedy !== undefined && { remedy }),
    },
  ];
}

/** A theme and a saved file have no shop behind them to ask. What a scan could not read once is looked at by hand. */
function remedyFor(page: PageFacts, unread: readonly Unread[]): string | undefined {
  const isTheme = marksNamed(page, 'theme').length > 0;
  const isSaved =
    page.pageKinds.length > 0 && page.pageKinds.every(({ url }) => URL.parse(url)?.hostname === SAVED_PAGE);
  if (isTheme || isSaved || page.pageKinds.length === 0)
    return 'Scan the shop’s address: a scan of it reads them, as far as the shop lets it.';
  return unread.every(({ tried }) => tried) ? 'Look at them by hand: the scan tried to read them.' : undefined;
}

/** The address that a saved page is given. */
const SAVED_PAGE = 'storefront.invalid';

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
