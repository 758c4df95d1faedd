import type { Firing, PageFacts, TagFact } from '../tags/facts.ts';
import { byId, placesOf, type Rule, running, shownId } from './rule.ts';

const SHOPIFY_PRIVACY = 'https://shopify.dev/docs/api/customer-privacy';
const CONSENT_MODE = 'https://developers.google.com/tag-platform/security/guides/consent';

/** Whether the page or a container of it asks for consent. If neither does, a banner may still load later. */
function isGated(page: PageFacts): boolean {
  const waits = ({ firing }: { firing?: Firing }) => firing?.waitsForConsent === true;
  return (
    page.consents.length > 0 || page.tags.some((tag) => tag.form === 'gated' || waits(tag)) || page.events.some(waits)
  );
}

/** Tags of the page itself. A container may wait for consent before it loads its tags. A library alone sends nothing. */
function inPage(page: PageFacts, vendors: readonly TagFact['vendor'][]): TagFact[] {
  return vendors
    .flatMap((vendor) => running(page, vendor))
    .filter((tag) => tag.form !== 'container' && tag.runs !== 'dead' && !isLibraryOfApp(page, tag));
}

/** The app pixel adds its library as a script of the page. */
function isLibraryOfApp(page: PageFacts, tag: TagFact): boolean {
  return (
    tag.library === 'fbevents.js' && tag.id === undefined && page.entries.some(({ metaId }) => metaId !== undefined)
  );
}

function earliest<T extends { offset: number }>(facts: readonly T[]): T | undefined {
  return facts.reduce<T | undefined>((first, fact) => (first && first.offset <= fact.offset ? first : fact), undefined);
}

export const CONSENT_RULES: readonly Rule[] = [
  {
    id: 'legacy_pixel_without_consent_gate',
    severity: 'warn',
    category: 'privacy_security',
    weight: 8,
    what: 'A legacy tag runs and no consent gate was found in the page.',
    why: 'It may fire before the visitor consents.',
    remedy: 'Use Shopify’s pixels, which wait for consent, or gate the tag.',
    source: SHOPIFY_PRIVACY,
    match: (page) => {
      const first = earliest(inPage(page, ['meta', 'ga4', 'ua', 'gtm']));
      return !first || isGated(page)
        ? []
        : [
            {
              at: first,
              found: 'A tag runs as page code and no consent gate was found in the page',
            },
          ];
    },
  },
  {
    id: 'consent_default_after_tag',
    severity: 'warn',
    category: 'privacy_security',
    weight: 8,
    what: 'Google’s consent default is set after the first tag or container loads.',
    why: 'Tags that ran before did not see it.',
    remedy: 'Move the consent default above every Google tag.',
    source: CONSENT_MODE,
    match: (page) => {
      const defaults = page.consents.filter((consent) => consent.what === 'default');
      const first = earliest(defaults);
      const loader = earliest(
        inPage(page, ['ga4', 'ua', 'gtm', 'google_ads', 'google_tag']).filter(
          (tag) => tag.via === 'loader' || tag.via === 'snippet',
        ),
      );
      if (!first || !loader || defaults.some((consent) => consent.deferred) || loader.offset > first.offset) return [];
      return [
        {
          at: first,
          cause: 'consent default',
          found: `The consent default is set after ${loader.id ? shownId(loader.id) : 'a Google tag'} loads`,
        },
      ];
    },
  },
  {
    id: 'google_tag_without_consent_default',
    severity: 'warn',
    category: 'privacy_security',
    weight: 6,
    what: 'A Google tag or GTM runs as page code without a consent default or a consent platform.',
    why: 'Without consent signals, Google limits what it does with data from the EEA.',
    remedy: 'Add a consent platform, or set a consent default before the tag.',
    source: CONSENT_MODE,
    match: (page) => {
      const tags = inPage(page, ['ga4', 'google_ads', 'google_tag']).filter((tag) => tag.id !== undefined);
      const first = earliest(tags) ?? earliest(inPage(page, ['gtm']));
      if (!first || isGated(page)) return [];
      const severity = tags.length === 0 ? 'info' : undefined;
      return [
        {
          at: first,
          severity,
          found: `${first.id ? shownId(first.id) : 'A Google tag'} runs and no consent default was found in the page`,
        },
      ];
    },
  },
  {
    id: 'consent_default_granted',
    severity: 'warn',
    category: 'privacy_security',
    weight: 6,
    what: 'The consent default grants storage everywhere.',
    why: 'It defeats consent mode.',
    remedy: 'Deny storage by default, and update it when the visitor has chosen.',
    source: CONSENT_MODE,
    match: (page) => {
      const granted = page.consents.find((consent) => consent.what === 'default' && consent.granted === true);
      return granted
        ? [
            {
              at: granted,
              cause: 'consent default',
              found: 'The consent default grants ad or analytics storage to every region',
            },
          ]
        : [];
    },
  },
  {
    id: 'consent_gated_tracker',
    severity: 'info',
    category: 'inventory',
    weight: 0,
    what: 'A legacy tag waits for consent, by type="text/plain" or data-src.',
    why: 'It loads only after consent, but it is still legacy code.',
    remedy: 'Move it to a web pixel, as for any legacy install.',
    source: SHOPIFY_PRIVACY,
    match: (page) => {
      const tags = page.tags.filter((tag) => tag.form === 'gated');
      const named = byId(tags, (tag) => `${shownId(tag.id)} waits for consent before it loads`);
      return named.length > 0 || tags.length === 0
        ? named
        : [
            {
              at: tags[0],
              places: placesOf(tags),
              found: `${tags[0]!.library ?? 'A tag'} waits for consent before it loads`,
            },
          ];
    },
  },
];
