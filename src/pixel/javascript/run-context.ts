/** When a call runs, and how the contexts around it add up. */

import type { Runs } from '../tags/facts.ts';

export interface RunContext {
  runs: Runs;
  /** Store events of a subscription. Absent if they are not known. */
  on?: string[];
}

/** The context of one bracket or guard. `only`: it also tests that the name of the event is one of these. */
export interface Effect extends RunContext {
  only?: string[];
}

export const LOAD: Effect = { runs: 'load' };
export const BRANCH: Effect = { runs: 'branch' };
export const HANDLER: Effect = { runs: 'handler' };
export const FUNCTION: Effect = { runs: 'function' };
export const DEAD: Effect = { runs: 'dead' };

/** The standard events of Shopify's web pixels (shopify.dev, web-pixels-api/standard-events) and its wildcards. */
const STORE_EVENTS = new Set(
  (
    'page_viewed product_viewed collection_viewed search_submitted cart_viewed product_added_to_cart product_removed_from_cart ' +
    'checkout_started checkout_contact_info_submitted checkout_address_info_submitted checkout_shipping_info_submitted ' +
    'payment_info_submitted checkout_completed alert_displayed ui_extension_errored all_events all_standard_events ' +
    'all_custom_events all_dom_events'
  ).split(' '),
);

export function isStoreEvent(name: string): boolean {
  return STORE_EVENTS.has(name);
}

function isWildcard(name: string): boolean {
  return name.startsWith('all_') && isStoreEvent(name);
}

/** How code runs that is in `inner`, which is in `outer`. */
export function compose(outer: Effect, inner: Effect): Effect {
  if (outer.runs === 'dead' || inner.runs === 'dead') return DEAD;
  if (inner.runs === 'load') return outer;
  if (inner.runs !== 'branch') return inner;
  if (outer.runs === 'subscription' && inner.only) return narrow(outer, inner.only);
  if (outer.runs === 'branch' && outer.only === undefined) return inner;
  return outer.runs === 'load' ? inner : outer;
}

/** A subscription whose callback tests the name of the event. */
function narrow(subscription: Effect, only: string[]): Effect {
  const { on } = subscription;
  if (on === undefined || on.some(isWildcard)) return { runs: 'subscription', on: only };
  const both = on.filter((name) => only.includes(name));
  return both.length > 0 ? { runs: 'subscription', on: both } : subscription;
}

/** The order in which one of several callers speaks for a function: the surest first. */
const ORDER: readonly Runs[] = ['load', 'subscription', 'branch', 'handler', 'function', 'dead'];

/** How a function runs that has several callers. Without any, its caller is not seen. */
export function surest(callers: readonly Effect[]): Effect {
  let best: Effect | undefined;
  for (const caller of callers) {
    if (!best || ORDER.indexOf(caller.runs) < ORDER.indexOf(best.runs)) best = caller;
    else if (caller.runs === 'subscription' && best.runs === 'subscription') {
      const on = caller.on && best.on ? [...new Set([...best.on, ...caller.on])] : undefined;
      best = { runs: 'subscription', on };
    }
  }
  return best ?? FUNCTION;
}
