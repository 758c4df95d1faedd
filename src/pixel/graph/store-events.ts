/** Which event of a vendor stands for which event of the store (shopify.dev, Web Pixels API, standard events). */

const META: readonly [string, string][] = [
  ['PageView', 'page_viewed'],
  ['ViewContent', 'product_viewed'],
  ['Search', 'search_submitted'],
  ['AddToCart', 'product_added_to_cart'],
  ['InitiateCheckout', 'checkout_started'],
  ['AddPaymentInfo', 'payment_info_submitted'],
  ['Purchase', 'checkout_completed'],
];

const GA4: readonly [string, string][] = [
  ['page_view', 'page_viewed'],
  ['view_item', 'product_viewed'],
  ['view_item_list', 'collection_viewed'],
  ['search', 'search_submitted'],
  ['view_cart', 'cart_viewed'],
  ['add_to_cart', 'product_added_to_cart'],
  ['remove_from_cart', 'product_removed_from_cart'],
  ['begin_checkout', 'checkout_started'],
  ['add_shipping_info', 'checkout_shipping_info_submitted'],
  ['add_payment_info', 'payment_info_submitted'],
  ['purchase', 'checkout_completed'],
];

const STORE_EVENTS = new Map<string, ReadonlyMap<string, string>>(
  Object.entries({ meta: new Map(META), ga4: new Map(GA4) }),
);

/** What the app pixel of Facebook & Instagram sends, in the order of a visit. Read in its code. */
export const META_APP_EVENTS: readonly string[] = META.map(([name]) => name);

/** In the order of a purchase, for tables. */
const STORE_EVENT_ORDER: readonly string[] = [
  'page_viewed',
  'collection_viewed',
  'search_submitted',
  'product_viewed',
  'product_added_to_cart',
  'product_removed_from_cart',
  'cart_viewed',
  'checkout_started',
  'checkout_contact_info_submitted',
  'checkout_address_info_submitted',
  'checkout_shipping_info_submitted',
  'payment_info_submitted',
  'checkout_completed',
];

/** Orders store events as a purchase does. Other events come after, by name. */
export function byStoreEvent(a: string, b: string): number {
  const rank = (event: string) =>
    STORE_EVENT_ORDER.includes(event) ? STORE_EVENT_ORDER.indexOf(event) : Number.MAX_SAFE_INTEGER;
  return rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** Only checkout and the thank-you page have these. Theme code and the containers of the page do not run there. */
const IN_CHECKOUT: ReadonlySet<string> = new Set([
  'checkout_shipping_info_submitted',
  'payment_info_submitted',
  'checkout_completed',
]);

/** The store event that a vendor's event stands for. Undefined if there is none, as for `Lead`. */
export function storeEventOf(vendor: string, name: string): string | undefined {
  return STORE_EVENTS.get(vendor)?.get(name);
}

export function isInCheckout(storeEvent: string): boolean {
  return IN_CHECKOUT.has(storeEvent);
}
