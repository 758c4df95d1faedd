import type { PageFacts, TagFact } from '../tags/facts.ts';
import {
  byId,
  distinct,
  idList,
  installed,
  locationOf,
  type Match,
  marksNamed,
  type Rule,
  repeated,
  running,
  shownId,
  webPixels,
} from './rule.ts';

const CHANNEL_HELP = 'https://help.shopify.com/manual/reports-and-analytics/google-analytics/google-analytics-setup';
const GTAG_REFERENCE = 'https://developers.google.com/tag-platform/gtagjs/reference';
const SIMPROSYS_CLIENT = '1558137';

/** Tags of a GA4 property, with its own id or with a `GT-` id that may include it. */
function analyticsTags(page: PageFacts): TagFact[] {
  return [...installed(page, 'ga4'), ...installed(page, 'google_tag')];
}

function nameOf(tag: TagFact): string {
  return `${tag.vendor === 'ga4' ? 'GA4' : 'Google tag'} ${shownId(tag.id)}`;
}

/**
 * The same G- or GT- id as page code and as a web pixel. The severity is lower if the copy in the page sends no page view, or if
 * both copies belong to one app.
 */
function doubleInstalls(page: PageFacts): Match[] {
  const pixels = [...webPixels(page, 'ga4'), ...webPixels(page, 'google_tag')];
  const pixelsById = Map.groupBy(pixels, (pixel) => pixel.id);
  const copies = analyticsTags(page).filter((tag) => pixelsById.has(tag.id));
  const copiesById = Map.groupBy(copies, (tag) => tag.id);
  return byId(copies, (tag) => `${nameOf(tag)} runs from ${locationOf(tag)} and again as a web pixel`).map((match) => {
    const own = copiesById.get(match.id) ?? [];
    const clients = (pixelsById.get(match.id) ?? []).map((pixel) => pixel.client);
    if (own.every((tag) => isSimprosys(tag)) && clients.every((client) => client === SIMPROSYS_CLIENT)) {
      return { ...match, severity: 'info', found: `GA4 ${match.id} runs in two parts of the same app, by design` };
    }
    const configs = own.filter((tag) => tag.via === 'config');
    const quiet = configs.length > 0 && configs.every((tag) => tag.quiet);
    return quiet
      ? { ...match, severity: 'warn', found: `${match.found}, but the copy in the page sends no page view` }
      : match;
  });
}

function isSimprosys(tag: TagFact): boolean {
  return tag.app?.startsWith('simprosys') ?? false;
}

export const GA4_RULES: readonly Rule[] = [
  {
    id: 'ga4_double_install',
    severity: 'error',
    category: 'double_counting',
    weight: 28,
    what: 'The same GA4 or Google tag id runs as page code and as a web pixel.',
    why: 'Page views and commerce events are counted twice.',
    remedy: 'Remove gtag.js from the theme, or disconnect GA4 in the Google & YouTube app.',
    source: CHANNEL_HELP,
    match: doubleInstalls,
  },
  {
    id: 'ga4_two_web_pixels',
    severity: 'warn',
    category: 'double_counting',
    weight: 12,
    what: 'Two app pixels use the same GA4 id.',
    why: 'Both send the same purchase.',
    remedy: 'Turn GA4 off in one of the apps.',
    source: CHANNEL_HELP,
    match: (page) => {
      const apps = page.entries.filter((entry) => entry.type === 'APP');
      const clients = new Map<string, Set<string>>();
      for (const { client, googleIds } of apps) {
        for (const id of googleIds) clients.set(id, (clients.get(id) ?? new Set()).add(client));
      }
      // Another app has the same id.
      const pixels = webPixels(page, 'ga4').filter((pixel) => {
        const users = clients.get(pixel.id!);
        return users !== undefined && users.size > (users.has(pixel.client ?? '') ? 1 : 0);
      });
      return byId(pixels, (tag) => `GA4 ${tag.id} is configured in two app pixels`);
    },
  },
  {
    id: 'ga_migrated_pixel_overlap',
    severity: 'warn',
    category: 'double_counting',
    weight: 11,
    what: 'The store has a custom pixel named “Google Analytics tag (migrated)” and the Google & YouTube app.',
    why: 'Shopify turned the old Preferences tag into a custom pixel; with the app connected, both may send events.',
    remedy:
      'Check its id under Settings > Customer events and disconnect the migrated pixel if the app uses the same one.',
    source: 'https://help.shopify.com/manual/promoting-marketing/pixels/pixel-migration',
    match: (page) => {
      const custom = page.entries.find(
        (entry) => entry.type === 'CUSTOM' && /google analytics tag \(migrated\)/i.test(entry.name ?? ''),
      );
      const app = page.entries.find((entry) => entry.type === 'APP' && entry.client === '1780363');
      if (!custom || !app) return [];
      const id = app.googleIds.find((candidate) => candidate.startsWith('G-'));
      return [
        {
          id,
          at: custom,
          severity: id ? undefined : 'info',
          found: `A migrated Google Analytics custom pixel and the Google & YouTube app${id ? ` with ${id}` : ''} are both in use`,
        },
      ];
    },
  },
  {
    id: 'ga4_configured_twice',
    severity: 'warn',
    category: 'double_counting',
    weight: 11,
    what: 'One GA4 id is configured in two or more scripts.',
    why: 'The page view may be sent twice.',
    remedy: 'Keep one config call.',
    source: GTAG_REFERENCE,
    match: (page) =>
      repeated(installed(page, 'ga4').filter((tag) => tag.via === 'config')).map(({ id, count, at }) => ({
        id,
        at,
        found: `GA4 ${shownId(id)} is configured in ${count} scripts`,
      })),
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
      const tags = [...installed(page, 'ga4'), ...webPixels(page, 'ga4')];
      const ids = distinct(tags);
      return ids.length < 2 ? [] : [{ at: tags[0], found: `${ids.length} GA4 ids are in use: ${idList(ids)}` }];
    },
  },
  {
    id: 'native_google_gtag_integration',
    severity: 'warn',
    category: 'legacy_install',
    weight: 11,
    what: 'Shopify’s Google integration from before 2025, in the trekkie settings.',
    why: 'Shopify replaced it with the Google & YouTube app pixel; the page is stale or cached.',
    remedy: 'Reconnect the Google & YouTube channel.',
    source: CHANNEL_HELP,
    match: (page) =>
      byId(
        page.tags.filter((tag) => tag.form === 'native' && ['ga4', 'google_ads', 'google_tag'].includes(tag.vendor)),
        (tag) => `${shownId(tag.id)} runs in Shopify’s Google integration from before 2025`,
      ),
  },
  {
    id: 'ga4_tag_in_theme',
    severity: 'warn',
    category: 'legacy_install',
    weight: 11,
    what: 'Page code loads or configures a GA4 tag, or a Google tag (GT-) that may carry one.',
    why: 'It never runs in checkout, consent is left to you, and it counts double once the app is added.',
    remedy: 'Move GA4 to the Google & YouTube app and delete the tag.',
    source: CHANNEL_HELP,
    match: (page) => {
      const named = byId(analyticsTags(page), (tag) => `${nameOf(tag)} is started by ${locationOf(tag)}`);
      const isKnown = named.length > 0 || [...installed(page, 'google_ads'), ...installed(page, 'ua')].length > 0;
      const hidden = running(page, 'google_tag').find((tag) => tag.id === undefined);
      return isKnown || !hidden
        ? named
        : [{ at: hidden, found: `A Google tag is started by ${locationOf(hidden)}; its id cannot be read` }];
    },
  },
  {
    id: 'ga4_purchase_event_in_theme',
    severity: 'error',
    category: 'checkout_surface',
    weight: 20,
    what: 'Storefront code sends GA4’s purchase event.',
    why: 'It never runs on the thank-you page.',
    remedy: 'Send purchases from a pixel on checkout_completed.',
    source: 'https://shopify.dev/docs/api/web-pixels-api/standard-events/checkout_completed',
    match: (page) => {
      // Code that builds a data layer often has a dead branch for the old checkout. legacy_checkout_page_code reports that.
      const checkoutScripts = new Set(marksNamed(page, 'checkout_code').map((mark) => mark.script));
      const event = page.events.find(
        ({ vendor, name, script, origin }) =>
          vendor === 'ga4' && name === 'purchase' && origin === undefined && !checkoutScripts.has(script),
      );
      return event ? [{ id: 'purchase', at: event, found: 'Storefront code sends GA4’s purchase event' }] : [];
    },
  },
  {
    id: 'google_tag_invalid_id',
    severity: 'error',
    category: 'config_error',
    weight: 17,
    what: 'A Google id cannot work: it is a placeholder, an unrendered template, or G- with digits only.',
    why: 'Nothing is recorded.',
    remedy: 'Use the tag id that Google Analytics or Tag Manager shows.',
    source: 'https://support.google.com/analytics/answer/12270356',
    match: (page) => {
      const tags = page.tags.filter(
        (tag) => tag.vendor !== 'meta' && tag.invalid !== undefined && tag.form !== 'gated',
      );
      return byId(tags, (tag) =>
        tag.invalid === 'placeholder'
          ? `The Google id is a placeholder, ${shownId(tag.id)}`
          : /^G-\d+$/.test(tag.id!)
            ? `${tag.id} looks like a property number, not a tag id`
            : `${shownId(tag.id)} cannot be a Google tag id`,
      );
    },
  },
];
