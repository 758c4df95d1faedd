import { expect, test } from 'bun:test';
import { nearStoreEvent } from './store-events.ts';

test.each([
  ['checkout_complete', 'checkout_completed'],
  ['checkoutCompleted', 'checkout_completed'],
  ['checkout-completed', 'checkout_completed'],
  ['Checkout_Completed', 'checkout_completed'],
  ['checkout_completed ', 'checkout_completed'],
  ['checkout_compleeted', 'checkout_completed'],
  ['completed_checkout', 'checkout_completed'],
  ['checkout_completed_event', 'checkout_completed'],
  ['page_view', 'page_viewed'],
  ['product_view', 'product_viewed'],
  ['product_added_cart', 'product_added_to_cart'],
  ['added_to_cart_product', 'product_added_to_cart'],
  ['payment_info_submited', 'payment_info_submitted'],
  ['checkout_start', 'checkout_started'],
  ['search_submited', 'search_submitted'],
  ['cart_view', 'cart_viewed'],
  ['all_standart_events', 'all_standard_events'],
])('%s was meant to be %s', (name, near) => expect(nearStoreEvent(name)).toBe(near));

test.each([
  'checkout_completed',
  'clicked',
  'advanced_dom_clicked',
  'all_custom_events',
  'wishlist_added',
  'product_recommended',
  'purchase',
  'add_to_cart',
  'custom:checkout',
  'cart_drawer_opened',
  'toString',
  'constructor',
  '__proto__',
  '',
  'x'.repeat(5000),
])('%s is left alone', (name) => expect(nearStoreEvent(name)).toBeUndefined());
