/** Recognises Shopify's own code: trekkie settings from before 2025, ScriptTags, the old settings box, checkout code. */

import { IDENTIFIER } from '../javascript/lexer.ts';
import { type Literal, type LiteralObject, listOf, objectOf, textOf } from '../javascript/literal.ts';
import type { StaticEvaluator } from '../javascript/static-evaluator.ts';
import { faultOfGoogleId, vendorOf } from './library.ts';
import type { Snippet } from './snippet.ts';
import { isIdOf, vendorIn } from './vendors.ts';

/** How many ids of one setting are read, in all its lists, and how many ScriptTags of a store. */
const LIST_MAX = 64;
const STEPS_PER_ID = 16;
const SCRIPT_TAGS_MAX = 256;

/** `trekkie.load({…})`: the vendors that Shopify itself loaded in its channel integrations from before 2025. */
/** Sales channels that Shopify loaded from these settings, with the keys of `data/pixel/vendors.json`. */
const CHANNEL_PIXELS = [
  ['Pinterest Pixel', 'pinterest'],
  ['TikTok Pixel', 'tiktok'],
  ['Snapchat Pixel', 'snap'],
  ['Snap Pixel', 'snap'],
] as const;

export function recogniseTrekkie(snippet: Snippet, i: number): void {
  const { code } = snippet;
  if (!code.isName(i, 'trekkie') || !code.is(i + 1, '.') || !code.isName(i + 2, 'load')) return;
  const at = code.arguments(i + 3)?.[0];
  const config = at === undefined ? undefined : objectOf(code.value(at));
  if (at === undefined || !config) return;
  snippet.mark(i, 'shopify');
  snippet.mark(i, 'shopify_analytics');
  const add = (vendor: 'meta' | 'ua' | 'ga4' | 'google_ads' | 'google_tag', id: string): void => {
    snippet.tag(i, i + 2, { vendor, via: 'settings', id, form: 'native' });
  };
  for (const id of listOf(objectOf(config.get('Facebook Pixel'))?.get('pixelIds')).slice(0, LIST_MAX)) {
    if (typeof id === 'string' || typeof id === 'number') add('meta', String(id));
  }
  const ua = textOf(config.get('Google Analytics'), 'trackingId');
  if (ua !== undefined && /^UA-\d{4,10}-\d{1,4}$/.test(ua)) add('ua', ua);
  for (const id of googleIdsOf(code, objectOf(config.get('Google Gtag Pixel')), 'conversionId', 'eventLabels')) {
    add(vendorOf(id) as 'ga4', id);
  }
  for (const [name, vendor] of CHANNEL_PIXELS) {
    const id = textOf(config.get(name), 'pixelId');
    if (id !== undefined && isIdOf(vendor, id)) snippet.vendor(i, { vendor, id, form: 'native' });
  }
  if (
    textOf(config.get('S2S'), 'facebookCapiEnabled') === 'true' ||
    objectOf(config.get('S2S'))?.get('facebookCapiEnabled') === true
  ) {
    snippet.mark(i, 'capi');
  }
}

/**
 * The ids in the settings of a Google channel: those that it lists and those in its event labels. `AW-1/label` counts as `AW-1`.
 * A conversion number without a prefix is an Ads account. `AW-0` and Merchant Center ids (`MC-`) are not tags.
 */
export function googleIdsOf(
  code: StaticEvaluator,
  settings: LiteralObject | undefined,
  idKey: string,
  labelsKey: string,
): string[] {
  if (!settings) return [];
  const named: Literal[] = [settings.get(idKey) ?? null, ...listOf(settings.get('google_tag_ids')).slice(0, LIST_MAX)];
  for (const event of listOf(settings.get(labelsKey)).slice(0, LIST_MAX)) {
    const label = objectOf(event)?.get('action_label');
    if (Array.isArray(label)) named.push(...label.slice(0, LIST_MAX));
    else if (typeof label === 'string') named.push(label);
  }
  const ids = new Set<string>();
  for (const value of named) {
    code.steps += STEPS_PER_ID;
    if (ids.size === LIST_MAX || code.spent) break;
    const text = typeof value === 'string' ? value.split('/')[0]! : '';
    const id = /^\d{8,12}$/.test(text) ? `AW-${text}` : text;
    const vendor = vendorOf(id);
    if (vendor && vendor !== 'optimize' && vendor !== 'gtm' && !faultOfGoogleId(id)) ids.add(id);
  }
  return [...ids];
}

/** `function asyncLoad() { var urls = [ … ] }`: the ScriptTags of apps. Keeps their count and first hosts, no addresses. */
export function recogniseScriptTags(snippet: Snippet, i: number): void {
  const { code } = snippet;
  let at = -1;
  if (code.isName(i, 'asyncLoad') && code.isName(i - 1, 'function') && code.is(i + 1, '(')) {
    const body = code.after(i + 1);
    const end = code.tokens.partners[body] ?? -1;
    for (let j = body; j < end && j < body + 64; j++) {
      if (code.isName(j, 'urls') && code.isAssignment(j + 1)) at = j + 2;
    }
  } else if (code.isName(i, 'appsScripts') && code.isAssignment(i + 1)) at = i + 2;
  const urls =
    at < 0
      ? []
      : listOf(code.value(at))
          .slice(0, SCRIPT_TAGS_MAX)
          .filter((url) => typeof url === 'string');
  code.steps += urls.length;
  // Shopify writes only one list. Ignore any other.
  if (urls.length === 0 || snippet.once('script tags', () => at) !== at) return;
  const hosts = new Set(
    urls.flatMap((url) => /^(?:https?:)?\/\/([\w.-]{1,100})(?=[/?#:]|$)/i.exec(url)?.[1]?.toLowerCase() ?? []),
  );
  for (const url of urls) {
    const found = vendorIn(String(url));
    if (found) snippet.vendor(at, found);
  }
  snippet.mark(at, 'script_tags', [urls.length, ...hosts].join(' '), false);
  if (urls.some((url) => CONSENT_PLATFORM.test(url))) snippet.consent(at, at, { what: 'platform' });
}

/** Hosts and paths of the consent platforms seen on shops. A script address that matches is evidence of one. */
export const CONSENT_PLATFORM =
  /cookiebot|onetrust|cookielaw|cookie-law|cookieyes|cookie-script|consentmo|isenselabs|pandectes|termly|usercentrics|iubenda|didomi|quantcast|osano|trustarc|enzuzo|privacy-banner|storefront-banner|complianz|axeptio|klaro|gdpr-cookie|cookie-bar|cookiefirst|transcend|evidon/i;

/** `merchantGoogleAnalytics = function () { … }`: code that the merchant pasted into the old Preferences box. Mostly empty. */
export function recogniseMerchantBox(snippet: Snippet, i: number): void {
  const { code } = snippet;
  if (!code.isName(i, 'merchantGoogleAnalytics') || !code.isAssignment(i + 1) || !code.isName(i + 2, 'function'))
    return;
  const body = code.after(i + 3);
  const end = code.is(body, '{') ? code.tokens.partners[body]! : -1;
  if (end <= body + 1) return;
  snippet.merchantRange = [body, end];
  snippet.mark(i, 'merchant_code');
}

/** `Shopify.checkout.…`, `Shopify.Checkout.page|step|OrderStatus`, `first_time_accessed`: code for the former checkout. */
export function recogniseCheckout(snippet: Snippet, i: number): void {
  const { code } = snippet;
  if (code.isName(i, 'Shopify') && code.is(i + 1, '.')) {
    if (code.isName(i + 2, 'checkout') && code.is(i + 3, '.') && code.kind(i + 4) === IDENTIFIER)
      snippet.mark(i, 'checkout_code');
    const isClass = code.isName(i + 2, 'Checkout') && code.is(i + 3, '.');
    if (isClass && ['page', 'step', 'OrderStatus', 'isOrderStatusPage'].some((name) => code.isName(i + 4, name))) {
      snippet.mark(i, 'checkout_code');
    }
  } else if (code.isName(i, 'first_time_accessed') && !code.is(i + 1, ':')) snippet.mark(i, 'checkout_code');
}

/** `Shopify.shop = …` shows a Shopify page. `Shopify.currency = {active: …}` gives the currency of the page. */
export function recogniseShop(snippet: Snippet, i: number): void {
  const { code } = snippet;
  if (!code.isName(i, 'Shopify') || !code.is(i + 1, '.') || !code.isAssignment(i + 3)) return;
  snippet.mark(i, 'shopify');
  if (!code.isName(i + 2, 'currency')) return;
  const active = textOf(code.value(i + 4), 'active');
  if (active !== undefined && /^[A-Z]{3}$/.test(active)) snippet.mark(i, 'currency', active, false);
}

/** `var meta = {"page":{"pageType":"home",…}}` in the script that fills `ShopifyAnalytics.meta`. */
export function recognisePageType(snippet: Snippet): void {
  snippet.once('page type', () => {
    const { code } = snippet;
    const i = code.tokenAt(code.text.indexOf('pageType'));
    const inPage = i > 0 && code.is(code.tokens.parents[i]!, '{') && code.key(code.tokens.parents[i]! - 2) === 'page';
    const type = inPage && code.key(i) === 'pageType' && code.is(i + 1, ':') ? code.string(i + 2, 40) : undefined;
    if (type !== undefined && /^[\w-]{1,40}$/.test(type)) snippet.mark(i, 'page_type', type, false);
  });
}
