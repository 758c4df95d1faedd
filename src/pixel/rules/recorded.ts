/** Rules on what a browser really sent, as a HAR file shows it. */
import type { HitFact, PageFacts } from '../tags/facts.ts';
import { vendorName } from '../tags/vendors.ts';
import { hostList, type Match, type Rule, shownId, shownName } from './rule.ts';

const HAR = 'https://w3c.github.io/web-performance/specs/HAR/Overview.html';
const NAMES = new Map(
  Object.entries({
    meta: 'Meta',
    ga4: 'GA4',
    ua: 'Universal Analytics',
    google_ads: 'Google Ads',
    floodlight: 'Floodlight',
  }),
);
const DESTINATIONS_SHOWN = 12;
const EVENTS_SHOWN = 12;
/** Two copies of a tag send an event within a moment. A visitor who does something twice takes longer. */
const TOGETHER_MS = 1000;
/** Vendors of which one event is one request. Google Ads sends one conversion to several of its hosts. */
const ONE_REQUEST: ReadonlySet<string> = new Set(['meta', 'ga4']);

const nameOf = ({ vendor, id }: HitFact) =>
  `${NAMES.get(vendor) ?? vendorName(vendor)}${id === '' ? '' : ` ${shownId(id)}`}`;

function sent({ hits }: PageFacts): Match[] {
  if (hits.length === 0) return [];
  const destinations = [...Map.groupBy(hits, nameOf)].map(([name, own]) => {
    const events = [...Map.groupBy(own, ({ event }) => shownName(event))].map(([event, list]) =>
      list.length === 1 ? event : `${event} ${list.length} times`,
    );
    return `${name}: ${hostList(events, EVENTS_SHOWN)}`;
  });
  const rest = destinations.length > DESTINATIONS_SHOWN ? `; and ${destinations.length - DESTINATIONS_SHOWN} more` : '';
  const ids = [...new Set(hits.map(({ id }) => id).filter((id) => id !== ''))];
  return [{ ids, found: `The browser sent ${destinations.slice(0, DESTINATIONS_SHOWN).join('; ')}${rest}` }];
}

function sentTwice({ hits }: PageFacts): Match[] {
  const own = hits.filter(({ vendor, atMs }) => ONE_REQUEST.has(vendor) && atMs > 0);
  const groups = Map.groupBy(own, ({ vendor, id, event, at, label }) => JSON.stringify([vendor, id, event, at, label]));
  // Two transactions are two events.
  return [...groups.values()].flatMap((list) => {
    const sorted = list.toSorted((a, b) => a.atMs - b.atMs);
    const copies = sorted.filter((hit, i) => i > 0 && hit.atMs - sorted[i - 1]!.atMs <= TOGETHER_MS);
    const [first] = sorted;
    if (copies.length === 0 || !first) return [];
    const { id, event, at } = first;
    const times = copies.length === 1 ? 'twice' : `${copies.length + 1} times`;
    return [
      {
        id,
        cause: `recorded ${id} ${event}`,
        found: `${nameOf(first)} got ${shownName(event)} ${times} at once${at === undefined ? '' : ` on ${shownName(at)}`}`,
        evidence: [`${copies.length + 1} requests within ${TOGETHER_MS / 1000} s of each other.`],
      },
    ];
  });
}

export const RECORDED_RULES: readonly Rule[] = [
  {
    id: 'recorded_event_twice',
    severity: 'error',
    category: 'double_counting',
    weight: 20,
    what: 'A recorded visit shows one event that was sent twice at once to the same pixel or property.',
    why: 'The vendor counts both, unless it can tell that they are the same.',
    remedy: 'Find the two tags in the list of who sends what, and keep one of them.',
    source: 'https://developers.facebook.com/docs/marketing-api/conversions-api/deduplicate-pixel-and-server-events',
    seesAllPages: true,
    match: sentTwice,
  },
  {
    id: 'recorded_requests',
    severity: 'info',
    category: 'inventory',
    weight: 0,
    what: 'The requests with events in a HAR file, by their destination.',
    why: 'They are what a browser really sent. Another visit, or another answer to the consent banner, may send more or less.',
    remedy: 'Compare them with what should be sent.',
    source: HAR,
    seesAllPages: true,
    match: sent,
  },
];
