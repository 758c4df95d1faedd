/**
 * The rules on one GA4 property in several places. Ids are compared by their destinations, as far as payloads were read.
 * A little over 400 lines, because the ways in which one GA4 property is installed twice are compared with each other.
 */

import { type TracedGraph, tracedGraph } from '../graph/destination-graph.ts';
import type { EntryFact, EventFact, PageFacts, TagFact } from '../tags/facts.ts';
import {
  commonPlace,
  countedTwice,
  type DoubledDestination,
  doubledDestinations,
  gravest,
  isAcross,
  isOneContainer,
  type SeenDouble,
  sentence,
  surest,
} from './doubles.ts';
import {
  distinct,
  idList,
  installed,
  isInstalled,
  locationOf,
  type Match,
  placesOf,
  type Rule,
  repeated,
  shownId,
  shownName,
  webPixels,
} from './rule.ts';

const CHANNEL_HELP = 'https://help.shopify.com/manual/reports-and-analytics/google-analytics/google-analytics-setup';
const GTAG_REFERENCE = 'https://developers.google.com/tag-platform/gtagjs/reference';
const SIMPROSYS_CLIENT = '1558137';

/** Tags of a GA4 property in the page, with its own id or with a `GT-` id that may include it. */
export function analyticsTags(page: PageFacts): TagFact[] {
  return [...installed(page, 'ga4'), ...installed(page, 'google_tag')].filter(
    (tag) => tag.runs !== 'dead' && !isPayload(tag),
  );
}

/** The main id of a Google tag: one for all ids that are known to be the same tag. */
function mainIds(graph: TracedGraph): (id: string) => string {
  const main = new Map<string, string>();
  for (const { id, aliases } of graph.destinations) for (const alias of aliases) main.set(alias, id);
  return (id) => main.get(id) ?? id;
}

/** How an app pixel uses an id. `unknown`: the id is in its configuration, and its events are not. */
type AppUse = 'events' | 'listed' | 'unknown';

interface Installs {
  /** Code and containers of the page. */
  code: (TagFact | EventFact)[];
  /** Custom pixels, and containers in them. */
  pixels: Map<string, TagFact | EventFact>;
  apps: Map<EntryFact, AppUse>;
}

function installsById(page: PageFacts): Map<string, Installs> {
  const main = mainIds(tracedGraph(page));
  const found = new Map<string, Installs>();
  const of = (id: string): Installs => {
    const key = main(id);
    const known = found.get(key) ?? { code: [], pixels: new Map(), apps: new Map() };
    found.set(key, known);
    return known;
  };
  for (const tag of analyticsTags(page)) of(tag.id!).code.push(tag);
  for (const tag of page.tags) {
    const isGoogle = tag.vendor === 'ga4' || tag.vendor === 'google_tag';
    if (isGoogle && tag.pixel !== undefined && isInstalled(tag) && !isPayload(tag))
      of(tag.id!).pixels.set(tag.pixel, tag);
  }
  for (const event of page.events) {
    if (event.vendor === 'meta' || event.runs === 'dead') continue;
    for (const id of (event.to ?? []).filter(isAnalyticsId)) {
      if (event.pixel === undefined) of(id).code.push(event);
      else if (!of(id).pixels.has(event.pixel)) of(id).pixels.set(event.pixel, event);
    }
  }
  for (const entry of page.entries.filter(({ type }) => type === 'APP')) {
    const labelled = new Set((entry.googleEvents ?? []).flatMap(({ to }) => to).filter(isAnalyticsId));
    const listed = entry.googleTagIds ?? [];
    const isRead = entry.googleEvents !== undefined;
    for (const id of new Set([...labelled, ...[...listed, ...entry.googleIds].filter(isAnalyticsId)])) {
      const use: AppUse = labelled.has(id) ? 'events' : isRead && listed.includes(id) ? 'listed' : 'unknown';
      const { apps } = of(id);
      if (apps.get(entry) !== 'events') apps.set(entry, use);
    }
  }
  return found;
}

function isAnalyticsId(id: string): boolean {
  return id.startsWith('G-') || id.startsWith('GT-');
}

/** The settings of a Google tag in its own payload are no second install. */
export function isPayload({ tag }: TagFact): boolean {
  return tag?.kind === '__gct' || tag?.kind === '__rep';
}

export function nameOfTag(id: string): string {
  return `${id.startsWith('G-') ? 'GA4' : 'Google tag'} ${shownId(id)}`;
}

function appName(entry: EntryFact): string {
  return entry.appName ?? (entry.client === '1780363' ? 'Google & YouTube' : `app ${shownId(entry.client)}`);
}

function pixelName(page: PageFacts, pixel: string): string {
  const name = page.entries.find((entry) => entry.pixelId === pixel)?.name;
  return name === undefined ? `custom pixel ${shownId(pixel)}` : `the custom pixel ${shownName(name)}`;
}

function isSimprosys(fact: TagFact | EventFact): boolean {
  return fact.kind === 'tag' && (fact.app?.startsWith('simprosys') ?? false);
}

/** The names of events in words that merchants know. */
const shownEvent = (name: string): string => (name === 'page_view' ? 'the page view' : name);

function doubleInstalls(page: PageFacts): Match[] {
  const doubled = new Map(
    doubledDestinations(page, ['ga4', 'google_tag']).map((destination) => [destination.id, destination]),
  );
  const matches: Match[] = [];
  for (const [id, { code, pixels, apps }] of installsById(page)) {
    const doubles = (doubled.get(id)?.doubles ?? []).filter(({ senders }) => isAcross(senders));
    const isAlone = Math.min(code.length, 1) + pixels.size + apps.size < 2;
    // Code and a container of the page may double events, or one custom pixel alone.
    if (isAlone && doubles.length === 0) continue;
    const copies = [...code, ...pixels.values()];
    const facts = [...copies, ...apps.keys()];
    const at = facts[0]!;
    const names = [
      ...new Set(code.map(locationOf)),
      ...[...pixels.keys()].map((pixel) => pixelName(page, pixel)),
      ...[...apps.keys()].map((entry) => `the ${appName(entry)} app pixel`),
    ];
    const again =
      names.length > 1
        ? `runs from ${names[0]} and again from ${names.slice(1).join(', ')}`
        : `gets events twice from ${names[0]}`;
    const base = `${nameOfTag(id)} ${again}`;
    const sure = gravest(doubles);
    matches.push({
      id,
      at,
      places: placesOf(facts),
      ids: [id],
      evidence: sure.map(({ evidence }) => evidence),
      ...remedyOf(code.length > 0, pixels.size, apps.size),
      ...verdict(id, base, sure, code, apps, names[0]!),
    });
  }
  return [...matches, ...maybeSame(page)];
}

/** Names only what is there. The remedy of the rule is for page code and an app pixel. */
function remedyOf(hasCode: boolean, pixels: number, apps: number): Pick<Match, 'remedy'> {
  if (hasCode && apps > 0) return {};
  if (hasCode && pixels > 0)
    return { remedy: 'Remove gtag.js from the theme or container, or disconnect the custom pixel.' };
  if (hasCode) return { remedy: 'Keep one of the copies and delete the others.' };
  if (pixels === 0) return { remedy: 'Turn GA4 off in one of the apps.' };
  if (apps > 0) return { remedy: 'Disconnect the custom pixel, or take the id out of the app.' };
  return { remedy: pixels > 1 ? 'Keep one custom pixel and disconnect the others.' : 'Delete one of the calls.' };
}

function verdict(
  id: string,
  base: string,
  doubles: readonly SeenDouble[],
  code: readonly (TagFact | EventFact)[],
  apps: ReadonlyMap<EntryFact, AppUse>,
  place: string,
): Pick<Match, 'found' | 'severity'> {
  if (doubles.length > 0) {
    const grade = surest(doubles);
    const isLimited = commonPlace(doubles) !== undefined;
    const severity = grade === 'perhaps' || isLimited ? 'warn' : grade === 'paused' ? 'info' : undefined;
    return { found: sentence(`${countedTwice(doubles, shownEvent)}: ${base}`), severity };
  }
  const uses = [...apps.values()];
  if (
    code.length > 0 &&
    code.every(isSimprosys) &&
    [...apps.keys()].every((entry) => entry.client === SIMPROSYS_CLIENT)
  )
    return { found: `${nameOfTag(id)} runs in two parts of the same app, by design`, severity: 'info' };
  if (uses.length > 0 && uses.every((use) => use === 'listed')) {
    const names = [...apps.keys()].map((entry) => appName(entry)).join(', ');
    return {
      found: `${nameOfTag(id)} is listed without an event label in the ${names} app, so the app sends it nothing now; the id runs from ${place}`,
      severity: 'info',
    };
  }
  if (uses.includes('unknown'))
    return {
      found: `What both send is counted twice, but which events the app sends is not in the page: ${base}`,
      severity: 'warn',
    };
  const configs = code.filter((fact): fact is TagFact => fact.kind === 'tag' && fact.via === 'config');
  const isQuiet = configs.length > 0 && configs.every((tag) => tag.quiet);
  return {
    found: `${isQuiet ? 'The copy in the page sends no page view, and no' : 'No'} event was found that both send: ${base}`,
    severity: 'info',
  };
}

/** A `GT-` id on one side and a `G-` id on the other, whose payload was not read. They may be one tag. */
function maybeSame(page: PageFacts): Match[] {
  const resolved = new Set(page.aliases.flatMap(({ id, aliases }) => [id, ...aliases]));
  const pixels = page.tags.filter((tag) => tag.pixel !== undefined && tag.vendor !== 'meta' && isInstalled(tag));
  const code = [...analyticsTags(page), ...pixels].filter(({ id }) => isAnalyticsId(id!));
  const apps = [...webPixels(page, 'ga4'), ...webPixels(page, 'google_tag')];
  const open = (tags: readonly TagFact[], prefix: string) =>
    tags.filter(({ id }) => id!.startsWith(prefix) && !resolved.has(id!));
  const pairs: [TagFact[], TagFact[]][] = [
    [open(apps, 'GT-'), open(code, 'G-')],
    [open(code, 'GT-'), open(apps, 'G-')],
  ];
  return pairs.flatMap(([tags, others]) => {
    const ids = distinct(others);
    if (tags.length === 0 || ids.length === 0) return [];
    return distinct(tags).map((id) => {
      const at = tags.find((tag) => tag.id === id)!;
      const where = at.form === 'web_pixel' ? 'an app pixel' : locationOf(at);
      return {
        id,
        at,
        ids: [id, ...ids],
        places: placesOf([at, ...others]),
        severity: 'info' as const,
        found: `If they are one tag, its events are counted twice: Google tag ${shownId(id)} in ${where} may be the same tag as ${idList(ids)}`,
        remedy: 'Look up in Google Analytics which ids the tag has, and keep one copy.',
      };
    });
  });
}

/** Doubles that page code alone makes. Those of one container are the matter of container_tags_fire_together. */
function ownDoubles({ doubles }: DoubledDestination): SeenDouble[] {
  return doubles.filter(
    ({ senders, grade }) =>
      (grade === 'always' || grade === 'some') &&
      senders.every(({ sender }) => sender.window === 'page' && sender.kind !== 'app_pixel') &&
      !isAcross(senders) &&
      !isOneContainer(senders),
  );
}

/** The calls that make a double: of its event, and the configuration, which sends the page view. */
function callsOf(doubles: readonly SeenDouble[], ids: ReadonlySet<string>): (TagFact | EventFact)[] {
  const names = new Set(doubles.map(({ name }) => name));
  return doubles
    .flatMap(({ senders }) => senders.flatMap(({ facts }) => facts))
    .filter((fact): fact is TagFact | EventFact => {
      if (fact.kind === 'tag') return fact.via === 'config' && ids.has(fact.id ?? '') && names.has('page_view');
      if (fact.kind !== 'event' || fact.vendor === 'meta' || fact.runs === 'dead') return false;
      return names.has(fact.name) && (fact.to === undefined || fact.to.some((id) => ids.has(id)));
    });
}

function configuredTwice(page: PageFacts): Match[] {
  const tags = installed(page, 'ga4').filter((tag) => tag.via === 'config' && tag.runs !== 'dead' && !isPayload(tag));
  const destinations = doubledDestinations(page, ['ga4']);
  const doubled = new Map(destinations.map((destination) => [destination.id, ownDoubles(destination)]));
  const main = mainIds(tracedGraph(page));
  const twice = repeated(tags, true).map(({ id, at, places }) => {
    const own = doubled.get(main(id)) ?? [];
    const layers = new Set(places.map((tag) => tag.dataLayer));
    const base = `${nameOfTag(id)} is configured twice${layers.size > 1 ? ', in different data layers' : ''}`;
    return {
      id,
      at,
      places: placesOf(places),
      ids: [id],
      evidence: own.map(({ evidence }) => evidence),
      ...(own.length > 0
        ? {
            severity: 'warn' as const,
            found: sentence(`${countedTwice(own, shownEvent)}: ${base}`),
          }
        : { found: `The page view is sent once all the same: ${base}` }),
    };
  });
  const said = new Set(twice.map(({ id }) => main(id)));
  const repeatedCalls = destinations.flatMap(({ id, aliases }) => {
    const own = doubled.get(id)!;
    const calls = callsOf(own, new Set([id, ...aliases]));
    if (said.has(id) || calls.length === 0) return [];
    return [
      {
        id,
        at: calls[0]!,
        places: placesOf(calls),
        ids: [id],
        evidence: own.map(({ evidence }) => evidence),
        severity: 'warn' as const,
        found: sentence(
          `${countedTwice(own, shownEvent)}: ${nameOfTag(id)} gets ${own.length > 1 ? 'them' : 'it'} twice from code of the page`,
        ),
        remedy: 'Keep one of the calls that send it and delete the others.',
      },
    ];
  });
  return [...twice, ...repeatedCalls];
}

export const GA4_DOUBLE_RULES: readonly Rule[] = [
  {
    id: 'ga4_double_install',
    severity: 'error',
    category: 'double_counting',
    weight: 28,
    what: 'The same GA4 or Google tag id runs in two of these: page code, a container, a custom pixel, an app pixel.',
    why: 'Page views and other events that both send are counted twice.',
    remedy: 'Remove gtag.js from the theme or container, or disconnect GA4 in the Google & YouTube app.',
    source: CHANNEL_HELP,
    match: doubleInstalls,
  },
  {
    id: 'ga4_two_web_pixels',
    severity: 'warn',
    category: 'double_counting',
    weight: 12,
    what: 'Two app pixels use the same GA4 id.',
    why: 'Events that both send, such as the purchase, are counted twice.',
    remedy: 'Turn GA4 off in one of the apps.',
    source: CHANNEL_HELP,
    match: (page) => {
      const users = new Map<string, EntryFact[]>();
      for (const entry of page.entries.filter(({ type }) => type === 'APP')) {
        for (const id of entry.googleIds.filter((candidate) => candidate.startsWith('G-')))
          users.set(id, [...(users.get(id) ?? []), entry]);
      }
      return [...users].flatMap(([id, entries]) => {
        if (new Set(entries.map(({ client }) => client)).size < 2) return [];
        const at = entries.at(-1)!;
        return [
          {
            id,
            at,
            places: placesOf([at, ...entries.slice(0, -1)]),
            found: `GA4 ${id} is configured in two app pixels`,
          },
        ];
      });
    },
  },
  {
    id: 'ga_migrated_pixel_overlap',
    severity: 'warn',
    category: 'double_counting',
    weight: 11,
    what: 'The store has a custom pixel named “Google Analytics tag (migrated)”, which was not read, and the Google & YouTube app.',
    why: 'Shopify turned the old Preferences tag into a custom pixel; if it has the id of the app, both send the same events.',
    remedy:
      'Check its id under Settings > Customer events and disconnect the migrated pixel if the app uses the same one.',
    source: 'https://help.shopify.com/manual/promoting-marketing/pixels/pixel-migration',
    match: (page) => {
      const read = new Set(page.customPixels.map(({ pixel }) => pixel));
      const custom = page.entries.find(
        (entry) =>
          entry.type === 'CUSTOM' &&
          !read.has(entry.pixelId) &&
          /google analytics tag \(migrated\)/i.test(entry.name ?? ''),
      );
      const app = page.entries.find((entry) => entry.type === 'APP' && entry.client === '1780363');
      if (!custom || !app) return [];
      const id = app.googleIds.find((candidate) => candidate.startsWith('G-'));
      return [
        {
          id,
          at: custom,
          cause: `custom pixel ${shownId(custom.pixelId)}`,
          severity: id ? undefined : 'info',
          found: `A migrated Google Analytics custom pixel and the Google & YouTube app${id ? ` with ${id}` : ''} are both in use`,
        },
      ];
    },
  },
  {
    id: 'ga4_configured_twice',
    severity: 'info',
    category: 'double_counting',
    weight: 11,
    what: 'One GA4 id is configured in two or more places of the page, or code of the page sends it one event twice.',
    why: 'Google’s library sends the page view once for one data layer. Explicit events of both copies are counted twice.',
    remedy: 'Keep one config call.',
    source: GTAG_REFERENCE,
    match: configuredTwice,
  },
  {
    id: 'multiple_ga4_ids',
    severity: 'info',
    category: 'double_counting',
    weight: 0,
    what: 'Two or more GA4 ids are in use.',
    why: 'This is often deliberate, for a roll-up property.',
    remedy: 'Check that each is intended.',
    source: GTAG_REFERENCE,
    match: (page) => {
      const pixels = page.tags.filter(
        (tag) => tag.vendor === 'ga4' && (tag.form === 'web_pixel' || tag.pixel !== undefined) && isInstalled(tag),
      );
      const tags = [...installed(page, 'ga4'), ...pixels];
      const ids = distinct(tags);
      if (ids.length < 2) return [];
      return [
        {
          at: tags[0],
          places: placesOf(tags),
          ids,
          cause: 'several GA4 ids',
          found: `${ids.length} GA4 ids are in use: ${idList(ids)}`,
        },
      ];
    },
  },
];
