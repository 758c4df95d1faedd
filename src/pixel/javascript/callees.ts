/** What well-known functions do with a function that is passed to them. */

import { BRANCH, type Effect, HANDLER, isStoreEvent, LOAD } from './run-context.ts';

const words = (text: string): Set<string> => new Set(text.split(' '));

/** They run it once the page is loaded, or a moment later, or at once. */
const RUN_ON_LOAD = words(
  'setTimeout setInterval requestIdleCallback requestAnimationFrame queueMicrotask setImmediate nextTick ready domReady docReady ' +
    'onReady whenReady onDOMReady $ jQuery jquery require requirejs define register getScript loadFeatures Promise finally defer load',
);
/** They run it on load if something succeeds. */
const RUN_IF = words('then catch done fail always success error IntersectionObserver');
/** They run it for each item of a list. */
const RUN_FOR_EACH = words('forEach map filter some every find findIndex flatMap reduce each');
/** Methods of jQuery that are named after the event. */
const EVENT_METHODS = words(
  'click dblclick submit change focus blur hover keyup keydown keypress mousedown mouseup mouseenter mouseleave mouseover mousemove ' +
    'scroll resize select touchstart touchend tap unload MutationObserver',
);
/** Methods that take the name of an event first. */
const LISTEN = words('addEventListener attachEvent on one once bind live delegate listen addListener addEvent $on');
/** Events that happen on every page without the visitor. Turbolinks and its like have names of their own. */
const LOAD_EVENT =
  /^(?:on)?(?:load|DOMContentLoaded|DOMLoaded|readystatechange|ready|pageshow|(?:turbolinks|turbo|page|theme|shopify|pjax):(?:load|ready|init|loaded))(?:\.[\w.-]+)?$/;
/** The first of these comes from every visitor. Code that waits for it once only delays a tag. */
const FIRST_MOVE = words(
  'scroll mousemove mouseover touchstart touchmove keydown wheel pointermove pointerdown mousedown',
);
const EVENT_NAME =
  /^(?:click|dblclick|submit|change|input|focus|focusin|focusout|blur|keyup|keydown|keypress|mouse\w+|touch\w+|pointer\w+|scroll|resize|wheel|select|drag\w*|drop|beforeunload|unload|pagehide|visibilitychange|message|hashchange|popstate|contextmenu|copy|cut|paste|play|pause|ended)$/;

export type CalleeKind = 'load' | 'if' | 'each' | 'event method' | 'listen' | 'subscribe';

/** What a function of this name does with a function. Undefined if that is not known. */
export function calleeKind(name: string): CalleeKind | undefined {
  if (name === 'subscribe') return 'subscribe';
  if (RUN_ON_LOAD.has(name)) return 'load';
  if (RUN_IF.has(name)) return 'if';
  if (RUN_FOR_EACH.has(name)) return 'each';
  if (LISTEN.has(name)) return 'listen';
  return EVENT_METHODS.has(name) ? 'event method' : undefined;
}

/** How a listener of these events runs. `once`: it is removed after the first event. */
export function listenerOf(events: readonly string[], once: boolean): Effect {
  const names = events.flatMap((event) => event.trim().split(/\s+/, 8));
  if (names.some((name) => LOAD_EVENT.test(name))) return LOAD;
  return once && names.some((name) => FIRST_MOVE.has(name)) ? LOAD : HANDLER;
}

/** How a function runs that is assigned to a property of this name, such as `onload`. Undefined if it is not a handler. */
export function propertyHandler(name: string): Effect | undefined {
  if (!name.startsWith('on')) return undefined;
  const event = name.slice(2);
  if (LOAD_EVENT.test(event)) return LOAD;
  if (event === 'error') return BRANCH;
  return EVENT_NAME.test(event) ? HANDLER : undefined;
}

/** `analytics.subscribe`: the receiver, or the name of the event, shows that it is that of Shopify. */
export function isStoreSubscription(receiver: string, events: readonly string[]): boolean {
  return /analytics$/i.test(receiver) || events.some(isStoreEvent);
}
