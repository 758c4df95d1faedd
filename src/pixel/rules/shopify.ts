import type { MarkFact, PageFacts } from '../tags/facts.ts';
import { filesOf, hostList, type Match, marksNamed, type Rule } from './rule.ts';

const SCRIPT_TAGS = 'https://shopify.dev/docs/apps/build/online-store/blocking-script-tags';
const WEB_PIXELS = 'https://shopify.dev/docs/api/web-pixels-api';

function isShopify(page: PageFacts): boolean {
  return marksNamed(page, 'shopify').length > 0;
}

function once(marks: readonly MarkFact[], found: (mark: MarkFact) => string): Match[] {
  const mark = marks[0];
  return mark ? [{ at: mark, found: found(mark) }] : [];
}

const HOSTS_SHOWN = 3;

export const SHOPIFY_RULES: readonly Rule[] = [
  {
    id: 'additional_ga_javascript',
    severity: 'warn',
    category: 'legacy_install',
    weight: 11,
    what: 'Code from the former “additional Google Analytics JavaScript” box.',
    why: 'Shopify removed the box in 2025.',
    remedy: 'Move the code to a pixel.',
    source: 'https://help.shopify.com/manual/promoting-marketing/pixels/pixel-migration',
    match: (page) => {
      const pasted = page.tags.find((tag) => tag.form === 'mga');
      const box = marksNamed(page, 'merchant_code')[0];
      const at = box ?? pasted;
      return at
        ? [{ at, found: 'Code pasted into the former Google Analytics settings box is still in the page' }]
        : [];
    },
  },
  {
    id: 'legacy_checkout_page_code',
    severity: 'error',
    category: 'checkout_surface',
    weight: 17,
    what: 'Code for the former checkout and order status pages: Shopify.checkout, Shopify.Checkout, first_time_accessed.',
    why: 'Those scripts stopped on 28 August 2025 (Plus) and 26 August 2026 (all other plans).',
    remedy: 'Rebuild it as a web pixel or a checkout UI extension.',
    source: SCRIPT_TAGS,
    match: (page) => {
      const own = new Set(marksNamed(page, 'shopify_analytics').map((mark) => mark.script));
      return once(
        marksNamed(page, 'checkout_code').filter((mark) => !own.has(mark.script)),
        () => 'Code for the former checkout pages is still in the page',
      );
    },
  },
  {
    id: 'script_tags_present',
    severity: 'warn',
    category: 'checkout_surface',
    weight: 6,
    what: 'Apps load scripts through the ScriptTag API.',
    why: 'Apps cannot add new ones since 1 October 2026, and Shopify stops loading them on 1 March 2027.',
    remedy: 'Ask each app for an app embed or a web pixel.',
    source: 'https://shopify.dev/changelog/online-store-script-tags-deprecation',
    match: (page) => {
      const [mark] = marksNamed(page, 'script_tags');
      if (!mark) return [];
      const { count, hosts } = filesOf(mark);
      const from = hosts.length > 0 ? ` (${hostList(hosts, HOSTS_SHOWN)})` : '';
      return [{ at: mark, ids: hosts, found: `Apps load ScriptTags, which stop on 1 March 2027: ${count}${from}` }];
    },
  },
  {
    id: 'web_pixels_list_unreadable',
    severity: 'info',
    category: 'inventory',
    weight: 0,
    what: 'webPixelsConfigList is in the page but cannot be read.',
    why: 'Modern and legacy copies of an id cannot be told apart.',
    remedy: 'Scan the page again. If the list still cannot be read, check Settings > Customer events.',
    source: WEB_PIXELS,
    match: (page) =>
      once(marksNamed(page, 'pixel_list_unreadable'), () => 'The list of web pixels is in the page but cannot be read'),
  },
  {
    id: 'web_pixels_list_missing',
    severity: 'info',
    category: 'inventory',
    weight: 0,
    what: 'A Shopify page has no webPixelsConfigList.',
    why: 'The page is an old capture, a stripped copy, or was made for bots.',
    remedy: 'Scan the live store.',
    source: WEB_PIXELS,
    match: (page) => {
      const other = (['pixel_list', 'amp', 'headless', 'theme'] as const).some(
        (name) => marksNamed(page, name).length > 0,
      );
      return isShopify(page) && !other ? [{ found: 'This Shopify page has no list of web pixels' }] : [];
    },
  },
  {
    id: 'headless_storefront',
    severity: 'info',
    category: 'inventory',
    weight: 0,
    what: 'A headless storefront on Hydrogen or Oxygen.',
    why: 'Web pixels are loaded at run time and are not in the page.',
    remedy: 'Check the pixels under Settings > Customer events.',
    source: 'https://shopify.dev/docs/storefronts/headless/hydrogen',
    match: (page) =>
      once(
        marksNamed(page, 'headless'),
        () => 'This is a headless storefront, whose web pixels are loaded at run time',
      ),
  },
];
