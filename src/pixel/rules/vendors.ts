import type { EntryFact, PageFacts, Place, VendorFact } from '../tags/facts.ts';
import { vendorName } from '../tags/vendors.ts';
import { idList, type Match, type Rule, shownId, shownName } from './rule.ts';

const WEB_PIXELS = 'https://shopify.dev/docs/api/web-pixels-api';

/** The name of an app pixel for messages. An app whose name is not certain is known by a host in its settings, or by its number. */
export function appPixelName({ appName, host, client }: EntryFact): string {
  return (
    appName ?? (host === undefined ? `of the client ${shownId(client)}` : `of ${host} (client ${shownId(client)})`)
  );
}

/** Vendor ids of an entry. */
export function idsOf({ metaId, googleIds, otherIds, namedIds }: EntryFact): string[] {
  return [metaId ?? [], googleIds, (otherIds ?? []).map(({ id }) => id), namedIds ?? []].flat();
}

/** Every app pixel, and every custom pixel whose code was not read, those with ids of Meta or Google first. */
function pixels(page: PageFacts): Match[] {
  // custom_pixel_inventory says of the others what they send.
  const read = new Set(page.customPixels.map(({ pixel }) => pixel));
  const isKnown = (entry: EntryFact): number => (entry.metaId || entry.googleIds.length > 0 ? 0 : 1);
  return page.entries
    .filter(({ pixelId }) => pixelId === undefined || !read.has(pixelId))
    .toSorted((a, b) => isKnown(a) - isKnown(b))
    .map((entry, i) => {
      const ids = idsOf(entry);
      const name =
        entry.type === 'CUSTOM'
          ? `custom pixel ${entry.name === undefined ? shownId(entry.pixelId) : shownName(entry.name)}`
          : `app pixel ${appPixelName(entry)}`;
      return {
        id: `${entry.type} ${entry.client} ${entry.pixelId ?? i}`,
        ids,
        at: entry,
        found: `Web pixel in use: ${name}${ids.length > 0 ? ` with ${idList(ids)}` : ''}`,
      };
    });
}

/** Where a vendor is: `page code`, `an image`, `the app pixel TikTok`. */
interface Sighting {
  id?: string;
  where: string;
  isPageCode: boolean;
  at: Place;
}

/** One finding for each vendor, with all its ids and places. */
function otherVendors(page: PageFacts): Match[] {
  const sightings = new Map<string, Sighting[]>();
  const add = (vendor: string, sighting: Sighting): void => {
    const known = sightings.get(vendor);
    if (known) known.push(sighting);
    else sightings.set(vendor, [sighting]);
  };
  for (const fact of page.vendors)
    add(fact.vendor, { id: fact.id, where: whereOf(fact), isPageCode: isPageCode(fact), at: fact });
  for (const tag of page.tags) {
    if (tag.vendor === 'floodlight' && tag.invalid === undefined)
      add('floodlight', { id: tag.id, where: whereOf(tag), isPageCode: isPageCode(tag), at: tag });
  }
  for (const entry of page.entries) {
    for (const { vendor, id } of entry.otherIds ?? [])
      add(vendor, { id, where: `the app pixel ${appPixelName(entry)}`, isPageCode: false, at: entry });
  }
  return [...sightings].map(([vendor, seen]) => matchOf(vendor, seen));
}

function matchOf(vendor: string, seen: readonly Sighting[]): Match {
  const ids = [...new Set(seen.flatMap(({ id }) => id ?? []))];
  const wheres = [...new Set(seen.map(({ where }) => where))];
  const twice = ids.find((id) => {
    const own = seen.filter((sighting) => sighting.id === id);
    return own.some((sighting) => sighting.isPageCode) && own.some(({ at }) => 'kind' in at && at.kind === 'entry');
  });
  const first = seen.find(({ isPageCode }) => isPageCode) ?? seen[0]!;
  const named = `${vendorName(vendor)}${ids.length > 0 ? ` ${idList(ids)}` : ''}`;
  return {
    id: vendor,
    ids,
    cause: `vendor ${vendor}`,
    at: first.at,
    places: [first.at, ...new Set(seen.map(({ at }) => at).filter((at) => at !== first.at))],
    found: `${named} is in use, in ${listed(wheres)}`,
    ...(twice !== undefined && {
      remedy: `Check that only one of them sends events: page code and an app pixel both have ${shownId(twice)}.`,
    }),
  };
}

function isPageCode({ form, origin, pixel }: Pick<VendorFact, 'form' | 'origin' | 'pixel'>): boolean {
  return origin === undefined && pixel === undefined && form !== 'noscript' && form !== 'web_pixel';
}

function whereOf({ form, origin, pixel }: Pick<VendorFact, 'form' | 'origin' | 'pixel'>): string {
  if (pixel !== undefined) return `the custom pixel ${shownId(pixel)}`;
  if (origin !== undefined) return `the container ${shownId(origin)}`;
  if (form === 'gated') return 'page code that waits for consent';
  if (form === 'noscript') return 'an image for visitors without JavaScript';
  if (form === 'app_embed') return 'an app block';
  if (form === 'web_pixel') return 'an app pixel';
  return 'page code';
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

export const VENDOR_RULES: readonly Rule[] = [
  {
    id: 'web_pixel_inventory',
    severity: 'info',
    category: 'inventory',
    weight: 0,
    what: 'The web pixels of the store: Meta, Google, other apps, custom pixels.',
    why: 'This is the modern form and not a problem.',
    remedy: 'Nothing to do.',
    source: WEB_PIXELS,
    match: pixels,
  },
  {
    id: 'other_vendor',
    severity: 'info',
    category: 'inventory',
    weight: 0,
    what: 'A vendor other than Meta and Google: TikTok, Pinterest, Snap, Microsoft, X, LinkedIn, Klaviyo and others.',
    why: 'It belongs to the list of who gets data about visitors. No double counting is claimed for it.',
    remedy: 'Nothing to do.',
    source: 'docs/pixel-rules.md',
    match: otherVendors,
  },
];
