import { describe, expect, test } from 'bun:test';
import { matchContainer } from '../../src/pixel/container.ts';
import { createMatcher, judgeTogether } from '../../src/pixel/matcher.ts';

const reference = {
  kind: 'gtm',
  id: 'GTM-ABC1234',
  url: 'https://www.googletagmanager.com/gtm.js?id=GTM-ABC1234',
} as const;
const container = (resource: object): string =>
  `// Copyright\n(function(){var data = {\n"resource": ${JSON.stringify(resource)},"runtime":[]};})()`;

const CONTAINER = container({
  version: '7',
  macros: [
    { function: '__gas', vtp_trackingId: 'UA-12345678-1' },
    { function: '__c', vtp_value: 'G-ABCDE12345' },
  ],
  tags: [
    { function: '__googtag', vtp_tagId: ['macro', 1] },
    { function: '__ua', vtp_gaSettings: ['macro', 0] },
    { function: '__html', vtp_html: "\u003Cscript\u003Efbq('init','123456789012345');\u003C/script\u003E" },
    { function: '__awct', vtp_conversionId: '123456789' },
    { function: '__cvt_1_2', vtp_pixelId: '987654321098765' },
    { function: '__html', vtp_html: ['template', '\u003C!-- fbq("init","1") --\u003E', ['macro', 1]] },
  ],
});

describe('a GTM container', () => {
  test('tells the tags it holds, each by its own shape', () => {
    const ids = matchContainer(CONTAINER, reference).facts.map(
      (fact) => fact.kind === 'tag' && `${fact.vendor} ${fact.id} ${fact.form}`,
    );
    expect(ids).toEqual([
      'ga4 G-ABCDE12345 container',
      'ua UA-12345678-1 container',
      'meta 123456789012345 container',
      'google_ads AW-123456789 container',
      'meta 987654321098765 container',
    ]);
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
    expect(rules(judgeTogether(page, matchContainer(CONTAINER, reference).facts).findings)).toContain(
      'meta_pixel_double_install',
    );
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
