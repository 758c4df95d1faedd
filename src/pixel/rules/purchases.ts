/** Purchases that are reported before the order, and purchases without an amount. */
import type { EventFact, PageFacts, VendorEventFact } from '../tags/facts.ts';
import { vendorName } from '../tags/vendors.ts';
import { conversionName } from './google-ads.ts';
import { faultOf, list, nameOf } from './pixel-names.ts';
import { type Match, placesOf, type Rule, shownId } from './rule.ts';

type AnyEvent = EventFact | VendorEventFact;

/**
 * The names under which vendors take an order, and whose reference asks for its amount: Meta Pixel reference, “Purchase”; GA4,
 * “Recommended events”, purchase; TikTok, “Standard events”, CompletePayment; Pinterest tag, checkout; Snap Pixel, PURCHASE; Reddit
 * Pixel, Purchase; Microsoft UET, “Ecommerce”, purchase.
 */
const PURCHASES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['meta', new Set(['Purchase'])],
  ['ga4', new Set(['purchase'])],
  ['tiktok', new Set(['CompletePayment', 'Purchase'])],
  ['pinterest', new Set(['checkout', 'Checkout', 'purchase', 'Purchase'])],
  ['snap', new Set(['PURCHASE', 'Purchase', 'purchase'])],
  ['reddit', new Set(['Purchase'])],
  ['uet', new Set(['purchase'])],
]);
const NAMES = new Map([
  ['meta', 'Meta'],
  ['ga4', 'GA4'],
  ['google_ads', 'Google Ads'],
  ['tiktok', 'TikTok'],
  ['pinterest', 'Pinterest'],
  ['snap', 'Snap'],
  ['reddit', 'Reddit'],
  ['uet', 'Microsoft'],
]);
const REFERENCES = new Map<string, string>(
  Object.entries({
    meta: 'https://developers.facebook.com/docs/meta-pixel/reference',
    ga4: 'https://developers.google.com/analytics/devguides/collection/ga4/reference/events#purchase',
    google_ads: 'https://support.google.com/google-ads/answer/6095947',
    tiktok: 'https://business-api.tiktok.com/portal/docs?id=1739585702922241',
    pinterest: 'https://help.pinterest.com/business/article/add-event-codes',
    snap: 'https://businesshelp.snapchat.com/s/article/pixel-direct-implementation',
    reddit: 'https://business.reddithelp.com/s/article/supported-conversion-events',
    uet: 'https://learn.microsoft.com/advertising/guides/universal-event-tracking',
  }),
);
/** Store events before the order (shopify.dev, web-pixels-api/standard-events). `page_viewed` is on every page, also after it. */
const BEFORE_ORDER = new Set(
  (
    'product_viewed collection_viewed search_submitted cart_viewed product_added_to_cart product_removed_from_cart checkout_started ' +
    'checkout_contact_info_submitted checkout_address_info_submitted checkout_shipping_info_submitted payment_info_submitted'
  ).split(' '),
);
const ORDER = 'checkout_completed';

function isPurchase(event: AnyEvent): boolean {
  if (event.kind === 'event' && event.custom) return false;
  return PURCHASES.get(event.vendor)?.has(event.name) ?? false;
}

function allEvents(page: PageFacts): AnyEvent[] {
  return [...page.events, ...page.vendorEvents].filter(({ runs }) => runs !== 'dead');
}

function vendorOf({ vendor }: AnyEvent): string {
  return NAMES.get(vendor) ?? vendorName(vendor);
}

/** A purchase on an event of checkout before the order. A conversion of Google Ads is one if the same label also follows the order. */
function beforeOrder(page: PageFacts): Match[] {
  const events = allEvents(page).filter(({ pixel, runs }) => pixel !== undefined && runs === 'subscription');
  const keyOf = (event: AnyEvent): string => {
    const label = event.kind === 'event' && event.vendor === 'google_ads' ? `${event.to?.[0]}/${event.label}` : '';
    return `${event.pixel} ${event.vendor} ${label}`;
  };
  const isConversion = (event: AnyEvent) =>
    event.kind === 'event' && event.vendor === 'google_ads' && event.label !== undefined;
  const candidates = events.filter((event) => isPurchase(event) || isConversion(event));
  return [...Map.groupBy(candidates, keyOf)].flatMap(([key, all]) => {
    const early = all.filter((event) => isEarly(event));
    const at = early[0];
    if (!at) return [];
    const isAgain = all.some(({ on }) => on?.includes(ORDER));
    // A conversion may stand for something that happens in checkout.
    if (isConversion(at) && !isAgain) return [];
    const when = list(early.flatMap(({ on }) => (on ?? []).filter((event) => isBefore(event, at))).map(shownId));
    const isPushed = at.kind === 'event' && at.method === 'push';
    const what =
      isConversion(at) && at.kind === 'event' ? `conversion ${conversionName(at.to?.[0], at.label)}` : shownId(at.name);
    const after = isAgain ? `, and again after it, on ${ORDER}` : '';
    return [
      {
        id: key,
        ids:
          at.kind === 'event'
            ? [...new Set(all.flatMap((event) => (event.kind === 'event' ? (event.to ?? []) : [])))]
            : [],
        at,
        places: placesOf(all.filter((event) => early.includes(event) || event.on?.includes(ORDER))),
        cause: faultOf(at.pixel!, `early ${at.vendor}`),
        found: `${vendorOf(at)}’s ${what} is ${isPushed ? 'pushed to the data layer' : 'sent'} before the order, on ${when}${after}, in ${nameOf(page, at.pixel!)}`,
        remedy: isAgain
          ? `Delete the call on ${when}, and keep the one on ${ORDER}.`
          : `Send it on ${ORDER}, and only there.`,
      },
    ];
  });
}

/** Under a condition, `page_viewed` may be that of the thank-you page. Rules of their own have purchases of Meta and Google on it. */
function isEarly(event: AnyEvent): boolean {
  return (event.on ?? []).some((name) => isBefore(name, event));
}

function isBefore(name: string, event: AnyEvent): boolean {
  if (BEFORE_ORDER.has(name)) return event.guarded !== 'perhaps';
  return name === 'page_viewed' && event.kind === 'vendor_event' && event.guarded === undefined;
}

function withoutAmount(page: PageFacts): Match[] {
  const lacking = allEvents(page).filter(
    (event) => event.lacks !== undefined && !(event.kind === 'event' && event.method === 'push') && hasAmount(event),
  );
  return [...Map.groupBy(lacking, ({ vendor, name, pixel }) => `${vendor} ${name} ${pixel ?? ''}`)].map(([id, all]) => {
    const at = all[0]!;
    const fields = [...new Set(all.flatMap(({ lacks }) => lacks ?? []))];
    const isLabel = at.kind === 'event' && at.vendor === 'google_ads';
    const what = isLabel ? `conversion ${conversionName(at.to?.[0], at.label)}` : shownId(at.name);
    const where = at.pixel === undefined ? '' : `, in ${nameOf(page, at.pixel)}`;
    return {
      id,
      ids: at.kind === 'event' ? (at.to ?? []) : [],
      at,
      places: placesOf(all),
      ...(at.pixel !== undefined && { cause: faultOf(at.pixel, `amount ${at.vendor}`) }),
      found: `${vendorOf(at)}’s ${what} is sent without ${list(fields)}${where}`,
      remedy: remedyOf(at, list(fields)),
      source: REFERENCES.get(at.vendor),
    };
  });
}

/** Storefront code is no place for a purchase, so nobody should complete it there. */
function remedyOf(at: AnyEvent, fields: string): string {
  return at.pixel === undefined
    ? `Send it from a pixel on ${ORDER}, with the ${fields} of the order.`
    : `Pass the ${fields} of the order.`;
}

/** Whether the event stands for an order. A conversion of Google Ads does if it follows the order. */
function hasAmount(event: AnyEvent): boolean {
  if (isPurchase(event)) return true;
  const isConversion = event.kind === 'event' && event.vendor === 'google_ads' && event.label !== undefined;
  return isConversion && event.pixel !== undefined && event.on?.length === 1 && event.on[0] === ORDER;
}

export const PURCHASE_RULES: readonly Rule[] = [
  {
    id: 'purchase_before_order',
    severity: 'error',
    category: 'checkout_surface',
    weight: 24,
    what: 'A custom pixel sends a purchase on an event before the order, such as payment_info_submitted or checkout_started.',
    why: 'Payments fail and customers leave. Reports count orders that never were, and each real order twice if it is sent again on checkout_completed.',
    remedy: 'Send purchases on checkout_completed, and only there.',
    source: 'https://shopify.dev/docs/api/web-pixels-api/standard-events/checkout_completed',
    match: beforeOrder,
  },
  {
    id: 'purchase_without_value',
    severity: 'warn',
    category: 'config_error',
    weight: 12,
    what: 'A purchase is sent without its value or its currency: to Meta, GA4, Google Ads, TikTok, Pinterest, Snap, Reddit or Microsoft.',
    why: 'The references of these vendors ask for both. Without them there is no revenue, and no return on ads.',
    remedy: 'Pass the value and the currency of the order.',
    source: 'https://developers.facebook.com/docs/meta-pixel/reference',
    match: withoutAmount,
  },
];
