/**
 * What Google's library sends in one window, as it was measured with gtag.js: a second `config` of one tag in one data layer
 * sends no second page view, also by an alias; every `event` is sent; an event without `send_to` goes to all configured tags.
 */

import type { EntryFact, EventFact, TagFact } from '../tags/facts.ts';
import { faultOfGoogleId, vendorOf } from '../tags/library.ts';
import { type Call, type Certainty, inOrder, runsBefore, weaker } from './calls.ts';
import type { Destinations } from './destinations.ts';
import { eventsOf, type Hit, type Hits, hitOf, shownEvent } from './hits.ts';
import { storeEventOf } from './store-events.ts';

const TAGS_MAX = 50;
const TARGETS_MAX = 20;

export interface GoogleWindow {
  name: string;
  isStorefront: boolean;
  /** Calls of `config`, and the tags of a container that configure. */
  configs: readonly Call<TagFact>[];
  events: readonly Call<EventFact>[];
  /** App pixels: they send each event only to the ids beside it. */
  apps: readonly Call<EntryFact>[];
}

/** A destination in one data layer. */
interface Configured {
  call: Call;
  destination: number;
}

export function sendGoogle(window: GoogleWindow, destinations: Destinations, hits: Hits): void {
  const layers = new Map<string, Map<number, Configured>>();
  const withPageView = new Set<string>();
  const quiet = new Set<string>();
  const configs = inOrder(window.configs);

  for (const call of configs) {
    const { id, vendor } = call.fact;
    if (id === undefined) continue;
    const layer = call.fact.dataLayer ?? '';
    for (const destination of destinations.ofGoogle(id)) {
      const key = `${layer} ${destination}`;
      if (isRouted(call)) configure(layer, { call, destination });
      if (call.fact.quiet) {
        quiet.add(key);
        continue;
      }
      if (withPageView.has(key)) continue;
      // What a plain config does after a quiet one was not measured.
      const certainty = quiet.has(key)
        ? weaker(call, { grade: 'perhaps', when: 'if the quiet config before it does not count' })
        : call;
      if (certainty.grade === 'always') withPageView.add(key);
      hits.add({
        ...hitOf(call, window),
        ...certaintyOf(certainty),
        destination,
        event: 'page_viewed',
        sentAs: 'page_view',
        once: `page_view ${window.name} ${key}`,
        // An account of Google Ads only adds the visitor to its audiences.
        isCounted: vendor !== 'google_ads' && isAnalytics(destination),
      });
    }
  }

  for (const call of inOrder(window.events)) sendEvent(call);
  for (const app of window.apps) sendApp(app);

  function configure(layer: string, configured: Configured): void {
    const known = layers.get(layer) ?? new Map<number, Configured>();
    layers.set(layer, known);
    const { destination } = configured;
    if (!known.has(destination) && known.size < TAGS_MAX) known.set(destination, configured);
  }

  function sendEvent(call: Call<EventFact>): void {
    const { fact } = call;
    // A push into the data layer is an event for a container. It sends nothing itself.
    if (fact.method === 'push') return;
    const { name, to } = fact;
    if (to !== undefined) {
      for (const target of new Set(to.slice(0, TARGETS_MAX)))
        sendTo(call, target, name, fact.label, fact.transactionId);
      return;
    }
    for (const { call: config, destination } of layers.get('')?.values() ?? []) {
      const before = runsBefore(config, call);
      if (before === false) continue;
      const reached = before
        ? config
        : weaker(config, { grade: 'perhaps', when: 'if its tag has been configured before' });
      const certainty = certaintyOf(weaker(call, reached));
      for (const event of eventsOf(fact, 'ga4', name))
        hits.add({
          ...hitOf(call, window),
          ...certainty,
          destination,
          event,
          sentAs: shownEvent(name),
          isCounted: isAnalytics(destination),
        });
    }
  }

  function sendTo(call: Call<EventFact>, target: string, name: string, label?: string, transactionId?: string): void {
    const [id = '', ...rest] = target.split('/');
    const conversion = label ?? (rest.length > 0 ? rest.join('/') : undefined);
    if (!isTarget(id)) return;
    const labelled = id.startsWith('AW-') && conversion !== undefined ? shownEvent(conversion) : undefined;
    for (const destination of destinations.ofGoogle(id)) {
      for (const event of eventsOf(call.fact, 'ga4', name)) {
        hits.add({
          ...hitOf(call, window),
          ...certaintyOf(call),
          destination,
          event,
          sentAs: shownEvent(name),
          ...(labelled !== undefined && { label: labelled }),
          ...(labelled !== undefined && transactionId === 'present' && { once: transactionOf(destination, labelled) }),
          isCounted: labelled !== undefined || isAnalytics(destination),
        });
      }
    }
  }

  function sendApp(app: Call<EntryFact>): void {
    const seen = new Set<string>();
    for (const { type, to } of (app.fact.googleEvents ?? []).slice(0, TAGS_MAX)) {
      const event = storeEventOf('ga4', type) ?? type;
      for (const target of new Set(to.slice(0, TARGETS_MAX))) {
        const [id = '', label] = target.split('/');
        // `MC-` is Merchant Center.
        if (!isTarget(id) || seen.has(`${type} ${target}`)) continue;
        seen.add(`${type} ${target}`);
        for (const destination of destinations.ofGoogle(id)) {
          const common: Omit<Hit, 'sentAs' | 'isCounted'> = {
            ...hitOf(app, window),
            ...certaintyOf(app),
            destination,
            event,
          };
          if (label === undefined) hits.add({ ...common, sentAs: type, isCounted: isAnalytics(destination) });
          else {
            const once = type === 'purchase' ? { once: transactionOf(destination, label) } : {};
            hits.add({ ...common, ...once, sentAs: 'conversion', label, isCounted: true });
          }
        }
      }
    }
  }

  function isAnalytics(destination: number): boolean {
    const { vendor } = destinations.list[destination]!;
    return vendor === 'ga4' || vendor === 'google_tag';
  }
}

/** Whether an id can get events of gtag.js. Containers get none. */
function isTarget(id: string): boolean {
  const vendor = vendorOf(id);
  if (vendor === undefined) return /^DC-\d{4,12}$/.test(id);
  return vendor !== 'gtm' && vendor !== 'optimize' && vendor !== 'ua' && faultOfGoogleId(id) === undefined;
}

/** Google counts one conversion for one transaction id (support.google.com/google-ads/answer/6386790). */
function transactionOf(destination: number, label: string): string {
  return `transaction ${destination} ${label}`;
}

/** Whether events without `send_to` reach it. The Google tags of a container are not in the page's own list. */
function isRouted({ fact }: Call<TagFact>): boolean {
  return fact.tag === undefined || fact.tag.kind === '__html';
}

function certaintyOf({ grade, when }: Certainty): Certainty {
  return { grade, ...(when !== undefined && { when }) };
}
