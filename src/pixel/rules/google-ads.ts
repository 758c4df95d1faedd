import { byId, distinct, installed, locationOf, marksNamed, type Rule, running, shownId, webPixels } from './rule.ts';

const ADS_HELP = 'https://support.google.com/google-ads/answer/7548399';
const OPTIMIZE_END = 'https://support.google.com/optimize/answer/12979939';

export const GOOGLE_ADS_RULES: readonly Rule[] = [
  {
    id: 'google_ads_double_install',
    severity: 'warn',
    category: 'double_counting',
    weight: 11,
    what: 'The same Google Ads id runs as page code and in the Google & YouTube app pixel.',
    why: 'Remarketing and conversions count twice, except purchases that share a transaction id.',
    remedy: 'Remove the tag from the theme.',
    source: ADS_HELP,
    match: (page) => {
      const modern = new Set(distinct(webPixels(page, 'google_ads')));
      const copies = installed(page, 'google_ads').filter((tag) => modern.has(tag.id!));
      return byId(copies, (tag) => `Google Ads ${tag.id} runs from ${locationOf(tag)} and again as a web pixel`);
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
    match: (page) =>
      byId(installed(page, 'google_ads'), (tag) => `Google Ads ${shownId(tag.id)} is started by ${locationOf(tag)}`),
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
      const tag = running(page, 'google_ads').find(({ library }) => library === 'conversion.js');
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
