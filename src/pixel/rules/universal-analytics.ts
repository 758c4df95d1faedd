import type { PageFacts, TagFact } from '../tags/facts.ts';
import { byId, locationOf, noscriptNotes, type Rule, running, shownId } from './rule.ts';

const SHUTDOWN = 'https://support.google.com/analytics/answer/11583528';
const CLASSIC = /^(ga|ga_debug|dc|urchin)\.js$|^__utm\.gif$/;

function isClassic(tag: TagFact): boolean {
  return CLASSIC.test(tag.library ?? '');
}

function universal(page: PageFacts): TagFact[] {
  const amp = page.tags.filter((tag) => tag.vendor === 'ua' && tag.form === 'amp');
  const pixels = page.tags.filter((tag) => tag.vendor === 'ua' && tag.pixel !== undefined);
  return [...running(page, 'ua'), ...amp, ...pixels].filter(
    (tag) => !isClassic(tag) && tag.invalid === undefined && tag.condition?.here !== false,
  );
}

/** The place of one tag. A container may have hundreds of tags of one property, which are one finding. */
function whereOf(tag: TagFact, all: readonly TagFact[]): string {
  const own = new Set(all.filter(({ origin }) => origin === tag.origin).map((other) => other.tag?.id));
  if (tag.origin === undefined || own.size < 2) return locationOf(tag);
  return `${own.size} tags of container ${shownId(tag.origin)}`;
}

function shopifyOwn(page: PageFacts): TagFact[] {
  return page.tags.filter((tag) => tag.vendor === 'ua' && (tag.form === 'native' || tag.form === 'native_ga'));
}

export const UNIVERSAL_ANALYTICS_RULES: readonly Rule[] = [
  {
    id: 'universal_analytics_tag',
    severity: 'error',
    category: 'dead_code',
    weight: 17,
    what: 'A Universal Analytics tag: ga("create"), gtag with a UA- id, analytics.js, or a hit that the page sends itself.',
    why: 'Processing stopped on 1 July 2023 (360: 1 July 2024); the tag only slows the page.',
    remedy: 'Check that GA4 has its own tag, then delete this one.',
    source: SHUTDOWN,
    match: (page) => {
      const tags = universal(page);
      const named = [
        ...byId(tags, (tag, all) => `Universal Analytics ${shownId(tag.id)} is still in ${whereOf(tag, all)}`),
        ...noscriptNotes(page, 'ua', (id) => `Universal Analytics ${shownId(id)}`),
      ];
      const [first] = tags;
      if (named.length > 0 || first === undefined || shopifyOwn(page).length > 0) return named;
      const found =
        first.via === 'image'
          ? 'Hits of Universal Analytics are still sent; their id cannot be read'
          : 'analytics.js of Universal Analytics is still loaded';
      return [{ at: first, found }];
    },
  },
  {
    id: 'classic_google_analytics',
    severity: 'error',
    category: 'dead_code',
    weight: 17,
    what: 'Google Analytics from before Universal: _gaq, ga.js, dc.js, urchin.js, __utm.gif.',
    why: 'It stopped working before Universal Analytics did.',
    remedy: 'Delete it.',
    source: SHUTDOWN,
    match: (page) => {
      const tags = page.tags.filter((tag) => tag.vendor === 'ua' && isClassic(tag) && tag.form !== 'gated');
      const named = byId(tags, (tag) => `Classic Google Analytics ${shownId(tag.id)} is still in the page`);
      return named.length > 0 || tags.length === 0
        ? named
        : [
            {
              at: tags[0],
              found: `${tags[0]!.library} of classic Google Analytics is still loaded`,
            },
          ];
    },
  },
  {
    id: 'native_universal_analytics',
    severity: 'warn',
    category: 'dead_code',
    weight: 11,
    what: 'Universal Analytics in Shopify’s own settings: trekkie, or its ga("create") block.',
    why: 'The property stopped processing.',
    remedy: 'Remove the id in Preferences and connect GA4 through the Google & YouTube app.',
    source: SHUTDOWN,
    match: (page) =>
      byId(shopifyOwn(page), (tag) => `Universal Analytics ${shownId(tag.id)} is still in Shopify’s own settings`),
  },
  {
    id: 'dead_ga_event_calls',
    severity: 'warn',
    category: 'dead_code',
    weight: 6,
    what: 'ga("send", …) calls in a page that loads no analytics.js.',
    why: 'The events go nowhere, or the call throws.',
    remedy: 'Delete the calls, or send the events to GA4.',
    source: SHUTDOWN,
    match: (page) => {
      const loads = page.tags.some(
        (tag) =>
          tag.vendor === 'ua' && (tag.library === 'analytics.js' || tag.via === 'init' || tag.via === 'settings'),
      );
      const event = page.events.find(({ vendor }) => vendor === 'ua');
      return loads || !event
        ? []
        : [
            {
              at: event,
              cause: 'Universal Analytics events',
              found: 'Universal Analytics events are sent, but the page loads no analytics.js',
            },
          ];
    },
  },
  {
    id: 'amp_legacy_trackers',
    severity: 'warn',
    category: 'legacy_install',
    weight: 4,
    what: 'An AMP page has its own Meta or Google tags.',
    why: 'The AMP page is another document: its tags are separate from those of the store, and it has no web pixels.',
    remedy: 'Remove the AMP copy.',
    source: 'https://amp.dev/documentation/components/amp-analytics',
    match: (page) => {
      const named = byId(
        page.tags.filter((tag) => tag.form === 'amp' && tag.invalid === undefined),
        (tag) => `The AMP page has its own tag, ${shownId(tag.id)}`,
      );
      // Trackers whose ids were read are named by these.
      const read = new Set(named.flatMap(({ places }) => (places ?? []).map(({ offset }) => offset)));
      const marks = page.marks.filter((mark) => mark.name === 'amp_tracker' && !read.has(mark.offset));
      const kinds = new Map(marks.map((mark) => [mark.value, mark]));
      const others = [...kinds].map(([kind, at]) => ({
        id: kind,
        at,
        cause: `AMP ${shownId(kind)}`,
        found: `The AMP page has its own tracker, ${shownId(kind)}`,
      }));
      return [...named, ...others];
    },
  },
];
