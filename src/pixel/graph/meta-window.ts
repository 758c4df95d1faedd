/**
 * What Meta's library sends in one window, as it was measured with four versions of fbevents.js: `track` reaches every pixel
 * that was initialised before it, whoever initialised it; a second `init` of one id does nothing; each pixel gets PageView once,
 * except by `trackSingle`, which reaches one pixel and repeats.
 */

import type { EntryFact, EventFact, TagFact } from '../tags/facts.ts';
import { type Call, type Certainty, inOrder, rankOf, runsBefore, weaker } from './calls.ts';
import type { Destinations } from './destinations.ts';
import { eventsOf, type Hit, type Hits, hitOf, shownEvent } from './hits.ts';
import { META_APP_EVENTS, storeEventOf } from './store-events.ts';

/** A page has two or three. */
const PIXELS_MAX = 50;
/** Of one pixel, in their order. The first ones decide what reaches it. */
const INITS_MAX = 8;

export interface MetaWindow {
  name: string;
  isStorefront: boolean;
  inits: readonly Call<TagFact | EntryFact>[];
  events: readonly Call<EventFact>[];
  /** App pixels: each sends the events of the store through `trackShopify`, which reaches all pixels of the window. */
  apps: readonly Call<EntryFact>[];
}

interface Pixel {
  id: string;
  /** Calls that initialise it; the first few are enough. */
  inits: Call[];
  /** Calls that set `trackSingleOnly`: after them, `track` skips it. */
  singleOnly: Call[];
  /** It surely got PageView from a call that is not `trackSingle`. */
  hasPageView: boolean;
  /** It may have got PageView from `trackSingle`. Whether that counts as its PageView was not measured. */
  mayHavePageView: boolean;
}

export function sendMeta(window: MetaWindow, destinations: Destinations, hits: Hits): void {
  const pixels = pixelsOf(window);
  if (pixels.size === 0) return;
  for (const call of inOrder(window.events)) {
    const { name, method, to } = call.fact;
    const isSingle = method === 'trackSingle' || method === 'trackSingleCustom' || to !== undefined;
    for (const pixel of isSingle ? named(to ?? [], pixels) : pixels.values()) {
      if (!isSingle && isSkipped(call, pixel)) continue;
      send(call, pixel, name, isSingle, eventsOf(call.fact, 'meta', name));
    }
  }
  for (const app of window.apps) {
    for (const name of META_APP_EVENTS) {
      const call: Call = name === 'PageView' ? app : { ...app, moment: 'later' };
      const events = [storeEventOf('meta', name) ?? name];
      for (const pixel of pixels.values()) if (!isSkipped(call, pixel)) send(call, pixel, name, false, events);
    }
  }

  function send(call: Call, pixel: Pixel, name: string, isSingle: boolean, events: readonly string[]): void {
    if (hits.isFull) {
      hits.leftOut++;
      return;
    }
    let certainty = reached(call, pixel);
    if (!certainty) return;
    const isPageView = name === 'PageView';
    if (isPageView && !isSingle) {
      if (pixel.hasPageView) return;
      if (pixel.mayHavePageView)
        certainty = weaker(certainty, { grade: 'perhaps', when: 'if the other call is no page view to the library' });
      if (certainty.grade === 'always') pixel.hasPageView = true;
    } else if (isPageView) pixel.mayHavePageView = true;
    for (const destination of destinations.of('meta', pixel.id)) {
      for (const event of events) {
        const once: Pick<Hit, 'once'> = isPageView && !isSingle ? { once: `PageView ${window.name} ${pixel.id}` } : {};
        hits.add({
          ...hitOf(call, window),
          ...certainty,
          destination,
          event,
          sentAs: shownEvent(name),
          isCounted: true,
          ...once,
        });
      }
    }
  }
}

function pixelsOf({ inits, apps }: MetaWindow): Map<string, Pixel> {
  const pixels = new Map<string, Pixel>();
  for (const call of inOrder([...inits, ...apps])) {
    const id = call.fact.kind === 'entry' ? call.fact.metaId : call.fact.id;
    if (id === undefined) continue;
    let pixel = pixels.get(id);
    if (!pixel) {
      if (pixels.size >= PIXELS_MAX) continue;
      pixel = { id, inits: [], singleOnly: [], hasPageView: false, mayHavePageView: false };
      pixels.set(id, pixel);
    }
    const calls = call.fact.kind === 'tag' && call.fact.singleOnly ? pixel.singleOnly : pixel.inits;
    if (calls.length < INITS_MAX) calls.push(call);
  }
  return pixels;
}

function named(ids: readonly string[], pixels: ReadonlyMap<string, Pixel>): Pixel[] {
  return [...new Set(ids.slice(0, PIXELS_MAX))].flatMap((id) => pixels.get(id) ?? []);
}

function isSkipped(call: Call, { singleOnly }: Pixel): boolean {
  return singleOnly.some((set) => set.grade === 'always' && runsBefore(set, call) === true);
}

/** How surely a call reaches a pixel: by the best of its inits. Undefined if none has run before. */
function reached(call: Call, pixel: Pixel): Certainty | undefined {
  let best: Certainty | undefined;
  for (const init of pixel.inits) {
    const before = runsBefore(init, call);
    if (before === false) continue;
    const certainty =
      before === true ? init : weaker(init, { grade: 'perhaps', when: 'if its pixel has been initialised before' });
    if (best === undefined || rankOf(certainty.grade) < rankOf(best.grade)) best = certainty;
  }
  if (best === undefined) return undefined;
  const { grade, when } = weaker(call, best);
  return { grade, ...(when !== undefined && { when }) };
}
