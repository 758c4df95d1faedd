import type { SentFact } from '../graph/senders.ts';
import type { EventFact, PageFacts, TagFact } from '../tags/facts.ts';
import { conversionsOnPage } from './conversions.ts';
import { countedTwice, doubledDestinations, isOneContainer } from './doubles.ts';
import { isPayload } from './ga4-doubles.ts';
import {
  byId,
  installed,
  locationOf,
  type Match,
  marksNamed,
  noscriptNotes,
  placesOf,
  type Rule,
  running,
  shownId,
  shownLabel,
} from './rule.ts';

const ADS_HELP = 'https://support.google.com/google-ads/answer/7548399';
const OPTIMIZE_END = 'https://support.google.com/optimize/answer/12979939';

/** Conversions that two senders send, or one sends twice. Those of one container are known from its triggers. */
function conversionsTwice(page: PageFacts): Match[] {
  return doubledDestinations(page, ['google_ads']).flatMap(({ id, doubles }) =>
    doubles
      .filter(({ senders }) => !isOneContainer(senders))
      .map((double) => {
        const facts = double.senders.map(
          (sender) => sender.facts.find(isConversion(id, double.label)) ?? sender.facts[0]!,
        );
        const at = facts[0]!;
        const isSure = double.grade === 'always' || double.grade === 'some';
        return {
          id: `${id}/${double.label}`,
          at,
          places: placesOf(facts),
          ids: [id],
          evidence: [double.evidence],
          ...(!isSure && { severity: 'info' as const }),
          found: countedTwice([double], () => `The Google Ads conversion ${conversionName(id, double.label)}`),
        };
      }),
  );
}

function isConversion(id: string, label: string | undefined): (fact: SentFact) => boolean {
  return (fact) => fact.kind === 'event' && fact.label === label && (fact.to === undefined || fact.to.includes(id));
}

/** Account and label. A label that does not look like one is not shown. */
export function conversionName(id: string | undefined, label: string | undefined): string {
  return `${shownId(id)}/${shownLabel(label)}`;
}

function nameOfConversion({ to, label }: EventFact): string {
  return `the Google Ads conversion ${conversionName(to?.[0] ?? '', label)}`;
}

function conversionJs(page: PageFacts): TagFact | undefined {
  return running(page, 'google_ads').find(({ library }) => library === 'conversion.js');
}

export const GOOGLE_ADS_RULES: readonly Rule[] = [
  {
    id: 'google_ads_double_install',
    severity: 'warn',
    category: 'double_counting',
    weight: 11,
    what: 'The same conversion of Google Ads, by account and label, is sent twice.',
    why: 'Both are counted, unless they are purchases with the same transaction id. Other labels of the same account are other conversions.',
    remedy: 'Keep one of them: the Google & YouTube app or one custom pixel.',
    source: ADS_HELP,
    match: conversionsTwice,
  },
  {
    id: 'google_ads_conversion_on_page',
    severity: 'error',
    category: 'checkout_surface',
    weight: 22,
    what: 'Code sends a conversion of Google Ads on every view of a page where nothing is bought, or holds one under a condition.',
    why: 'Sent on every view, each visit counts as a conversion, and bids follow numbers that are not real.',
    remedy: 'Send the conversion from a pixel on checkout_completed, or on the action that it stands for.',
    source: 'https://support.google.com/google-ads/answer/6331304',
    match: (page) => {
      const events = page.events.filter(
        (event) =>
          event.label !== undefined &&
          (event.name === 'conversion' || event.name === 'purchase') &&
          // Floodlight has conversions of its own.
          !event.to?.every((id) => id.startsWith('DC-')),
      );
      return conversionsOnPage(page, events, nameOfConversion);
    },
  },
  {
    id: 'google_ads_tag_in_theme',
    severity: 'warn',
    category: 'legacy_install',
    weight: 7,
    what: 'Page code loads or configures a Google Ads tag.',
    why: 'It cannot see conversions on the new thank-you page.',
    remedy: 'Use the Google & YouTube app or a custom pixel.',
    source: ADS_HELP,
    match: (page) => [
      ...byId(
        installed(page, 'google_ads').filter((tag) => !isPayload(tag)),
        (tag) => `Google Ads ${shownId(tag.id)} is started by ${locationOf(tag)}`,
      ),
      // The snippet of conversion.js has such an image, and legacy_google_conversion_js reports that snippet.
      ...(conversionJs(page) ? [] : noscriptNotes(page, 'google_ads', (id) => `Google Ads ${shownId(id)}`)),
    ],
  },
  {
    id: 'legacy_google_conversion_js',
    severity: 'warn',
    category: 'dead_code',
    weight: 7,
    what: 'The page loads Google’s old conversion.js.',
    why: 'It blocks the page while it loads, and gtag.js replaced it.',
    remedy: 'Delete it and measure conversions through the Google & YouTube app.',
    source: ADS_HELP,
    match: (page) => {
      const tag = conversionJs(page);
      return tag ? [{ at: tag, found: 'Google’s old conversion.js is still loaded' }] : [];
    },
  },
  {
    id: 'google_optimize_antiflicker',
    severity: 'error',
    category: 'dead_code',
    weight: 17,
    what: 'The page has Google Optimize’s anti-flicker snippet.',
    why: 'Optimize ended on 30 September 2023; the snippet can hide the page for seconds while it waits.',
    remedy: 'Delete it now.',
    source: OPTIMIZE_END,
    match: (page) => {
      const mark = marksNamed(page, 'antiflicker')[0];
      return mark
        ? [{ id: mark.value, at: mark, found: 'Google Optimize’s anti-flicker snippet can hide the page for seconds' }]
        : [];
    },
  },
  {
    id: 'google_optimize_snippet',
    severity: 'warn',
    category: 'dead_code',
    weight: 7,
    what: 'The page has Google Optimize’s script or container id.',
    why: 'Optimize ended on 30 September 2023, so the request does nothing.',
    remedy: 'Delete it.',
    source: OPTIMIZE_END,
    match: (page) => {
      const tags = running(page, 'optimize');
      const named = byId(tags, (tag) => `Google Optimize ${shownId(tag.id)} is still loaded`);
      return named.length > 0 || tags.length === 0
        ? named
        : [{ at: tags[0], found: 'Google Optimize is still loaded' }];
    },
  },
];
