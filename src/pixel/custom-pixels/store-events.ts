/** Events of Shopify's that code subscribes to, and names that come close to one of them. Shopify never sends those. */

/** Standard events (shopify.dev, web-pixels-api/standard-events), DOM events (…/dom-events, …/advanced-dom-events) and wildcards. */
const KNOWN = (
  'page_viewed product_viewed collection_viewed search_submitted cart_viewed product_added_to_cart product_removed_from_cart ' +
  'checkout_started checkout_contact_info_submitted checkout_address_info_submitted checkout_shipping_info_submitted ' +
  'payment_info_submitted checkout_completed alert_displayed ui_extension_errored ' +
  'clicked form_submitted input_changed input_focused input_blurred advanced_dom_available advanced_dom_changed ' +
  'advanced_dom_clicked advanced_dom_clipboard advanced_dom_form_submitted advanced_dom_input_blurred ' +
  'advanced_dom_input_changed advanced_dom_input_focused advanced_dom_mouse_moved advanced_dom_page_navigated ' +
  'advanced_dom_scrolled advanced_dom_selection_changed advanced_dom_window_resized ' +
  'all_events all_standard_events all_custom_events all_dom_events'
).split(' ');
const IS_KNOWN = new Set(KNOWN);
/** Words that stand for one another in such names. */
const SAME = new Map(
  Object.entries({
    complete: 'completed',
    view: 'viewed',
    views: 'viewed',
    start: 'started',
    begin: 'started',
    submit: 'submitted',
    search: 'search',
    add: 'added',
    remove: 'removed',
    click: 'clicked',
    products: 'product',
    collections: 'collection',
    checkouts: 'checkout',
    information: 'info',
  }),
);
/** Words that say nothing which event it is. */
const FILLERS = new Set(['event', 'events', 'to', 'the', 'from', 'shopify', 'customer']);
/** No name of Shopify's is longer. */
const NAME_CHARS_MAX = 40;
const TYPOS_MAX = 2;

/** The event of Shopify's that a name was meant to be. Undefined for an event that exists, and for a name unlike all of them. */
export function nearStoreEvent(name: string): string | undefined {
  if (IS_KNOWN.has(name) || name.length > NAME_CHARS_MAX) return undefined;
  const words = wordsOf(name);
  const same = KNOWN.find((known) => wordsOf(known) === words);
  if (same !== undefined) return same;
  const plain = name.trim().toLowerCase();
  // Short names differ by a letter and mean something else.
  return plain.length < 8 ? undefined : KNOWN.find((known) => distance(plain, known, TYPOS_MAX) <= TYPOS_MAX);
}

/** `checkoutComplete`, `Checkout-Completed` and `checkout_completed_event` have the same words. */
function wordsOf(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '' && !FILLERS.has(word));
  return words
    .map((word) => SAME.get(word) ?? word)
    .toSorted()
    .join(' ');
}

/** How many letters must be added, left out, replaced or swapped. More than `max` is not counted on. */
function distance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let k = 1; k <= b.length; k++) {
      const isSame = a[i - 1] === b[k - 1];
      let least = Math.min(row[k]! + 1, next[k - 1]! + 1, row[k - 1]! + (isSame ? 0 : 1));
      if (k > 1 && a[i - 1] === b[k - 2] && a[i - 2] === b[k - 1]) least = Math.min(least, before[k - 2]! + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return row[b.length]!;
}
