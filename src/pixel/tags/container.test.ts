import { describe, expect, test } from 'bun:test';
import { createMatcher, evaluateRulesTogether } from '../matcher.ts';
import { matchContainer } from './container.ts';

const reference = {
  kind: 'gtm',
  id: 'GTM-ABC1234',
  url: 'https://www.googletagmanager.com/gtm.js?id=GTM-ABC1234',
} as const;
const container = (resource: object): string =>
  `// Copyright\n(function(){var data = {\n"resource": ${JSON.stringify(resource)},"runtime":[]};})()`;

/** As GTM serves it: scripts of its own type, slashes and angle brackets escaped, variables inside `escape`. */
const CONTAINER = container({
  version: '7',
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
    { function: '__awct', vtp_conversionId: '123456789' },
    { function: '__cvt_1_2', vtp_pixelId: '987654321098765' },
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
  test('tells the tags it holds, each by its own shape', () => {
    const ids = matchContainer(CONTAINER, reference).facts.map(
      (fact) => fact.kind === 'tag' && `${fact.vendor} ${fact.via} ${fact.id} ${fact.form}`,
    );
    expect(ids.filter(Boolean)).toEqual([
      'ga4 config G-ABCDE12345 container',
      'ua config UA-12345678-1 container',
      'meta loader undefined container',
      'meta init 123456789012345 container',
      'meta image 123456789012345 noscript',
      'google_ads config AW-123456789 container',
      'meta init 987654321098765 container',
      'google_ads loader AW-987654321 container',
      'meta init 222222222222222 container',
      'meta init 222222222222222 container',
    ]);
  });

  test.each([
    ['a plain variable', ['macro', 0]],
    ['an escaped variable', ['escape', ['macro', 0], 7]],
    ['a variable as a literal', ['escape', ['macro', 0], 8, 16]],
    ['a variable inside a text', ['template', ['escape', ['macro', 0], 7], '']],
  ])('an id from %s is unknown, not empty and not a placeholder', (_, id) => {
    const text = container({
      macros: [{ function: '__v', vtp_name: 'pixel' }],
      tags: [
        {
          function: '__html',
          vtp_html: ['template', '<script type="text/gtmscript">fbq("init","', id, '");fbq("init",', id, ')</script>'],
        },
      ],
    });
    const { facts, findings } = matchContainer(text, reference);
    expect(facts.length).toBeGreaterThan(0);
    for (const fact of facts) expect(fact).toMatchObject({ kind: 'tag', vendor: 'meta', id: undefined });
    expect(findings.map(({ rule_id }) => rule_id)).toEqual(['legacy_meta_pixel_loader']);
    expect(JSON.stringify(findings)).not.toContain('\ue000');
  });

  test('its purchases and standard events are not called theme code', () => {
    const { facts, findings } = matchContainer(CONTAINER, reference);
    const events = facts.flatMap((fact) => (fact.kind === 'event' ? `${fact.vendor} ${fact.name}` : []));
    expect(events).toEqual(['meta PageView', 'meta Purchase', 'ga4 purchase']);
    const rules = findings.map(({ rule_id }) => rule_id);
    for (const rule of ['meta_purchase_event_in_theme', 'ga4_purchase_event_in_theme', 'meta_invalid_pixel_id'])
      expect(rules).not.toContain(rule);
  });

  test('its findings name the container and no line of the page', () => {
    const { findings } = matchContainer(CONTAINER, reference);
    expect(findings.map((finding) => finding.rule_id)).toContain('universal_analytics_tag');
    for (const finding of findings) {
      expect(finding.origin).toBe('GTM-ABC1234');
      expect(finding.line).toBeUndefined();
      expect(finding.message).toContain('inside the container GTM-ABC1234');
    }
  });

  test('shows a double install that the page alone hides', () => {
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
    expect(rules(page.findings)).not.toContain('meta_pixel_double_install');
    expect(rules(evaluateRulesTogether(page, matchContainer(CONTAINER, reference).facts).findings)).toContain(
      'meta_pixel_double_install',
    );
  });

  test('whose variables name each other, or one long text many times, does not grow', () => {
    const named = (value: unknown) =>
      container({
        macros: Array.from({ length: 12 }, () => ({ function: '__c', vtp_value: value })),
        tags: [{ function: '__html', vtp_html: ['template', ...Array(1000).fill(['macro', 0])] }],
      });
    expect(matchContainer(named(['template', ...Array(1000).fill(['macro', 0])]), reference).facts).toEqual([]);
    const long = `<script>fbq("init","123456789012345")</script>${' '.repeat(100_000)}`;
    expect(matchContainer(named(long), reference).facts).toEqual([]);
  });

  test('is read as code when it is plain code, and as nothing when it is broken', () => {
    const loader = { kind: 'first_party_loader', url: 'https://t.example/load.js?key=abc' } as const;
    const { facts } = matchContainer(`!function(){fbq("init","123456789012345")}()`, loader);
    expect(facts).toHaveLength(1);
    expect(facts[0]!.origin).toBe('https://t.example/load.js');
    for (const broken of [
      '',
      '"resource": {',
      `"resource": {"tags":${'['.repeat(100_000)}`,
      container({ tags: [null, 1, { function: '__ua' }] }),
    ]) {
      expect(matchContainer(broken, reference).facts).toEqual([]);
    }
  });
});
