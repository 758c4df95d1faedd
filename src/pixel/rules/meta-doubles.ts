/**
 * The rules on one Meta pixel in several places, and on several pixels in one window.
 * A little over 400 lines, because the rules share what they know of the senders of one window.
 */

import { META_APP_EVENTS } from '../graph/store-events.ts';
import type { EntryFact, EventFact, Fact, PageFacts, TagFact } from '../tags/facts.ts';
import { oncePerPage } from '../tags/once-per-page.ts';
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
} from './rule.ts';

const PIXEL_HELP = 'https://help.shopify.com/manual/promoting-marketing/pixels/pixel-migration';
const TRACKING = 'https://developers.facebook.com/docs/meta-pixel/guides/track-multiple-events';
const REFERENCE = 'https://developers.facebook.com/docs/meta-pixel/reference';

/** Tags that initialise a Meta id in the window of the page, including Shopify's own former integration. */
export const loaded: (page: PageFacts) => readonly TagFact[] = oncePerPage((page) => {
  const native = page.tags.filter((tag) => tag.vendor === 'meta' && tag.form === 'native' && tag.invalid === undefined);
  return [...installed(page, 'meta'), ...native].filter(
    (tag) => (tag.via === 'init' || tag.via === 'settings') && tag.library !== 'fbds.js' && tag.runs !== 'dead',
  );
});

/** Where one Meta id is installed: in code of the page, in app pixels, in custom pixels. */
interface Installs {
  code: (TagFact | EventFact)[];
  apps: EntryFact[];
  pixels: Map<string, TagFact[]>;
}

function installsById(page: PageFacts): Map<string, Installs> {
  const found = new Map<string, Installs>();
  const of = (id: string): Installs => {
    const known = found.get(id) ?? { code: [], apps: [], pixels: new Map() };
    found.set(id, known);
    return known;
  };
  for (const tag of installed(page, 'meta')) {
    if (tag.via !== 'loader' && tag.library !== 'fbds.js' && tag.runs !== 'dead') of(tag.id!).code.push(tag);
  }
  for (const entry of page.entries) if (entry.type === 'APP' && entry.metaId) of(entry.metaId).apps.push(entry);
  for (const tag of page.tags) {
    if (tag.vendor !== 'meta' || tag.pixel === undefined || tag.runs === 'dead' || !isInstalled(tag)) continue;
    const { pixels } = of(tag.id!);
    pixels.set(tag.pixel, [...(pixels.get(tag.pixel) ?? []), tag]);
  }
  return found;
}

function appName(entry: EntryFact): string {
  return entry.appName ?? 'Facebook & Instagram';
}

function pixelName(page: PageFacts, pixel: string): string {
  const name = page.entries.find((entry) => entry.pixelId === pixel)?.name;
  return name === undefined ? `custom pixel ${shownId(pixel)}` : `the custom pixel ${shownName(name)}`;
}

/** Whether a pixel of Customer events sends one side of a double, or a custom pixel both. */
function isBetweenPixels({ senders }: SeenDouble): boolean {
  return isAcross(senders) && senders.some(({ sender }) => sender.kind === 'app_pixel' || sender.window !== 'page');
}

function doubleInstalls(page: PageFacts): Match[] {
  const doubled = new Map(doubledDestinations(page, ['meta']).map((destination) => [destination.id, destination]));
  const matches: Match[] = [];
  for (const [id, installs] of installsById(page)) {
    const doubles = gravest((doubled.get(id)?.doubles ?? []).filter(isBetweenPixels));
    const isAlone = countOf(installs) < 2;
    // What other pixels send to it is the matter of meta_cross_pixel_events.
    if (isAlone && (installs.pixels.size === 0 || doubles.length === 0)) continue;
    const { code, apps, pixels } = isAlone ? installs : doubledOf(installs, doubles);
    const names = [
      ...new Set(code.map(locationOf)),
      ...[...pixels.keys()].map((pixel) => pixelName(page, pixel)),
      ...apps.map((entry) => `the ${appName(entry)} app pixel`),
    ];
    const facts = [...code, ...[...pixels.values()].map((tags) => tags[0]!), ...apps];
    const at = facts[0]!;
    const again = isAlone
      ? `gets events twice from ${names[0]}`
      : `runs from ${names[0]} and again from ${names.slice(1).join(', ')}`;
    const base = `Meta pixel ${id} ${again}`;
    const isOneWindow = pixels.size === 0;
    matches.push({
      id,
      at,
      places: placesOf(facts),
      ids: [id],
      evidence: doubles.map(({ evidence }) => evidence),
      ...remedyOf(code.length > 0, pixels.size, apps.length),
      ...verdict(base, doubles, isOneWindow),
    });
  }
  return matches;
}

function countOf({ code, apps, pixels }: Installs): number {
  return Math.min(code.length, 1) + apps.length + pixels.size;
}

/**
 * The copies that send what is doubled, or all if nothing is. Page code may send without an init of its own. Copies in one window
 * stay together: if one is deleted, the next one sends.
 */
function doubledOf(installs: Installs, doubles: readonly SeenDouble[]): Installs {
  const senders = doubles.flatMap((double) => double.senders);
  const facts = new Set<Fact>(senders.flatMap((sender) => sender.facts));
  const names = new Set(doubles.map(({ name }) => name));
  const inPage = senders.filter(({ sender }) => sender.window === 'page' && sender.kind !== 'app_pixel');
  const calls = inPage.flatMap(metaFacts).filter((fact) => fact.kind === 'event' && names.has(fact.name));
  const doubled: Installs = {
    code: inPage.length === 0 ? [] : installs.code.length > 0 ? installs.code : calls,
    apps: installs.apps.filter((entry) => facts.has(entry)),
    pixels: new Map([...installs.pixels].filter(([, tags]) => tags.some((tag) => facts.has(tag)))),
  };
  return countOf(doubled) > 1 ? doubled : installs;
}

/** Names only what is there. The remedy of the rule is for page code and an app pixel. */
function remedyOf(hasCode: boolean, pixels: number, apps: number): Pick<Match, 'remedy'> {
  if (hasCode && apps > 0) return {};
  if (hasCode) return { remedy: 'Delete the copy in the theme, app block or container and keep the custom pixel.' };
  if (pixels === 0) return { remedy: 'Disconnect the pixel in one of the apps.' };
  if (apps > 0) return { remedy: 'Remove the id from the custom pixel, or disconnect it, and keep the app pixel.' };
  return { remedy: pixels > 1 ? 'Keep one custom pixel and disconnect the others.' : 'Delete one of the calls.' };
}

function verdict(
  base: string,
  doubles: readonly SeenDouble[],
  isOneWindow: boolean,
): Pick<Match, 'found' | 'severity'> {
  if (doubles.length > 0) {
    const grade = surest(doubles);
    const isLimited = commonPlace(doubles) !== undefined;
    const severity = grade === 'perhaps' || isLimited ? 'warn' : grade === 'paused' ? 'info' : undefined;
    return { found: `${countedTwice(doubles)}: ${base}`, severity };
  }
  if (!isOneWindow) return { found: `No event was found that both send: ${base}`, severity: 'info' };
  return {
    found: `The page view is sent once, but perhaps without the event id that server deduplication needs, and no other event was found that both send: ${base}`,
    severity: 'warn',
  };
}

/**
 * Doubles that code of the page alone makes. PageView is one only by `trackSingle`, which repeats it. Those within one container
 * are the matter of container_tags_fire_together, which names their condition.
 */
function repeatedEvents({ doubles }: DoubledDestination): SeenDouble[] {
  return doubles.filter(
    ({ grade, senders }) =>
      (grade === 'always' || grade === 'some') &&
      senders.every(({ sender }) => sender.window === 'page' && sender.kind !== 'app_pixel') &&
      !isOneContainer(senders),
  );
}

function initializedTwice(page: PageFacts): Match[] {
  const twice = new Map(repeated(loaded(page)).map((match) => [match.id, match]));
  const events = new Map<string, SeenDouble[]>();
  for (const destination of doubledDestinations(page, ['meta'])) {
    const doubles = repeatedEvents(destination).filter((double) => isOfOwnSenders(double, destination.id));
    if (doubles.length > 0) events.set(destination.id, doubles);
  }
  return [...new Set([...twice.keys(), ...events.keys()])].map((id) => {
    const inits = twice.get(id);
    const doubles = events.get(id) ?? [];
    const at = inits?.at ?? doubles[0]!.senders[0]!.facts[0]!;
    const common = { id, at, ids: [id], evidence: doubles.map(({ evidence }) => evidence) };
    if (doubles.length > 0) {
      const places = placesOf([
        ...(inits?.places ?? []),
        ...doubles.flatMap(({ senders }) => senders.flatMap(metaFacts)),
      ]);
      const what = inits
        ? 'is initialised twice'
        : `gets ${doubles.length > 1 ? 'them' : 'it'} twice from code of the page`;
      return {
        ...common,
        places,
        severity: commonPlace(doubles) === undefined ? 'error' : 'warn',
        found: `${countedTwice(doubles)}: Meta pixel ${shownId(id)} ${what}`,
        ...(!inits && { remedy: 'Keep one of the calls that send it and delete the others.' }),
      };
    }
    const { places } = inits!;
    const differs = new Set(places.map((tag) => tag.matching)).size > 1;
    const more = differs ? ', and the copies pass different customer data' : '';
    return {
      ...common,
      places,
      ...(differs && { severity: 'warn' as const }),
      found: `The page view is sent once all the same${more}: Meta pixel ${shownId(id)} is initialised twice`,
    };
  });
}

function metaFacts({ facts }: SeenDouble['senders'][number]): (TagFact | EventFact)[] {
  return facts.filter((fact): fact is TagFact | EventFact => fact.kind !== 'entry' && fact.vendor === 'meta');
}

/** Whether every sender starts the pixel itself, or starts none: then no other pixel's code is to blame. */
function isOfOwnSenders({ senders }: SeenDouble, id: string): boolean {
  return senders.every(({ facts }) => {
    const ids = facts.flatMap((fact) => (fact.kind === 'entry' ? (fact.metaId ?? []) : initOf(fact)));
    return ids.length === 0 || ids.includes(id);
  });
}

function initOf(fact: TagFact | EventFact): string[] {
  return fact.kind === 'tag' && fact.vendor === 'meta' && fact.id !== undefined ? [fact.id] : [];
}

/** A call that reaches every pixel of its window. */
function isBroadcast(event: EventFact): boolean {
  const toAll = event.method === undefined || event.method === 'track' || event.method === 'trackCustom';
  return event.vendor === 'meta' && toAll && event.to === undefined && event.runs !== 'dead';
}

/** Windows in which calls of `track` or an app pixel reach two or more pixels. */
const crossEvents: (page: PageFacts) => Match[] = oncePerPage((page) => {
  const doubled = doubledDestinations(page, ['meta']);
  const own = page.tags.filter(
    (tag) => tag.vendor === 'meta' && tag.pixel !== undefined && tag.via === 'init' && isInstalled(tag),
  );
  const windows: [string | undefined, (TagFact | EntryFact)[]][] = [
    [undefined, [...loaded(page).filter((tag) => tag.form !== 'native'), ...page.entries.filter(isMetaApp)]],
    ...Map.groupBy(own, (tag) => tag.pixel),
  ];
  return windows.flatMap(([pixel, installs]) => {
    const apps = installs.filter((fact) => fact.kind === 'entry');
    const skipped = new Set(page.tags.filter((tag) => tag.singleOnly && tag.pixel === pixel).map((tag) => tag.id));
    const ids = [...new Set(installs.map((fact) => (fact.kind === 'entry' ? fact.metaId! : fact.id!)))].filter(
      (id) => !skipped.has(id),
    );
    const broadcasts = page.events.filter((event) => event.pixel === pixel && isBroadcast(event));
    if (ids.length < 2 || (apps.length === 0 && broadcasts.length === 0)) return [];
    const codeIds = new Set(installs.flatMap((fact) => (fact.kind === 'tag' ? (fact.id ?? []) : [])));
    const appIds = new Set(apps.map((entry) => entry.metaId!));
    const at = installs.find((fact) => fact.kind === 'tag' && !appIds.has(fact.id!)) ?? installs[0]!;
    const foreign = doubled
      .filter(({ id }) => ids.includes(id))
      .map(({ id, doubles }) => ({
        id,
        doubles: doubles.filter(
          (double) =>
            double.name !== 'PageView' &&
            (double.grade === 'always' || double.grade === 'some') &&
            double.senders.length > 1 &&
            !isOfOwnSenders(double, id),
        ),
      }))
      .filter(({ doubles }) => doubles.length > 0);
    const where = pixel === undefined ? 'the page' : pixelName(page, pixel);
    const reached = [...codeIds].filter((id) => !appIds.has(id) && !skipped.has(id));
    const what =
      apps.length > 0 && reached.length > 0
        ? `the events of the ${appName(apps[0]!)} app pixel also reach ${idList(reached)}`
        : 'every event that is sent with track reaches all of them';
    const twice = foreign.map(({ id, doubles }) => `${countedTwice(doubles)} for ${id}`).join('; ');
    return [
      {
        id: ids.join(' '),
        at,
        places: placesOf(installs),
        ids,
        evidence: foreign.flatMap(({ doubles }) => doubles.map(({ evidence }) => evidence)),
        ...(foreign.length > 0 && { severity: 'error' as const }),
        found: `${twice ? `${twice}; ${what}` : sentence(what)}: ${ids.length} Meta pixels share ${where}, ${idList(ids)}`,
      },
    ];
  });
});

function isMetaApp(entry: EntryFact): boolean {
  return entry.type === 'APP' && entry.metaId !== undefined && entry.context !== 'STRICT';
}

export const META_DOUBLE_RULES: readonly Rule[] = [
  {
    id: 'meta_pixel_double_install',
    severity: 'error',
    category: 'double_counting',
    weight: 30,
    what: 'One Meta pixel id is installed twice: in page code, a container or a custom pixel, and again in the app pixel or a custom pixel.',
    why: 'Events that both copies send are counted twice. In one window the page view is sent once, but perhaps without the event id of the app.',
    remedy: 'Delete the copy in the theme, app block or container and keep the app pixel.',
    source: PIXEL_HELP,
    match: doubleInstalls,
  },
  {
    id: 'meta_pixel_initialized_twice',
    severity: 'info',
    category: 'double_counting',
    weight: 24,
    what: 'One Meta pixel id is initialised in two or more places of the page, or code of the page sends it one event twice.',
    why: 'Meta’s library sends the page view once, so a second init is harmless by itself. Other events of both copies are counted twice.',
    remedy: 'Keep one base code and delete the others.',
    source: REFERENCE,
    match: initializedTwice,
  },
  {
    id: 'meta_cross_pixel_events',
    severity: 'warn',
    category: 'double_counting',
    weight: 12,
    what: 'Two or more Meta pixels share a window in which events are sent to all of them.',
    why: 'fbq("track") and the app pixel send to every pixel that was initialised in the page, so each gets the events of the others.',
    remedy: 'Remove the pixel that is not needed, or send its events with fbq("trackSingle").',
    source: TRACKING,
    match: crossEvents,
  },
  {
    id: 'meta_migrated_pixel_overlap',
    severity: 'warn',
    category: 'double_counting',
    weight: 14,
    what: 'The store has a custom pixel named “Meta pixel (migrated)”, which was not read, and the Facebook & Instagram app pixel.',
    why: 'Shopify turned the old Preferences pixel into a custom pixel; if it has the id of the app, both send the same events.',
    remedy:
      'Check its id under Settings > Customer events and disconnect the migrated pixel if the app uses the same one.',
    source: PIXEL_HELP,
    match: (page) => {
      const app = page.entries.find((entry) => entry.type === 'APP' && entry.metaId !== undefined);
      const read = new Set(page.customPixels.map(({ pixel }) => pixel));
      const custom = page.entries.find(
        (entry) =>
          entry.type === 'CUSTOM' && !read.has(entry.pixelId) && /meta pixel \(migrated\)/i.test(entry.name ?? ''),
      );
      if (!app || !custom) return [];
      return [
        {
          id: app.metaId,
          at: custom,
          cause: `custom pixel ${shownId(custom.pixelId)}`,
          found: `A migrated Meta custom pixel and the app pixel ${app.metaId} are both in use`,
        },
      ];
    },
  },
  {
    id: 'meta_standard_event_in_theme',
    severity: 'warn',
    category: 'double_counting',
    weight: 8,
    what: 'Page code sends a Meta standard event that the app pixel sends too.',
    why: 'The app pixel sends the events of the store itself, with other ids and payloads.',
    remedy: 'Remove the call; publish extra events with Shopify.analytics.publish and a custom pixel.',
    source: PIXEL_HELP,
    match: (page) => {
      const apps = new Set(page.entries.filter(isMetaApp).map((entry) => entry.metaId!));
      if (apps.size === 0) return [];
      const events = page.events.filter(
        (event) =>
          event.vendor === 'meta' &&
          !event.custom &&
          event.origin === undefined &&
          event.pixel === undefined &&
          event.runs !== 'dead' &&
          // A call for one other pixel does not reach that of the app.
          (event.to === undefined || event.to.some((id) => apps.has(id))) &&
          event.name !== 'PageView' &&
          event.name !== 'Purchase' &&
          META_APP_EVENTS.includes(event.name),
      );
      const named = Map.groupBy(events, (event) => event.name);
      return [...named].map(([name, all]) => ({
        id: name,
        at: all[0]!,
        places: placesOf(all),
        found: `Page code sends Meta’s ${name}, which the app pixel sends too`,
      }));
    },
  },
  {
    id: 'multiple_meta_pixels',
    severity: 'warn',
    category: 'double_counting',
    weight: 7,
    what: 'Two or more distinct Meta pixel ids are in use.',
    why: 'Data is split between them. Often a former agency left one behind.',
    remedy: 'Confirm that each id is intended and remove the rest.',
    source: 'https://www.facebook.com/business/help/942234889146302',
    match: (page) => {
      const pixels = page.tags.filter(
        (tag) => tag.vendor === 'meta' && (tag.form === 'web_pixel' || tag.pixel !== undefined) && isInstalled(tag),
      );
      const tags = [...loaded(page), ...pixels];
      const ids = distinct(tags);
      if (ids.length < 2) return [];
      // Pixels of one window that share their events are the matter of meta_cross_pixel_events, which has the same cause.
      const cross = crossEvents(page);
      const shared = new Set(cross.flatMap((match) => match.ids ?? []));
      const isShared = ids.every((id) => shared.has(id));
      return [
        {
          at: isShared ? cross[0]!.at : tags[0],
          places: placesOf(tags),
          ids,
          ...(isShared && { severity: 'info' as const }),
          found: `${ids.length} Meta pixels are in use: ${idList(ids)}`,
        },
      ];
    },
  },
];
