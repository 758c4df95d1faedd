/** The rules on Meta's pixel. */

import type { EventFact, PageFacts, TagFact } from '../tags/facts.ts';
import { conversionsOnPage } from './conversions.ts';
import { loaded, META_DOUBLE_RULES } from './meta-doubles.ts';
import {
  byId,
  distinct,
  installed,
  locationOf,
  type Match,
  marksNamed,
  placesOf,
  type Rule,
  running,
  shownId,
} from './rule.ts';

/** Meta's standard events, without PageView, which every base code sends (developers.facebook.com, Meta Pixel reference). */
const STANDARD_EVENTS = new Set(
  (
    'AddPaymentInfo AddToCart AddToWishlist CompleteRegistration Contact CustomizeProduct Donate FindLocation ' +
    'InitiateCheckout Lead Purchase Schedule Search StartTrial SubmitApplication Subscribe ViewContent'
  ).split(' '),
);

const PIXEL_HELP = 'https://help.shopify.com/manual/promoting-marketing/pixels/pixel-migration';
const DEDUPLICATION =
  'https://developers.facebook.com/docs/marketing-api/conversions-api/deduplicate-pixel-and-server-events';
const MATCHING = 'https://developers.facebook.com/docs/meta-pixel/advanced/advanced-matching';
const REFERENCE = 'https://developers.facebook.com/docs/meta-pixel/reference';

function metaEvents(page: PageFacts): EventFact[] {
  return page.events.filter((event) => event.vendor === 'meta' && !event.custom && event.runs !== 'dead');
}

function byName(events: readonly EventFact[], found: (event: EventFact) => string): Match[] {
  return [...Map.groupBy(events, (event) => event.name)].map(([id, all]) => {
    const at = all[0]!;
    return { id, at, places: placesOf(all), found: found(at) };
  });
}

export const META_RULES: readonly Rule[] = [
  ...META_DOUBLE_RULES,
  {
    id: 'meta_missing_event_id',
    severity: 'warn',
    category: 'double_counting',
    weight: 8,
    what: 'The Conversions API is on and page code sends a standard event without an event id.',
    why: 'Meta removes duplicates only if they have the same event name and event id, within 48 hours.',
    remedy: 'Let the app send the event, or pass {eventID} in the call.',
    source: DEDUPLICATION,
    match: (page) => {
      if (marksNamed(page, 'capi').length === 0) return [];
      const events = metaEvents(page).filter((event) => STANDARD_EVENTS.has(event.name) && event.eventId === 'absent');
      return byName(
        events,
        (event) => `Meta’s ${event.name} is sent without an eventID while the Conversions API is on`,
      );
    },
  },
  {
    id: 'legacy_meta_pixel_call',
    severity: 'warn',
    category: 'legacy_install',
    weight: 14,
    what: 'Page code calls fbq("init") with a pixel id.',
    why: 'It works on the storefront only, never in checkout, and Shopify’s consent does not stop it.',
    remedy: 'Connect the Facebook & Instagram app and delete the snippet.',
    source: PIXEL_HELP,
    match: (page) =>
      byId(
        installed(page, 'meta').filter(
          (tag) => (tag.via === 'init' || tag.via === 'settings') && /^\d{8,20}$/.test(tag.id!),
        ),
        (tag) => `Meta pixel ${tag.id} is started by ${locationOf(tag)}`,
      ),
  },
  {
    id: 'legacy_meta_pixel_loader',
    severity: 'warn',
    category: 'legacy_install',
    weight: 11,
    what: 'The page loads fbevents.js or Meta’s image without an init call whose pixel id can be read.',
    why: 'This is a legacy pixel that an app, a variable or an image loads.',
    remedy: 'Find the app or snippet that loads it and move the pixel to the Facebook & Instagram app.',
    source: PIXEL_HELP,
    match: (page) => {
      const all = running(page, 'meta');
      const hasId = all.some(
        (tag) => tag.via !== 'loader' && tag.via !== 'image' && tag.id !== undefined && tag.library !== 'fbds.js',
      );
      if (hasId) return [];
      const images = all.filter((tag) => tag.via === 'image' && tag.id !== undefined && tag.library !== 'fbds.js');
      if (images.length > 0)
        return byId(images, (tag) => `An image of Meta pixel ${shownId(tag.id)} is loaded by ${locationOf(tag)}`);
      const at = all.find((tag) => tag.library === 'fbevents.js' || tag.via === 'init' || tag.via === 'image');
      if (!at) return [];
      const what = at.via === 'image' ? 'Meta’s image' : 'Meta’s fbevents.js';
      const places = placesOf(all.filter((tag) => tag.library === at.library && tag.via === at.via));
      // The app pixel adds such a script by itself, so a saved page has one without any code for it.
      const isOfApp = at.via === 'loader' && page.entries.some((entry) => entry.metaId !== undefined);
      if (isOfApp) {
        const found = `${what} is loaded without an id; the app pixel adds such a script by itself`;
        return [{ at, places, severity: 'info', found, remedy: 'Delete it if it is in the theme.' }];
      }
      return [{ at, places, found: `${what} is loaded by ${locationOf(at)}; its pixel id cannot be read` }];
    },
  },
  {
    id: 'meta_noscript_pixel',
    severity: 'info',
    category: 'legacy_install',
    weight: 0,
    what: 'The page has a Meta tracking image for visitors without JavaScript.',
    why: 'It ignores consent and only counts visitors without JavaScript.',
    remedy: 'Remove it together with the base code.',
    source: REFERENCE,
    match: (page) =>
      byId(fallbacks(page), (tag) => `The noscript image of Meta pixel ${shownId(tag.id)} is in the page`),
  },
  {
    id: 'meta_noscript_only',
    severity: 'warn',
    category: 'legacy_install',
    weight: 7,
    what: 'The page has a Meta noscript image without any pixel code.',
    why: 'Half of an install was removed, or its loader moved to another file.',
    remedy: 'Remove the image, or restore the pixel through the Facebook & Instagram app.',
    source: REFERENCE,
    match: (page) => {
      const code = page.tags.some(
        (tag) =>
          tag.vendor === 'meta' && tag.form !== 'noscript' && tag.form !== 'web_pixel' && tag.library !== 'fbds.js',
      );
      return code
        ? []
        : byId(fallbacks(page), (tag) => `Only the noscript image of Meta pixel ${shownId(tag.id)} is left`);
    },
  },
  {
    id: 'native_meta_integration',
    severity: 'warn',
    category: 'legacy_install',
    weight: 14,
    what: 'Shopify’s Meta integration from before 2025, in the trekkie settings.',
    why: 'Shopify replaced it with the app pixel; a page that still has it is stale or cached.',
    remedy: 'Reconnect the Facebook & Instagram channel.',
    source: PIXEL_HELP,
    match: (page) =>
      byId(
        page.tags.filter((tag) => tag.vendor === 'meta' && tag.form === 'native'),
        (tag) => `Meta pixel ${shownId(tag.id)} runs in Shopify’s integration from before 2025`,
      ),
  },
  {
    id: 'pixel_app_embed',
    severity: 'info',
    category: 'legacy_install',
    weight: 0,
    what: 'A third-party pixel app runs in the page.',
    why: 'Its code runs with the theme, outside the web pixel sandbox and its consent checks.',
    remedy: 'Prefer an app that uses a web pixel.',
    source: 'https://shopify.dev/docs/api/web-pixels-api',
    match: (page) => {
      const scripts = marksNamed(page, 'app_embed_script').map((mark) => ({
        id: mark.value,
        at: mark,
        found: `The pixel app ${shownId(mark.value)} runs in the page`,
      }));
      const settings = page.tags.filter((tag) => tag.form === 'app_embed' && tag.via === 'settings');
      const first = new Map(
        [...scripts, ...byId(settings, (tag) => `A pixel app runs Meta pixel ${tag.id} in the page`)].map((match) => [
          match.id,
          match,
        ]),
      );
      return [...first.values()];
    },
  },
  {
    id: 'legacy_meta_fbds_pixel',
    severity: 'error',
    category: 'dead_code',
    weight: 17,
    what: 'Meta’s custom-audience or conversion pixel from 2014: fbds.js, _fbq.push, tr?ev=.',
    why: 'Retired on 15 February 2017: nothing is recorded.',
    remedy: 'Delete it.',
    source: 'https://developers.facebook.com/ads/blog/post/v2/2016/08/03/pixel-migration',
    match: (page) => {
      const tags = page.tags.filter(
        (tag) => tag.vendor === 'meta' && tag.library === 'fbds.js' && tag.form !== 'gated',
      );
      const named = byId(tags, (tag) => `The retired Meta pixel ${shownId(tag.id)} from 2014 is still in the page`);
      if (named.length > 0 || tags.length === 0) return named;
      return [{ at: tags[0], found: 'Meta’s retired fbds.js is still loaded' }];
    },
  },
  {
    id: 'meta_purchase_event_in_theme',
    severity: 'error',
    category: 'checkout_surface',
    weight: 22,
    what: 'Storefront code sends Meta’s Purchase event, or holds it under a condition.',
    why: 'Theme code cannot run on the thank-you page. Sent on every view of a page, the event reports purchases that never were.',
    remedy: 'Send purchases with the app pixel or a custom pixel on checkout_completed.',
    source: 'https://shopify.dev/docs/api/web-pixels-api/standard-events/checkout_completed',
    match: (page) => {
      const events = page.events.filter(({ vendor, name }) => vendor === 'meta' && name === 'Purchase');
      return conversionsOnPage(page, events, () => 'Meta’s Purchase event').map((match) => ({
        ...match,
        id: 'Purchase',
      }));
    },
  },
  {
    id: 'meta_pii_hardcoded',
    severity: 'error',
    category: 'privacy_security',
    weight: 34,
    what: 'The page contains customer data as literals for Meta’s advanced matching.',
    why: 'A cached page shows it to anyone.',
    remedy: 'Remove the values and use the app’s advanced matching.',
    source: MATCHING,
    match: (page) => {
      const calls = page.tags.filter((tag) => tag.vendor === 'meta' && tag.matching === 'literal');
      const matches = byId(
        calls,
        (tag) => `Customer data is written into the init call of Meta pixel ${shownId(tag.id)}`,
      );
      const images = marksNamed(page, 'customer_data_url').slice(0, 1);
      return [
        ...matches,
        ...images.map((at) => ({
          at,
          id: 'image',
          found: 'Unhashed customer data is written into a Meta image address',
        })),
      ];
    },
  },
  {
    id: 'meta_advanced_matching_in_theme',
    severity: 'info',
    category: 'privacy_security',
    weight: 0,
    what: 'Page code passes customer data, computed or hashed, to Meta’s advanced matching.',
    why: 'Personal data flows through page code.',
    remedy: 'Review it, or leave matching to the Facebook & Instagram app.',
    source: MATCHING,
    match: (page) =>
      byId(
        running(page, 'meta').filter((tag) => tag.matching === 'dynamic' || tag.matching === 'hashed'),
        (tag) => `Page code passes customer data to Meta pixel ${shownId(tag.id)} for advanced matching`,
      ),
  },
  {
    id: 'meta_invalid_pixel_id',
    severity: 'error',
    category: 'config_error',
    weight: 20,
    what: 'A Meta pixel id cannot work: it is a placeholder, an unrendered template, or not 13 to 17 digits.',
    why: 'Nothing is recorded.',
    remedy: 'Use the id that Events Manager shows.',
    source: REFERENCE,
    match: (page) =>
      byId(
        page.tags.filter((tag) => tag.vendor === 'meta' && tag.invalid !== undefined && tag.form !== 'gated'),
        (tag) =>
          tag.invalid === 'placeholder'
            ? `The Meta pixel id is a placeholder, ${shownId(tag.id)}`
            : `${shownId(tag.id)} cannot be a Meta pixel id`,
      ),
  },
  {
    id: 'meta_pixel_id_mismatch',
    severity: 'error',
    category: 'config_error',
    weight: 17,
    what: 'In one snippet the init call and the noscript image name different pixels.',
    why: 'One of them is a typing error: its events are lost or go to somebody else.',
    remedy: 'Correct the wrong id.',
    source: REFERENCE,
    match: (page) => {
      const known = new Set(distinct(loaded(page)));
      const calls = running(page, 'meta').filter(
        (tag) => tag.via === 'init' && tag.id !== undefined && tag.invalid !== 'placeholder',
      );
      const snippets = Map.groupBy(calls, snippetOf);
      return fallbacks(page).flatMap((image) => {
        if (image.invalid === 'placeholder' || known.has(image.id ?? '')) return [];
        const snippet = snippets.get(snippetOf(image)) ?? [];
        // Calls of one snippet are in the order of the page, so the last one is the nearest to its image.
        const last = snippet.at(-1);
        if (!last || Math.abs(image.offset - last.offset) >= SNIPPET_CHARS) return [];
        return [
          {
            id: image.id,
            at: image,
            found: `The snippet starts Meta pixel ${shownId(snippet[0]!.id)} but its noscript image names ${shownId(image.id)}`,
          },
        ];
      });
    },
  },
  {
    id: 'meta_hardcoded_currency',
    severity: 'warn',
    category: 'config_error',
    weight: 7,
    what: 'A Meta event has a fixed currency that is not the page’s, or a fixed amount for AddToCart or Purchase.',
    why: 'The revenue reported is wrong.',
    remedy: 'Pass the amount and currency of the cart.',
    source: REFERENCE,
    match: (page) => {
      const active = marksNamed(page, 'currency')[0]?.value;
      const wrong = metaEvents(page).filter((event) => {
        if (event.currency === undefined) return false;
        const fixed = event.fixedValue && (event.name === 'Purchase' || event.name === 'AddToCart');
        return fixed || (active !== undefined && event.currency !== active);
      });
      return byName(wrong, (event) =>
        active !== undefined && event.currency !== active
          ? `Meta’s ${event.name} is sent in ${event.currency} but the page sells in ${active}`
          : `Meta’s ${event.name} is sent with a fixed amount in ${event.currency}`,
      );
    },
  },
];

/** The noscript image of a snippet follows its init call within this distance. */
const SNIPPET_CHARS = 2000;

function snippetOf(tag: TagFact): string {
  return `${tag.script} ${tag.origin ?? ''}`;
}

function fallbacks(page: PageFacts) {
  return page.tags.filter((tag) => tag.vendor === 'meta' && tag.form === 'noscript' && tag.library !== 'fbds.js');
}
