/**
 * Who sends what to where. Each window of a page is played through as its libraries would (`meta-window.ts`, `google-window.ts`),
 * and what they send is joined over the pages that were read. Doubles are read off it (`doubles.ts`).
 */

import type { DestinationGraph, DoubleSending, Sender, Sending } from '../../domain/scan-report.ts';
import { factsByPage } from '../journey/by-page.ts';
import { isPaused } from '../rules/data-sharing.ts';
import { type EntryFact, type EventFact, type Fact, type PageFacts, sortFacts, type TagFact } from '../tags/facts.ts';
import { oncePerPage } from '../tags/once-per-page.ts';
import { type Call, type Certainty, callOf, rankOf } from './calls.ts';
import { Destinations } from './destinations.ts';
import { type Double, doubleOfCofire, doublesOf } from './doubles.ts';
import { sendGoogle } from './google-window.ts';
import { type Hit, Hits, hitKey } from './hits.ts';
import { sendMeta } from './meta-window.ts';
import { type KnownSender, PAGE_WINDOW, Senders, type SentFact, windowOf } from './senders.ts';

const PAGES_MAX = 16;
const WINDOWS_MAX = 30;
/** Calls of one kind in one window. A real page has a few dozen. */
const CALLS_MAX = 1000;
const SENDERS_MAX = 300;
const SENDINGS_MAX = 2000;
const DOUBLES_MAX = 200;

/** Forms of code that runs. Not those that a running tag adds, nor Shopify's own settings from before 2025. */
const FORMS: ReadonlySet<TagFact['form']> = new Set([
  'inline',
  'app_embed',
  'mga',
  'container',
  'custom_pixel',
  'gated',
  'amp',
]);

/** A graph with the facts of each sender, in the order of `senders`. */
export interface TracedGraph extends DestinationGraph {
  senderFacts: readonly (readonly SentFact[])[];
}

/** The graph of everything that was read. */
export function destinationGraph(page: PageFacts): DestinationGraph {
  const { senderFacts: _, ...graph } = tracedGraph(page);
  return graph;
}

/** The graph, for rules. Computed once for the same facts. */
export const tracedGraph: (page: PageFacts) => TracedGraph = oncePerPage(build);

function build(page: PageFacts): TracedGraph {
  const merged = new MergedGraph(page.aliases);
  const facts: Fact[] = [...page.tags, ...page.events, ...page.entries, ...page.cofires];
  for (const own of factsByPage(facts).slice(0, PAGES_MAX)) {
    const { tags, events, entries, cofires } = own === facts ? page : sortFacts(own);
    const sent = events.filter(({ vendor }) => vendor !== 'ua');
    merged.addPage(tags.filter(installs), sent, entries, cofires);
  }
  return merged.graph();
}

/** Whether a tag may send something: it runs, and its id can work. */
function installs(tag: TagFact): boolean {
  const called = tag.via === 'init' || tag.via === 'config' || tag.via === 'settings';
  return (
    called && tag.id !== undefined && tag.invalid === undefined && tag.library !== 'fbds.js' && FORMS.has(tag.form)
  );
}

interface Window {
  inits: Call<TagFact | EntryFact>[];
  configs: Call<TagFact>[];
  metaEvents: Call<EventFact>[];
  googleEvents: Call<EventFact>[];
  metaApps: Call<EntryFact>[];
  googleApps: Call<EntryFact>[];
}

/** Collects what the pages send, each sending once. */
class MergedGraph {
  readonly #destinations: Destinations;
  readonly #senders = new Map<string, { index: number; sender: Sender; last: Sender; facts: readonly SentFact[] }>();
  readonly #sendings = new Map<string, { index: number; sending: Sending }>();
  readonly #doubles = new Map<string, DoubleSending>();
  #leftOut = 0;

  constructor(aliases: PageFacts['aliases']) {
    this.#destinations = new Destinations(aliases);
  }

  addPage(tags: TagFact[], events: EventFact[], entries: EntryFact[], cofires: PageFacts['cofires']): void {
    const senders = new Senders([...tags, ...events], entries);
    const hits = new Hits();
    const { windows, leftOut } = windowsOf(tags, events, entries, senders);
    for (const [name, window] of windows) {
      const common = { name, isStorefront: name === PAGE_WINDOW };
      const { inits, configs, metaEvents, googleEvents, metaApps, googleApps } = window;
      sendMeta({ ...common, inits, events: metaEvents, apps: metaApps }, this.#destinations, hits);
      sendGoogle({ ...common, configs, events: googleEvents, apps: googleApps }, this.#destinations, hits);
    }
    this.#leftOut += hits.leftOut + leftOut;
    this.#add(hits.list, cofires);
  }

  #add(hits: readonly Hit[], cofires: PageFacts['cofires']): void {
    const nth = new Map<string, number>();
    const indexes = new Map<Hit, number>();
    for (const hit of hits) {
      const key = hitKey(hit);
      const n = nth.get(key) ?? 0;
      nth.set(key, n + 1);
      const index = this.#sendingOf(`${key} ${n}`, hit);
      if (index !== undefined) indexes.set(hit, index);
    }
    for (const double of doublesOf(hits)) this.#addDouble(double, indexes);
    const byTag = Map.groupBy(
      hits.filter(({ container }) => container !== undefined),
      ({ container, tagId }) => `${container} ${tagId}`,
    );
    for (const fact of cofires) {
      const window = windowOf(fact);
      const double = doubleOfCofire(fact, (id) => byTag.get(`${window} ${fact.origin} ${id}`) ?? []);
      if (double) this.#addDouble(double, indexes);
    }
  }

  #sendingOf(key: string, hit: Hit): number | undefined {
    const known = this.#sendings.get(key);
    const sender = this.#senderOf(hit.sender);
    if (known) {
      // On another page it may be surer.
      if (rankOf(hit.grade) < rankOf(known.sending.grade)) {
        known.sending.grade = hit.grade;
        delete known.sending.when;
        if (hit.when !== undefined) known.sending.when = hit.when;
      }
      return known.index;
    }
    if (sender === undefined || this.#sendings.size >= SENDINGS_MAX) {
      this.#leftOut++;
      return undefined;
    }
    const { destination, event, sentAs, label, grade, when } = hit;
    const index = this.#sendings.size;
    const sending: Sending = {
      sender,
      destination,
      event,
      sent_as: sentAs,
      ...(label !== undefined && { label }),
      grade,
      ...(when !== undefined && { when }),
    };
    this.#sendings.set(key, { index, sending });
    return index;
  }

  #senderOf({ key, sender, facts }: KnownSender): number | undefined {
    const known = this.#senders.get(key);
    if (known) {
      if (known.last !== sender) mergePages(known.sender, sender);
      known.last = sender;
      return known.index;
    }
    if (this.#senders.size >= SENDERS_MAX) return undefined;
    const index = this.#senders.size;
    this.#senders.set(key, { index, sender, last: sender, facts });
    return index;
  }

  #addDouble({ event, destination, label, hits, grade }: Double, indexes: ReadonlyMap<Hit, number>): void {
    const sendings = [...new Set(hits.flatMap((hit) => indexes.get(hit) ?? []))];
    const key = `${destination} ${event} ${label ?? ''} ${hits[0]?.sentAs ?? ''}`;
    const known = this.#doubles.get(key);
    if (known) {
      known.sendings = [...new Set([...known.sendings, ...sendings])];
      if (rankOf(grade) < rankOf(known.grade)) known.grade = grade;
    } else if (this.#doubles.size < DOUBLES_MAX)
      this.#doubles.set(key, { event, destination, ...(label !== undefined && { label }), sendings, grade });
    else this.#leftOut++;
  }

  graph(): TracedGraph {
    return {
      senders: [...this.#senders.values()].map(({ sender }) => sender),
      destinations: this.#destinations.list,
      sendings: [...this.#sendings.values()].map(({ sending }) => sending),
      doubles: [...this.#doubles.values()],
      senderFacts: [...this.#senders.values()].map(({ facts }) => facts),
      ...(this.#leftOut > 0 && { left_out: this.#leftOut }),
    };
  }
}

/** The same sender on another page has the same places, with other pages. */
function mergePages(known: Sender, other: Sender): void {
  other.places.forEach((place, i) => {
    const own = known.places[i];
    if (!own?.pages || !place.pages) return;
    own.pages = [...new Set([...own.pages, ...place.pages])];
  });
}

function windowsOf(
  tags: readonly TagFact[],
  events: readonly EventFact[],
  entries: readonly EntryFact[],
  senders: Senders,
): { windows: Map<string, Window>; leftOut: number } {
  let leftOut = 0;
  const add = <T>(calls: T[], call: T): void => {
    if (calls.length < CALLS_MAX) calls.push(call);
    else leftOut++;
  };
  const windows = new Map<string, Window>();
  const windowNamed = (name: string): Window | undefined => {
    let window = windows.get(name);
    if (!window && windows.size < WINDOWS_MAX) {
      window = { inits: [], configs: [], metaEvents: [], googleEvents: [], metaApps: [], googleApps: [] };
      windows.set(name, window);
    }
    return window;
  };
  for (const tag of tags) {
    const call = callOf(tag, senders.of(tag));
    const window = windowNamed(windowOf(tag));
    if (!call || !window) continue;
    if (tag.vendor === 'meta') add(window.inits, call);
    else if (isConfig(tag)) add(window.configs, call);
  }
  for (const event of events) {
    const call = callOf(event, senders.of(event));
    const window = windowNamed(windowOf(event));
    if (!call || !window) continue;
    add(event.vendor === 'meta' ? window.metaEvents : window.googleEvents, call);
  }
  for (const entry of entries) {
    const isMeta = entry.metaId !== undefined;
    if (entry.type !== 'APP' || (!isMeta && (entry.googleEvents ?? []).length === 0)) continue;
    const sender = senders.of(entry);
    const window = windowNamed(sender.sender.window);
    if (!window) continue;
    const call: Call<EntryFact> = { fact: entry, sender, source: 'app', moment: 'load', order: 0, ...sharingOf(entry) };
    if (isMeta) window.metaApps.push(call);
    if (entry.googleEvents) window.googleApps.push(call);
  }
  return { windows, leftOut };
}

/** Shopify may withhold all events of an app pixel. It can resume them at any time. */
function sharingOf(entry: EntryFact): Certainty {
  return isPaused(entry) ? { grade: 'paused', when: 'once Shopify resumes the app pixel' } : { grade: 'always' };
}

/** A payload's own settings (`__gct`, `__rep`) send nothing before the page configures the tag. */
function isConfig(tag: TagFact): boolean {
  const isPayload = tag.tag?.kind === '__gct' || tag.tag?.kind === '__rep';
  return ['ga4', 'google_tag', 'google_ads'].includes(tag.vendor) && tag.via === 'config' && !isPayload;
}
