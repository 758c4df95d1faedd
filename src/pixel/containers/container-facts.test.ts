import { describe, expect, test } from 'bun:test';
import { createMatcher } from '../matcher.ts';
import { detailedReport } from '../report/detailed-report.ts';
import { evaluateRules } from '../rules/evaluate-rules.ts';
import type { Fact } from '../tags/facts.ts';
import { containerFacts } from './container-facts.ts';

const reference = {
  kind: 'gtm',
  id: 'GTM-ABC1234',
  url: 'https://www.googletagmanager.com/gtm.js?id=GTM-ABC1234',
} as const;
/** Findings about the container alone, without those about the page that it is in. */
const findingsIn = (facts: readonly Fact[]) =>
  evaluateRules(facts).filter(({ places }) => places[0]?.container !== undefined);
/** Without rules of its own, every tag fires on every page. */
const container = ({ tags, ...rest }: { tags: unknown[]; macros?: unknown[] }): string => {
  const macros = [...(rest.macros ?? []), { function: '__e' }];
  const resource = {
    version: '7',
    ...rest,
    macros,
    tags,
    predicates: [{ function: '_eq', arg0: ['macro', macros.length - 1], arg1: 'gtm.js' }],
    rules: [
      [
        ['if', 0],
        ['add', ...tags.keys()],
      ],
    ],
  };
  return `// Copyright\n(function(){var data = {\n"resource": ${JSON.stringify(resource)},"runtime":[]};})()`;
};
/** The facts of tags, without what is said of the container itself. */
const tagFacts = (text: string) => containerFacts(text, reference).filter(({ kind }) => kind !== 'container');

/** As GTM serves it: custom HTML scripts have their own type, and variables are inside `escape`. */
const CONTAINER = container({
  macros: [
    { function: '__gas', vtp_trackingId: 'UA-12345678-1' },
    { function: '__c', vtp_value: 'G-ABCDE12345' },
    { function: '__v', vtp_name: 'pixel', vtp_dataLayerVersion: 2 },
    { function: '__c', vtp_value: '222222222222222' },
  ],
  tags: [
    { function: '__googtag', vtp_tagId: ['macro', 1] },
    { function: '__ua', vtp_gaSettings: ['macro', 0] },
    {
      function: '__html',
      metadata: ['map'],
      once_per_event: true,
      vtp_html:
        '\n<script type="text/gtmscript">!function(b,e,f,g){f=b.fbq=function(){}}(window,document,"script","https://connect.facebook.net/en_US/fbevents.js");fbq("init","123456789012345");fbq("track","PageView");</script>\n<noscript><img height="1" src="https://www.facebook.com/tr?id=123456789012345&amp;ev=PageView"></noscript>',
      tag_id: 4,
    },
    { function: '__awct', vtp_conversionId: '123456789', vtp_conversionLabel: 'aBc' },
    { function: '__cvt_1_2', vtp_pixelId: '987654321098765', vtp_standardEventName: 'PageView' },
    { function: '__html', vtp_html: ['template', '<!-- fbq("init","1") -->', ['macro', 1]] },
    {
      function: '__html',
      vtp_html:
        '<script type="text/gtmscript" data-gtmsrc="https://www.googletagmanager.com/gtag/js?id=AW-987654321"></script>',
    },
    {
      function: '__html',
      vtp_html: [
        'template',
        '<script type="text/gtmscript">fbq("init",\'',
        ['escape', ['macro', 3], 7],
        '\');fbq("init",',
        ['escape', ['macro', 3], 8, 16],
        ');fbq("track","Purchase",{value:',
        ['escape', ['macro', 2], 8, 16],
        '});dataLayer.push({event:"purchase"});</script>',
      ],
    },
    { function: '__googtag', vtp_tagId: ['template', 'G-', ['macro', 2]] },
  ],
});

describe('a GTM container', () => {
  test('gives every kind of tag in it', () => {
    const ids = containerFacts(CONTAINER, reference).map(
      (fact) => fact.kind === 'tag' && `${fact.vendor} ${fact.via} ${fact.id} ${fact.form}`,
    );
    expect(ids.filter(Boolean)).toEqual([
      'ga4 config G-ABCDE12345 container',
      'ua config UA-12345678-1 container',
      'meta loader undefined container',
      'meta init 123456789012345 container',
      'meta image 123456789012345 noscript',
      'google_ads loader AW-123456789 container',
      'meta init 987654321098765 container',
      'google_ads loader AW-987654321 container',
      'meta init 222222222222222 container',
      'meta init 222222222222222 container',
    ]);
  });

  test.each([
    ['a plain variable', ['macro', 0]],
    ['an escaped variable', ['escape', ['macro', 0], 7]],
    ['a variable written as a literal', ['escape', ['macro', 0], 8, 16]],
    ['a variable inside a text', ['template', ['escape', ['macro', 0], 7], '']],
  ])('an id from %s is unknown, neither empty nor a placeholder', (_, id) => {
    const text = container({
      macros: [{ function: '__v', vtp_name: 'pixel' }],
      tags: [
        {
          function: '__html',
          vtp_html: ['template', '<script type="text/gtmscript">fbq("init","', id, '");fbq("init",', id, ')</script>'],
        },
      ],
    });
    const facts = tagFacts(text);
    const findings = findingsIn(facts);
    expect(facts.length).toBeGreaterThan(0);
    for (const fact of facts) expect(fact).toMatchObject({ kind: 'tag', vendor: 'meta', id: undefined });
    expect(findings.map(({ rule_id }) => rule_id)).toEqual(['legacy_meta_pixel_loader']);
    expect(JSON.stringify(findings)).not.toContain('\ue000');
  });

  test('a purchase that it sends on every page is reported with its tag, not as storefront code', () => {
    const facts = containerFacts(CONTAINER, reference);
    const events = facts.flatMap((fact) => (fact.kind === 'event' ? `${fact.vendor} ${fact.name}` : []));
    expect(events).toEqual([
      'meta PageView',
      'google_ads conversion',
      'meta PageView',
      'meta Purchase',
      'ga4 purchase',
    ]);
    const findings = findingsIn(facts);
    expect(findings.map(({ rule_id }) => rule_id)).not.toContain('meta_invalid_pixel_id');
    const purchases = findings.filter(({ rule_id }) => rule_id.endsWith('purchase_event_in_theme'));
    // A push into the data layer sends nothing itself.
    expect(purchases.map(({ rule_id }) => rule_id)).toEqual(['meta_purchase_event_in_theme']);
    expect(purchases[0]!.message).toMatch(/^Tag \w+ of GTM-ABC1234 sends .* on every view of an ordinary page/);
  });

  test('findings in it name the container, and no line of the page', () => {
    const findings = findingsIn(containerFacts(CONTAINER, reference));
    expect(findings.map((finding) => finding.rule_id)).toContain('universal_analytics_tag');
    for (const finding of findings) {
      expect(finding.places[0]).toMatchObject({ kind: 'container', container: 'GTM-ABC1234' });
      expect(finding.places[0]?.line).toBeUndefined();
      expect(finding.message).toContain('container GTM-ABC1234');
    }
  });

  test('together with the page shows a double install that the page alone does not', () => {
    const matcher = createMatcher();
    const list = [
      {
        id: '1',
        configuration: '{"pixel_id":"123456789012345","pixel_type":"facebook_pixel"}',
        type: 'APP',
        apiClientId: 2329312,
      },
    ];
    matcher.push(`<script>wpmLoader({webPixelsConfigList: ${JSON.stringify(list)}})</script>`);
    const page = matcher.finish({ url: 'https://t.example/' });
    const rules = (findings: { rule_id: string }[]) => findings.map((finding) => finding.rule_id);
    expect(rules(page.report.findings)).not.toContain('meta_pixel_double_install');
    const together = evaluateRules([...page.facts, ...containerFacts(CONTAINER, reference)]);
    expect(rules(together)).toContain('meta_pixel_double_install');
  });

  test('is not expanded without bound when its variables refer to each other or repeat a long text', () => {
    const named = (value: unknown) =>
      container({
        macros: Array.from({ length: 12 }, () => ({ function: '__c', vtp_value: value })),
        tags: [{ function: '__html', vtp_html: ['template', ...Array(1000).fill(['macro', 0])] }],
      });
    expect(tagFacts(named(['template', ...Array(1000).fill(['macro', 0])]))).toEqual([]);
    const long = `<script>fbq("init","123456789012345")</script>${' '.repeat(100_000)}`;
    expect(tagFacts(named(long))).toEqual([
      expect.objectContaining({ name: 'cut', value: 'the container GTM-ABC1234 costs too much to read in full' }),
    ]);
  });

  test('is read as code if it is plain code, and gives nothing if it is broken', () => {
    const loader = { kind: 'first_party_loader', url: 'https://t.example/load.js?key=abc' } as const;
    const facts = containerFacts(`!function(){fbq("init","123456789012345")}()`, loader);
    expect(facts.map(({ kind }) => kind)).toEqual(['tag', 'container']);
    expect(facts[0]!.origin).toBe('https://t.example/load.js');
    for (const broken of [
      '',
      '"resource": {',
      `"resource": {"tags":${'['.repeat(100_000)}`,
      container({ tags: [null, 1, { function: '__cl' }] }),
    ]) {
      expect(tagFacts(broken)).toEqual([]);
    }
  });

  test('a tag whose id only the browser knows is said to be unread, and the container is not judged in full', () => {
    const macros = [{ function: '__v', vtp_name: 'id', vtp_dataLayerVersion: 2 }];
    const id = ['macro', 0];
    const tags = [
      { function: '__googtag', vtp_tagId: id, tag_id: 1 },
      { function: '__gaawe', vtp_eventName: 'page_view', vtp_measurementIdOverride: id, tag_id: 2 },
      { function: '__awct', vtp_conversionId: id, vtp_conversionLabel: 'abc', tag_id: 3 },
      { function: '__googtag', vtp_tagId: 'G-ABCDE12345', tag_id: 4 },
      { function: '__gclidw', tag_id: 5 },
    ];
    const facts = containerFacts(container({ macros, tags }), reference);
    expect(facts.flatMap((fact) => (fact.kind === 'unread' ? `${fact.id} ${fact.reason}` : []))).toEqual(
      ['1 (__googtag)', '2 (__gaawe)', '3 (__awct)'].map(
        (tag) => `GTM-ABC1234 The id of tag ${tag} comes from a variable that is known only in the browser.`,
      ),
    );
    expect(detailedReport(facts)).toMatchObject({ state: 'partly_judged' });
  });
});

test('a container whose tags are all for other hosts is not said to be empty', () => {
  const macros = [{ function: '__e' }, { function: '__u', vtp_component: 'HOST' }];
  const predicates = [
    { function: '_eq', arg0: ['macro', 0], arg1: 'gtm.js' },
    { function: '_eq', arg0: ['macro', 1], arg1: 'www.other.example' },
  ];
  const tags = [{ function: '__googtag', vtp_tagId: 'G-ABCDE12345', tag_id: 1 }];
  const rules = [
    [
      ['if', 0, 1],
      ['add', 0],
    ],
  ];
  const text = `var data = {"resource": ${JSON.stringify({ version: '7', macros, tags, predicates, rules })},"runtime":[]};`;
  const said = (host?: string) =>
    evaluateRules(containerFacts(text, reference, host === undefined ? undefined : { host, pages: {} })).find(
      ({ rule_id }) => rule_id === 'container_empty',
    );
  expect(said('www.case.example')).toMatchObject({
    message: expect.stringContaining('holds no tags that can fire on this shop: 1 is for other hosts'),
    remedy: 'Delete its snippet here, or add the host of this shop to the triggers.',
  });
  expect(said('www.other.example')).toBeUndefined();
  // On an unknown host the tag may fire.
  expect(said()).toBeUndefined();
});
