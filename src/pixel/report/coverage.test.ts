import { describe, expect, test } from 'bun:test';
import { createMatcher } from '../matcher.ts';
import type { Fact } from '../tags/facts.ts';
import { detailedReport } from './detailed-report.ts';

const NOWHERE = { offset: 0, line: 1, column: 1, script: 0, excerpt: '' };
const LIST = (entries: object[] = []) =>
  `<script>Shopify.shop="a";wpmLoader({webPixelsConfigList:${JSON.stringify(entries)}})</script>`;
const CUSTOM = { id: '901', type: 'CUSTOM', name: 'My GTM', scriptVersion: '4', runtimeContext: 'LAX' };
const GTM = '<script src="https://www.googletagmanager.com/gtm.js?id=GTM-ABC1234"></script>';

const HIDDEN = "<script>s.src='https://www.googletagmanager.com/gtm.js?id='+theme.gtm</script>";

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
    ['a container whose id is set elsewhere', LIST() + HIDDEN, []],
    [
      'a container of which only the noscript frame is there',
      `${LIST()}<noscript><iframe src="https://www.googletagmanager.com/ns.html?id=GTM-ABC1234"></iframe></noscript>`,
      [],
    ],
    ['the end of a page', LIST(), [{ ...NOWHERE, kind: 'mark', name: 'cut' }]],
    ['the list of pixels', '<script>Shopify.shop="a"</script>', []],
  ])('is not given if %s was not read', (_, html, more) => {
    const report = judge(html, ...more);
    expect(report.state).toBe('partly_judged');
    expect(report.score).toBeLessThanOrEqual(89);
    expect(report.not_looked_at.length).toBeGreaterThan(0);
    expect(report.score_explanation.caps).toContainEqual(expect.objectContaining({ at: 89 }));
  });

  test.each<[string, string]>([
    ['a script', "<script>fbq('init','700000000000101');fbq('track"],
    ['a script', "<script>fbq('init','700000000000101')</scr"],
    ['a comment', "<!-- <script>fbq('init','700000000000101')</script>"],
    ['a tag', '<img src="https://www.facebook.com/tr?id=7000000000'],
    ['a tag', '</bod'],
    ['a style sheet', '<style>body{color:red}<p>more'],
    ['the title', '<title>Lamps<p>more'],
    ['an element that holds only text', '<textarea><p>more'],
    ['a template', '<template><p>more'],
    ['a noscript element', '<noscript><p>more'],
  ])('is not given if the page ends inside %s: %s', (what, end) => {
    const { state, findings, not_looked_at } = judge(LIST() + end);
    expect(state).toBe('partly_judged');
    expect(not_looked_at).toEqual([
      { kind: 'page', id: '/', reason: `The page was read only in part: it ends inside ${what}.` },
    ]);
    const rules = findings.map(({ rule_id }) => rule_id);
    expect(rules).toContain('scan_truncated');
    expect(rules).not.toContain('no_trackers_found');
  });

  test.each(['<p>more', '<p>1 < 2', '<plaintext>1', '<!-- a -->', '<script>let a</script>', '<svg><title/></svg>'])(
    'is given if the page ends with %s',
    (end) => {
      expect(judge(LIST() + end)).toMatchObject({ state: 'judged', not_looked_at: [] });
    },
  );

  test('is not given to a page that is no storefront', () => {
    const text = `<p>${'Lamps, cups and tea. '.repeat(60)}<a href="/">home</a>`;
    expect(judge(text).score).toBe(89);
  });
});

describe('that no tag was found', () => {
  const FOUND = 'No Meta, Google Analytics, Google Ads or GTM tag was found in the HTML of the page.';
  const TEXT = `<p>${'Lamps, cups and tea. '.repeat(60)}<a href="/">home</a>`;
  const LOOK = 'If the shop should have tags, look at what was not read.';
  const SCRIPT_TAGS = '<script>(function(){function asyncLoad(){var urls=["https://a.example/p.js"]}})()</script>';
  const files = (count: number) =>
    Array.from({ length: count }, (_, i) => `<script src="https://h${i}.example/a.js"></script>`).join('');

  test.each<[string, string, string]>([
    ['nothing to do if there is nothing else', LIST(), `${FOUND} Nothing to do.`],
    [
      'the hosts of script files',
      `${LIST()}<script src="/cdn/shop/theme.js"></script><script src="https://app.example/p.js?key=1"></script>`,
      `${FOUND} 2 script files of app.example were not read. ${LOOK}`,
    ],
    [
      'one file of the shop itself',
      `${LIST()}<script src="/theme.js"></script>`,
      `${FOUND} 1 script file was not read. ${LOOK}`,
    ],
    [
      'some of many hosts',
      LIST() + files(7),
      `${FOUND} 7 script files of h0.example, h1.example, h2.example, h3.example, h4.example and 2 more were not read. ${LOOK}`,
    ],
    ['ScriptTags', LIST() + SCRIPT_TAGS, `${FOUND} The scripts of ScriptTags were not read: a.example. ${LOOK}`],
    [
      'a missing list of pixels',
      '<script>Shopify.shop="a"</script>',
      `${FOUND} The page has no list of pixels, so it is an old capture or a stripped copy. ${LOOK}`,
    ],
    ['a page that is no shop', TEXT, `${FOUND} Check the address: nothing is known about the tags of a shop.`],
  ])('is said with %s', (_, html, message) => {
    const found = judge(html).findings.find(({ rule_id }) => rule_id === 'no_trackers_found');
    expect(found?.message).toBe(message);
  });

  test.each<[string, string]>([
    ['a cut page', `${LIST()}<script>`],
    ['a redirect by a script', `${LIST()}<script>window.location.href="https://b.example/";</script>`],
    ['a redirect', `${LIST()}<meta http-equiv="refresh" content="0;url=/b">`],
    ['a list that cannot be read', '<script>wpmLoader({webPixelsConfigList:[f()]})</script>'],
    ['a container', LIST() + GTM],
  ])('is not said of %s', (_, html) => {
    expect(judge(html).findings.map(({ rule_id }) => rule_id)).not.toContain('no_trackers_found');
  });
});

test('a container without a readable id is named once, and not beside one that it may be', () => {
  const ids = (html: string) => judge(html).not_looked_at.map(({ kind, id }) => `${kind} ${id}`);
  expect(ids(LIST() + HIDDEN + HIDDEN)).toEqual(['container unknown']);
  expect(ids(LIST() + HIDDEN + GTM)).toEqual(['container GTM-ABC1234']);
  const messages = judge(LIST() + HIDDEN).findings.map(({ message }) => message);
  expect(messages.join()).toContain('Not read: container unknown (its id is set when the page runs)');
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
