/** How far Shopify shares events with app pixels: Settings > Customer events > App pixels > Data. */
import type { EntryFact, PageFacts } from '../tags/facts.ts';
import { idList, type Match, type Rule } from './rule.ts';
import { appPixelName, idsOf } from './vendors.ts';

const STATES = 'https://shopify.dev/docs/api/admin-graphql/unstable/enums/PixelDataSharingState';
const ADMIN = 'Settings > Customer events > App pixels > Data';
const EVERYTHING = 'share_all_events';

/**
 * What a pixel gets. `all`: everything, or nothing is said about it. `optimized`: everything now, as long as Shopify wants. `some` and
 * `none`: Shopify withholds. `unknown`: a word that no page had when this was written.
 */
type Sharing = 'all' | 'optimized' | 'some' | 'none' | 'unknown';

function sharingOf({ type, dataSharing }: EntryFact): Sharing {
  if (type === 'CUSTOM' || dataSharing === undefined) return 'all';
  const { state, controls, exempt } = dataSharing;
  if (state === 'unrestricted') return 'all';
  if (state !== 'optimized') return 'unknown';
  // Without controls the script of Shopify withholds nothing, and neither from an exempt pixel.
  if (controls === undefined || controls.includes(EVERYTHING) || exempt) return 'optimized';
  return controls.length === 0 ? 'none' : 'some';
}

/**
 * Whether Shopify withholds every event from an app pixel now. Such a pixel is not a second sender: what it doubles, it will double
 * when Shopify resumes it. A state that is not known counts as paused only if its name says so.
 */
export function isPaused(entry: EntryFact): boolean {
  const sharing = sharingOf(entry);
  if (sharing === 'unknown') return /paus/i.test(entry.dataSharing!.state) && !entry.dataSharing!.exempt;
  return sharing === 'none';
}

/** One match for each app pixel in a state. */
function inState(page: PageFacts, sharing: Sharing, found: (entry: EntryFact, name: string) => string): Match[] {
  return page.entries
    .filter((entry) => sharingOf(entry) === sharing)
    .map((entry, i) => {
      const ids = idsOf(entry);
      const name = `The app pixel ${appPixelName(entry)}${ids.length > 0 ? ` with ${idList(ids)}` : ''}`;
      return {
        id: `${entry.client} ${entry.pixelId ?? i}`,
        ids,
        cause: `data sharing ${entry.client} ${entry.pixelId ?? i}`,
        at: entry,
        found: found(entry, name),
      };
    });
}

/** A word of the page, in quotes. Anything but letters, digits and underscores is not shown. */
function quoted(word: string): string {
  return /^\w{1,40}$/.test(word) ? `“${word}”` : '(a word that cannot be shown)';
}

export const DATA_SHARING_RULES: readonly Rule[] = [
  {
    id: 'app_pixel_withheld',
    severity: 'warn',
    category: 'config_error',
    weight: 6,
    what: 'An app pixel is connected, but Shopify withholds some or all of its events.',
    why: 'Its data sharing is Optimized, and Shopify limits or pauses pixels that bring little.',
    remedy: `To share every event, choose Always on under ${ADMIN}.`,
    source: STATES,
    match: (page) => [
      ...inState(page, 'none', (_, name) => `${name} is connected, but Shopify withholds its events: none are shared`),
      ...inState(
        page,
        'some',
        ({ dataSharing }, name) =>
          `${name} gets only some events or fields: ${(dataSharing?.controls ?? []).slice(0, 5).map(quoted).join(', ')}`,
      ),
    ],
  },
  {
    id: 'app_pixel_state_unknown',
    severity: 'warn',
    category: 'config_error',
    weight: 4,
    what: 'The data sharing of an app pixel is in a state that is neither Optimized nor Always on.',
    why: 'Shopify may withhold its events.',
    remedy: `Look at its state under ${ADMIN}. To share every event, choose Always on.`,
    source: STATES,
    match: (page) =>
      inState(page, 'unknown', ({ dataSharing }, name) => {
        const exempt = dataSharing?.exempt ? ', but the page exempts it from withholding' : '';
        return `The page says ${quoted(dataSharing!.state)} of the data sharing of ${lower(name)}${exempt}`;
      }),
  },
  {
    id: 'app_pixel_optimized',
    severity: 'info',
    category: 'inventory',
    weight: 0,
    what: 'The data sharing of an app pixel is Optimized, and no events are kept from it now.',
    why: 'Shopify may reduce it later without notice.',
    remedy: `To keep sharing every event, choose Always on under ${ADMIN}.`,
    source: STATES,
    match: (page) =>
      inState(page, 'optimized', ({ dataSharing }, name) =>
        dataSharing?.controls?.includes(EVERYTHING)
          ? `${name} is Optimized: all events are shared now, and Shopify may reduce that later`
          : `${name} is Optimized: nothing in the page keeps events from it now, and Shopify may change that later`,
      ),
  },
];

function lower(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
