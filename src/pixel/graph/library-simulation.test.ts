/** Random calls of fbq and gtag: a small model of each library, written from the measurement, and the graph send the same hits. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { type AliasFact, type EventFact, type Place, sortFacts, type TagFact } from '../tags/facts.ts';
import { destinationGraph } from './destination-graph.ts';

const at = (offset: number): Place => ({ offset, line: 1, column: 1 + offset, script: 1, excerpt: '' });

/** How often each event surely reaches each id. Those in `unknown` were not measured, so they are left out. */
function sent(
  facts: readonly (TagFact | EventFact | AliasFact)[],
  unknown: ReadonlySet<string>,
): Record<string, number> {
  const graph = destinationGraph(sortFacts(facts));
  const counts: Record<string, number> = {};
  for (const { destination, sent_as, grade } of graph.sendings) {
    const key = `${sent_as} ${graph.destinations[destination]!.id}`;
    if (grade === 'always' && !unknown.has(key)) counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

class Hits {
  readonly counts: Record<string, number> = {};
  readonly unknown = new Set<string>();

  add(key: string): void {
    this.counts[key] = (this.counts[key] ?? 0) + 1;
  }

  known(): Record<string, number> {
    return Object.fromEntries(Object.entries(this.counts).filter(([key]) => !this.unknown.has(key)));
  }
}

const PIXELS = ['700000000000101', '700000000000102', '700000000000103'];
const pixel = fc.constantFrom(...PIXELS);
const name = fc.constantFrom('PageView', 'AddToCart', 'Lead');
type Fbq =
  | { call: 'init'; id: string }
  | { call: 'singleOnly'; id: string }
  | { call: 'track'; name: string }
  | { call: 'trackCustom'; name: string }
  | { call: 'trackSingle'; id: string; name: string }
  | { call: 'trackSingleCustom'; id: string; name: string };
const fbq: fc.Arbitrary<Fbq> = fc.oneof(
  { weight: 4, arbitrary: pixel.map((id): Fbq => ({ call: 'init', id })) },
  { weight: 1, arbitrary: pixel.map((id): Fbq => ({ call: 'singleOnly', id })) },
  { weight: 4, arbitrary: name.map((name): Fbq => ({ call: 'track', name })) },
  { weight: 1, arbitrary: name.map((name): Fbq => ({ call: 'trackCustom', name })) },
  { weight: 2, arbitrary: fc.tuple(pixel, name).map(([id, name]): Fbq => ({ call: 'trackSingle', id, name })) },
  { weight: 1, arbitrary: fc.tuple(pixel, name).map(([id, name]): Fbq => ({ call: 'trackSingleCustom', id, name })) },
);

/** fbevents.js in one window. */
function playFbq(calls: readonly Fbq[]): Hits {
  const hits = new Hits();
  const initialised = new Set<string>();
  const singleOnly = new Set<string>();
  const hasPageView = new Set<string>();
  const hasSinglePageView = new Set<string>();
  for (const call of calls) {
    if (call.call === 'init') initialised.add(call.id);
    else if (call.call === 'singleOnly') singleOnly.add(call.id);
    else if (call.call === 'trackSingle' || call.call === 'trackSingleCustom') {
      if (!initialised.has(call.id)) continue;
      hits.add(`${call.name} ${call.id}`);
      if (call.name === 'PageView') hasSinglePageView.add(call.id);
    } else {
      for (const id of initialised) {
        if (singleOnly.has(id)) continue;
        if (call.name === 'PageView') {
          if (hasPageView.has(id)) continue;
          // Not measured: the first `track` of a page view after one by `trackSingle`.
          if (hasSinglePageView.has(id)) hits.unknown.add(`PageView ${id}`);
          hasPageView.add(id);
        }
        hits.add(`${call.name} ${id}`);
      }
    }
  }
  return hits;
}

function fbqFacts(calls: readonly Fbq[]): (TagFact | EventFact)[] {
  return calls.map((call, i): TagFact | EventFact => {
    const tag = { ...at(i), kind: 'tag', vendor: 'meta', form: 'inline', runs: 'load' } as const;
    const event = { ...at(i), kind: 'event', vendor: 'meta', runs: 'load', eventId: 'absent' } as const;
    switch (call.call) {
      case 'init':
        return { ...tag, via: 'init', id: call.id } as const;
      case 'singleOnly':
        return { ...tag, via: 'config', id: call.id, singleOnly: true } as const;
      case 'track':
      case 'trackCustom':
        return { ...event, method: call.call, name: call.name };
      default:
        return { ...event, method: call.call, name: call.name, to: [call.id] };
    }
  });
}

test('any calls of fbq', () => {
  fc.assert(
    fc.property(fc.array(fbq, { maxLength: 12 }), (calls) => {
      const hits = playFbq(calls);
      expect(sent(fbqFacts(calls), hits.unknown)).toEqual(hits.known());
    }),
    { numRuns: 500 },
  );
});

const ALIAS: AliasFact = {
  ...at(0),
  kind: 'alias',
  id: 'GT-CASE001',
  aliases: [],
  destinations: ['G-CASE000001'],
  children: [],
};
const tagId = fc.constantFrom('G-CASE000001', 'G-CASE000002', 'GT-CASE001');
const gtagEvent = fc.constantFrom('page_view', 'add_to_cart');
type Gtag = { call: 'config'; id: string; quiet: boolean } | { call: 'event'; name: string; to?: string };
const gtag: fc.Arbitrary<Gtag> = fc.oneof(
  fc.record({ call: fc.constant('config' as const), id: tagId, quiet: fc.boolean() }),
  fc.record({ call: fc.constant('event' as const), name: gtagEvent, to: fc.option(tagId, { nil: undefined }) }),
);
const destinationOf = (id: string): string => (id === 'GT-CASE001' ? 'G-CASE000001' : id);

/** gtag.js in one window with one data layer. */
function playGtag(calls: readonly Gtag[]): Hits {
  const hits = new Hits();
  const configured = new Set<string>();
  const hasPageView = new Set<string>();
  const quiet = new Set<string>();
  for (const call of calls) {
    if (call.call === 'event') {
      for (const id of call.to ? [destinationOf(call.to)] : configured) hits.add(`${call.name} ${id}`);
      continue;
    }
    const id = destinationOf(call.id);
    configured.add(id);
    if (call.quiet) quiet.add(id);
    else if (!hasPageView.has(id)) {
      // Not measured: a plain config after a quiet one.
      if (quiet.has(id)) hits.unknown.add(`page_view ${id}`);
      hasPageView.add(id);
      hits.add(`page_view ${id}`);
    }
  }
  return hits;
}

function gtagFacts(calls: readonly Gtag[]): (TagFact | EventFact)[] {
  return calls.map((call, i) => {
    if (call.call === 'event') {
      const common = { ...at(i), kind: 'event', vendor: 'ga4', runs: 'load', eventId: 'unknown' } as const;
      return { ...common, name: call.name, ...(call.to && { to: [call.to] }) };
    }
    const vendor = call.id.startsWith('GT-') ? 'google_tag' : 'ga4';
    const common = { ...at(i), kind: 'tag', vendor, form: 'inline', via: 'config', runs: 'load', id: call.id } as const;
    return { ...common, ...(call.quiet && { quiet: true }) };
  });
}

test('any calls of gtag', () => {
  fc.assert(
    fc.property(fc.array(gtag, { maxLength: 12 }), (calls) => {
      const hits = playGtag(calls);
      expect(sent([...gtagFacts(calls), ALIAS], hits.unknown)).toEqual(hits.known());
    }),
    { numRuns: 500 },
  );
});
