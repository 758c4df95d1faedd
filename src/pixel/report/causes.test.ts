import { expect, test } from 'bun:test';
import { createMatcher } from '../matcher.ts';
import { evaluateRules } from '../rules/evaluate-rules.ts';
import type { Fact } from '../tags/facts.ts';

const META = '700000000000101';
const SHOP = '<script>Shopify.shop="a";wpmLoader({webPixelsConfigList:[]})</script>';
const js = (code: string) => `<script>${code}</script>`;

function scored(html: string) {
  const matcher = createMatcher();
  matcher.push(SHOP + html);
  const { findings } = matcher.finish({ url: 'https://a.example/' }).report;
  return findings
    .filter(({ severity }) => severity !== 'info')
    .map(({ rule_id, severity }) => `${severity} ${rule_id}`);
}

test('base code, loader and noscript image of one pixel are one charge', () => {
  const base = `<script src="https://connect.facebook.net/en_US/fbevents.js"></script>${js(`fbq('init','${META}')`)}`;
  const image = `<noscript><img src="https://www.facebook.com/tr?id=${META}&ev=PageView&noscript=1"></noscript>`;
  expect(scored(base + image)).toEqual(['warn legacy_meta_pixel_call']);
});

test('the gravest finding of a snippet is charged: a purchase on an ordinary page before its install', () => {
  expect(scored(js(`fbq('init','${META}');fbq('track','Purchase',{value:1,currency:'EUR'})`))).toEqual([
    'error meta_purchase_event_in_theme',
  ]);
});

test('what is counted twice is charged before how it is installed', () => {
  const html = js(`gtag('config','G-CASE000001');gtag('event','add_to_cart');gtag('event','add_to_cart')`);
  expect(scored(html)).toEqual(['warn ga4_configured_twice']);
});

test('two pixels are two causes, in one script or in two', () => {
  const two = [META, '700000000000102'].map((id) => `fbq('init','${id}')`);
  for (const html of [js(two.join(';')), two.map(js).join('')]) {
    expect(scored(html).filter((text) => text.includes('legacy_meta_pixel_call'))).toHaveLength(2);
  }
});

test('a detail is of severity info, costs nothing, and says that it goes away with another finding', () => {
  const matcher = createMatcher();
  matcher.push(SHOP + js(`fbq('init','${META}');fbq('track','Purchase')`));
  const { findings, score, score_explanation: explained } = matcher.finish({ url: 'https://a.example/' }).report;
  const detail = findings.find(({ rule_id }) => rule_id === 'legacy_meta_pixel_call')!;
  expect(detail).toMatchObject({ severity: 'info', points: 0 });
  expect(detail.message).toContain('Fixing the more serious finding on the same code fixes this too.');
  const charged = findings.find(({ rule_id }) => rule_id === 'meta_purchase_event_in_theme')!;
  expect(detail.cause).toBe(charged.cause);
  expect(explained.parts).toEqual([
    { category: 'checkout_surface', points: charged.points, rules: ['meta_purchase_event_in_theme'] },
  ]);
  expect(score).toBe(79);
});

test('a container that is loaded twice is one charge, whatever its tags are', () => {
  const snippet = `<script src="https://www.googletagmanager.com/gtm.js?id=GTM-ABC1234"></script>`;
  const tags = ['G-CASE000001', 'G-CASE000002'].map(
    (id, i): Fact => ({
      offset: 0,
      line: 1,
      column: 1,
      script: i + 1,
      excerpt: '',
      kind: 'tag',
      vendor: 'ga4',
      via: 'config',
      form: 'container',
      id,
      origin: 'GTM-ABC1234',
      tag: { id: `${i + 1}`, kind: '__googtag' },
      firing: { onLoad: 'always', pages: {}, events: ['gtm.js'], when: 'on every page' },
    }),
  );
  const charged = (html: string) => {
    const matcher = createMatcher();
    matcher.push(SHOP + html);
    const { facts } = matcher.finish({ url: 'https://a.example/' });
    return evaluateRules([...facts, ...tags]).filter(({ severity }) => severity !== 'info');
  };
  const rules = (html: string) => charged(html).map(({ rule_id }) => rule_id);
  expect(rules(snippet)).toContain('ga4_tag_in_theme');
  expect(rules(snippet + snippet)).toContain('gtm_container_loaded_twice');
  expect(rules(snippet + snippet)).not.toContain('ga4_tag_in_theme');
  // Page code of its own is charged as before.
  expect(rules(snippet + snippet + js(`gtag('config','G-CASE000003')`))).toContain('ga4_tag_in_theme');
});
