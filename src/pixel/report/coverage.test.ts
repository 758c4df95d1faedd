import { describe, expect, test } from 'bun:test';
import { createMatcher } from '../matcher.ts';
import type { Fact } from '../tags/facts.ts';
import { detailedReport } from './detailed-report.ts';

const NOWHERE = { offset: 0, line: 1, column: 1, script: 0, excerpt: '' };
const LIST = (entries: object[] = []) =>
  `<script>Shopify.shop="a";wpmLoader({webPixelsConfigList:${JSON.stringify(entries)}})</script>`;
const CUSTOM = { id: '901', type: 'CUSTOM', name: 'My GTM', scriptVersion: '4', runtimeContext: 'LAX' };
const GTM = '<script src="https://www.googletagmanager.com/gtm.js?id=GTM-ABC1234"></script>';

function factsOf(html: string): Fact[] {
  const matcher = createMatcher();
  matcher.push(html);
  return matcher.finish({ url: 'https://a.example/' }).facts.filter(({ kind }) => kind !== 'unread');
}

const judge = (html: string, ...more: Fact[]) => detailedReport([...factsOf(html), ...more]);
const CONTAINER_READ: Fact = {
  ...NOWHERE,
  kind: 'container',
  id: 'GTM-ABC1234',
  origin: 'GTM-ABC1234',
  version: '7',
  tags: 1,
};
const PIXEL_READ: Fact = { ...NOWHERE, kind: 'custom_pixel', pixel: '901', subscriptions: [] };

describe('a score above 89', () => {
  test('needs a storefront page that was read with all that it loads', () => {
    expect(judge(LIST())).toMatchObject({ state: 'judged', score: 100, not_looked_at: [] });
    expect(judge(LIST([CUSTOM]), PIXEL_READ)).toMatchObject({ state: 'judged', score: 100, not_looked_at: [] });
  });

  test.each<[string, string, Fact[]]>([
    ['a custom pixel', LIST([CUSTOM]), []],
    ['a container', LIST() + GTM, []],
    ['one of two', LIST([CUSTOM]) + GTM, [CONTAINER_READ]],
    ['a pixel that failed', LIST(), [{ ...NOWHERE, kind: 'unread', what: 'custom_pixel', id: '7', reason: 'No.' }]],
    ['a loader on the domain of the shop', `${LIST()}<script src="/x/gtag/js?id=G-ABCDE12345"></script>`, []],
    ['the end of a page', LIST(), [{ ...NOWHERE, kind: 'mark', name: 'cut' }]],
    ['the list of pixels', '<script>Shopify.shop="a"</script>', []],
  ])('is not given if %s was not read', (_, html, more) => {
    const report = judge(html, ...more);
    expect(report.state).toBe('partly_judged');
    expect(report.score).toBeLessThanOrEqual(89);
    expect(report.not_looked_at.length).toBeGreaterThan(0);
    expect(report.score_explanation.caps).toContainEqual(expect.objectContaining({ at: 89 }));
  });

  test('is not given to a page that is no storefront', () => {
    const text = `<p>${'Lamps, cups and tea. '.repeat(60)}<a href="/">home</a>`;
    expect(judge(text).score).toBe(89);
  });
});

test('what was not read is named in one finding, and a failure with its reason', () => {
  const failed: Fact = {
    ...NOWHERE,
    kind: 'unread',
    what: 'container',
    id: 'GTM-ABC1234',
    reason: 'It did not answer in time.',
  };
  const { findings } = judge(LIST([CUSTOM]) + GTM, failed);
  const found = findings.filter(({ rule_id }) => rule_id === 'scan_not_looked_at');
  expect(found).toHaveLength(1);
  expect(found[0]!.message).toContain(
    'Not read: custom pixel “My GTM”, container GTM-ABC1234 (it did not answer in time). ',
  );
  expect(found[0]!.places.map(({ kind }) => kind)).toEqual(['custom_pixel', 'container']);
});

test('what was read is listed with its version', () => {
  expect(judge(LIST([CUSTOM]) + GTM, CONTAINER_READ, PIXEL_READ).looked_at).toEqual([
    { kind: 'page', id: '/' },
    { kind: 'container', id: 'GTM-ABC1234', version: '7' },
    { kind: 'custom_pixel', id: '901', name: 'My GTM', version: '4' },
  ]);
});

test('a checkout page has no findings on the consent of theme code, which does not run there', () => {
  const matcher = createMatcher();
  matcher.push(`${LIST()}<script>fbq('init','700000000000101');fbq('track','Purchase')</script>`);
  const { report } = matcher.finish({ url: 'https://a.example/checkouts/cn/1/thank-you' });
  const rules = report.findings.map(({ rule_id }) => rule_id);
  expect(rules).toContain('page_not_judged');
  expect(rules).not.toContain('legacy_pixel_without_consent_gate');
});

test('the version of an app pixel is the hash of its script', () => {
  const versionOf = (scriptVersion: string) => {
    const entry = { id: '101', type: 'APP', apiClientId: 2329312, runtimeContext: 'OPEN', scriptVersion };
    return judge(LIST([entry])).looked_at.find(({ kind }) => kind === 'app_pixel')?.version;
  };
  const hash = '0123456789abcdef0123456789abcdef';
  expect(versionOf(hash)).toBe(hash);
  expect(versionOf(`shpat_${hash}`)).toBe('(unusable text)');
});
