/** A report with something in each of its parts: causes with several findings, places of every kind, and doubles of every grade. */
import type { DetailedFinding, DetailedReport } from '../../src/domain/scan-report.ts';

export const CLEAN_REPORT: DetailedReport = {
  state: 'judged',
  page_kind: 'storefront',
  score: 100,
  score_explanation: { parts: [], caps: [] },
  findings: [],
  severity_counts: { info: 0, warn: 0, error: 0 },
  pages: [{ url: 'https://shop.example/', kind: 'storefront', journey: 'home' }],
  looked_at: [{ kind: 'page', id: '/' }],
  not_looked_at: [],
  graph: { senders: [], destinations: [], sendings: [], doubles: [] },
};

export const BLOCKED_REPORT: DetailedReport = {
  ...CLEAN_REPORT,
  state: 'not_judged',
  page_kind: 'blocked',
  score: null,
  looked_at: [],
  not_looked_at: [{ kind: 'page', id: '/', reason: 'The shop answered with a challenge.' }],
};

export function finding(fields: Partial<DetailedFinding>): DetailedFinding {
  return {
    rule_id: 'legacy_meta_pixel_call',
    severity: 'warn',
    message: 'Meta pixel 123456789012345 is started by page code.',
    remedy: 'Connect the Facebook & Instagram app and delete the snippet.',
    cause: 'page script 3',
    ids: ['123456789012345'],
    places: [{ kind: 'page', line: 27, column: 1, excerpt: "fbq('init', '123456789012345'" }],
    evidence: [],
    source: 'https://help.shopify.com/en/manual/promoting-marketing/pixels',
    points: 0,
    ...fields,
  };
}

export const SAMPLE_REPORT: DetailedReport = {
  state: 'partly_judged',
  page_kind: 'storefront',
  score: 46,
  score_explanation: {
    parts: [
      { category: 'double_counting', points: 38.4, rules: ['meta_pixel_double_install'] },
      { category: 'legacy_install', points: 15.6, rules: ['gtm_container_in_theme'] },
    ],
    caps: [
      { at: 79, reason: 'There is an error.' },
      { at: 89, reason: 'A custom pixel was not read.' },
    ],
  },
  findings: [
    finding({
      rule_id: 'meta_pixel_double_install',
      severity: 'error',
      message:
        'Meta pixel 123456789012345 runs from page code and again as the Facebook & Instagram app pixel (line 27, column 1). Delete the copy in the theme and keep the app pixel.',
      remedy: 'Delete the copy in the theme and keep the app pixel.',
      places: [
        { kind: 'page', line: 27, column: 1, excerpt: "fbq('init', '123456789012345'" },
        { kind: 'app_pixel', pixel_id: '1001', pixel_name: 'Facebook & Instagram' },
      ],
      evidence: ['The theme sends AddToCart to 123456789012345 with track, and so does the app pixel.'],
      points: 38.4,
    }),
    finding({
      rule_id: 'gtm_container_in_theme',
      message: 'GTM container GTM-DEMO123 is loaded by page code.',
      remedy: 'Keep it only if you need it, and add GTM as a custom pixel for checkout.',
      cause: 'container GTM-DEMO123',
      ids: ['GTM-DEMO123'],
      places: [
        { kind: 'page', line: 17, column: 25, excerpt: "'GTM-DEMO123'" },
        {
          kind: 'container',
          container: 'GTM-DEMO123',
          tag_id: '4',
          tag_name: 'Meta base code',
          trigger: 'on every page',
        },
      ],
      points: 15.6,
    }),
    finding({}),
    finding({
      rule_id: 'meta_noscript_pixel',
      severity: 'info',
      message: 'The noscript image of Meta pixel 123456789012345 is in the page.',
      remedy: 'Remove it together with the base code.',
      places: [{ kind: 'page', line: 30, column: 11 }],
    }),
    finding({
      rule_id: 'universal_analytics_tag',
      severity: 'info',
      message: 'UA-12345678-1 has been dead since 2024.',
      remedy: 'Delete the tags.',
      cause: 'container GTM-DEMO123 UA-12345678-1',
      ids: ['UA-12345678-1'],
      places: [5, 6, 7, 8, 9].map((tag) => ({ kind: 'container', container: 'GTM-DEMO123', tag_id: String(tag) })),
    }),
    finding({
      rule_id: 'scan_not_looked_at',
      severity: 'info',
      message: 'A custom pixel was not read: Meta pixel (migrated).',
      remedy: 'Look at it under Settings > Customer events.',
      cause: 'scan',
      ids: [],
      places: [{ kind: 'custom_pixel', pixel_id: '1003', pixel_name: 'Meta pixel (migrated)' }],
    }),
  ],
  severity_counts: { info: 3, warn: 2, error: 1 },
  pages: [{ url: 'https://shop.example/', kind: 'storefront', journey: 'home' }],
  looked_at: [
    { kind: 'page', id: '/' },
    { kind: 'container', id: 'GTM-DEMO123', version: '7' },
    { kind: 'app_pixel', id: '1001', name: 'Facebook & Instagram' },
  ],
  not_looked_at: [
    { kind: 'custom_pixel', id: '1003', name: 'Meta pixel (migrated)', reason: 'robots.txt forbids its address.' },
  ],
  graph: {
    senders: [
      { kind: 'theme', name: 'theme code, line 27', window: 'page', places: [{ kind: 'page', line: 27, column: 1 }] },
      { kind: 'app_pixel', name: 'Facebook & Instagram', window: 'page', places: [] },
      { kind: 'container_tag', name: 'GTM-DEMO123 tag 4', window: 'page', places: [] },
      { kind: 'custom_pixel', name: 'custom pixel Purchases', window: 'custom pixel 1004', places: [] },
      { kind: 'app_pixel', name: 'Google & YouTube', window: 'page', places: [] },
    ],
    destinations: [
      { vendor: 'meta', id: '123456789012345', aliases: [] },
      { vendor: 'ga4', id: 'G-DEMO123456', aliases: ['GT-DEMO1'] },
      { vendor: 'google_ads', id: 'AW-123456789', aliases: [] },
    ],
    sendings: [
      { sender: 0, destination: 0, event: 'page_viewed', sent_as: 'PageView', grade: 'always' },
      { sender: 1, destination: 0, event: 'page_viewed', sent_as: 'PageView', grade: 'always' },
      {
        sender: 2,
        destination: 1,
        event: 'page_viewed',
        sent_as: 'page_view',
        grade: 'some',
        when: 'on product pages',
      },
      { sender: 4, destination: 1, event: 'page_viewed', sent_as: 'page_view', grade: 'always' },
      { sender: 0, destination: 0, event: 'product_added_to_cart', sent_as: 'AddToCart', grade: 'always' },
      { sender: 1, destination: 0, event: 'product_added_to_cart', sent_as: 'AddToCart', grade: 'paused' },
      { sender: 1, destination: 0, event: 'checkout_completed', sent_as: 'Purchase', grade: 'always' },
      { sender: 3, destination: 0, event: 'checkout_completed', sent_as: 'Purchase', grade: 'always' },
      {
        sender: 3,
        destination: 2,
        event: 'checkout_completed',
        sent_as: 'conversion',
        label: 'AbC-D_efG',
        grade: 'always',
      },
      {
        sender: 4,
        destination: 2,
        event: 'checkout_completed',
        sent_as: 'conversion',
        label: 'AbC-D_efG',
        grade: 'perhaps',
        when: 'if the tag named in the app is the same one',
      },
    ],
    doubles: [
      { event: 'page_viewed', destination: 1, sendings: [2, 3], grade: 'some' },
      { event: 'product_added_to_cart', destination: 0, sendings: [4, 5], grade: 'paused' },
      { event: 'checkout_completed', destination: 0, sendings: [6, 7], grade: 'always' },
      { event: 'checkout_completed', destination: 2, label: 'AbC-D_efG', sendings: [8, 9], grade: 'perhaps' },
    ],
  },
};
