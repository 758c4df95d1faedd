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
/** Events that happen on every page without the visitor. */
const LOAD_EVENTS = words('load DOMContentLoaded DOMLoaded readystatechange ready pageshow');
/** Libraries that replace pages have events of their own: `turbo:load`. */
const LOAD_LIBRARIES = words('turbolinks turbo page theme shopify pjax');
/** The first of these comes from every visitor. Code that waits for it once only delays a tag. */
const FIRST_MOVE = words(
  'scroll mousemove mouseover touchstart touchmove keydown wheel pointermove pointerdown mousedown',
);
const EVENT_NAMES = words(
  'click dblclick submit change input focus focusin focusout blur keyup keydown keypress scroll resize wheel select drop beforeunload ' +
    'unload pagehide visibilitychange message hashchange popstate contextmenu copy cut paste play pause ended',
);
/** `mousedown`, `touchend`, `pointermove`, `dragstart`. */
const EVENT_FAMILIES = ['mouse', 'touch', 'pointer', 'drag'];

function isLoadEvent(event: string): boolean {
  // jQuery adds a name of its own after a dot.
  const name = event.split('.', 1)[0]!;
  const [library = '', own] = name.split(':', 2);
  if (own !== undefined)
    return LOAD_LIBRARIES.has(library) && (LOAD_EVENTS.has(own) || own === 'init' || own === 'loaded');
  return LOAD_EVENTS.has(name) || (name.startsWith('on') && LOAD_EVENTS.has(name.slice(2)));
}

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
  if (names.some((name) => isLoadEvent(name))) return LOAD;
  return once && names.some((name) => FIRST_MOVE.has(name)) ? LOAD : HANDLER;
}

/** How a function runs that is assigned to a property of this name, such as `onload`. Undefined if it is not a handler. */
export function propertyHandler(name: string): Effect | undefined {
  if (!name.startsWith('on')) return undefined;
  const event = name.slice(2);
  if (LOAD_EVENTS.has(event)) return LOAD;
  if (event === 'error') return BRANCH;
  const isEvent = EVENT_NAMES.has(event) || EVENT_FAMILIES.some((family) => event.startsWith(family));
  return isEvent ? HANDLER : undefined;
}

/** `analytics.subscribe`: the receiver, or the name of the event, shows that it is that of Shopify. */
export function isStoreSubscription(receiver: string, events: readonly string[]): boolean {
  return /analytics$/i.test(receiver) || events.some(isStoreEvent);
}
