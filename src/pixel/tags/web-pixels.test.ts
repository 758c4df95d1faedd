import { describe, expect, test } from 'bun:test';
import { PageExtractor } from '../html/page-extractor.ts';
import { createMatcher } from '../matcher.ts';
import type { EntryFact, Fact } from './facts.ts';

const HASH = '0a1b2c3dw4e5f60718p29a0b1c2dm3e4f5061';

function factsOf(page: string): Fact[] {
  const extractor = new PageExtractor();
  extractor.push(page);
  return extractor.end();
}

function listOf(...entries: object[]): string {
  return `<script>wpmLoader({webPixelsConfigList: ${JSON.stringify(entries)},isMerchantRequest: false});</script>`;
}

function entryOf(entry: object): EntryFact | undefined {
  return factsOf(listOf({ id: '1', type: 'APP', ...entry })).find((fact) => fact.kind === 'entry');
}

function configured(client: number, configuration: object): EntryFact | undefined {
  return entryOf({ apiClientId: client, configuration: JSON.stringify(configuration) });
}

function marksOf(page: string): Record<string, string | undefined> {
  return Object.fromEntries(factsOf(page).flatMap((fact) => (fact.kind === 'mark' ? [[fact.name, fact.value]] : [])));
}

describe('ids of Google and Meta in the settings of an app that is not known', () => {
  test.each<[string, object, string[] | undefined]>([
    ['are named', { gtmContainerId: 'GTM-ABC1234', ga4: 'G-ABCDE12345' }, ['GTM-ABC1234', 'G-ABCDE12345']],
    ['also in lists and objects', { google: { ids: ['AW-123456789', 'UA-12345-1'] } }, ['AW-123456789', 'UA-12345-1']],
    ['and in JSON in its settings', { config: '{"tag":"G-ABCDE12345"}' }, ['G-ABCDE12345']],
    [
      'those of Meta if their key says so',
      { fbPixel: '123456789012345', order: '123456789012346' },
      ['123456789012345'],
    ],
    [
      'not if they only look alike',
      { a: 'GTM-', b: 'G-123456', c: 'x GTM-ABC1234', d: 'GT-ABC1234', e: 'GTM-XXXXXXX' },
      undefined,
    ],
    ['and not twice', { measurement_id: 'G-ABCDE12345' }, undefined],
  ])('%s', (_, configuration, ids) => {
    const entry = configured(99999, configuration);
    expect(entry?.namedIds).toEqual(ids);
    if (ids) expect(entry?.googleIds).toEqual([]);
  });

  test('are in the inventory, and the page is not without tags', () => {
    const matcher = createMatcher();
    matcher.push(listOf({ id: '9', type: 'APP', apiClientId: 99999, configuration: '{"gtm":"GTM-ABC1234"}' }));
    const { findings } = matcher.finish({ url: 'https://a.example/' }).report;
    expect(findings.map(({ rule_id }) => rule_id)).toEqual(['web_pixel_inventory']);
    expect(findings[0]?.message).toContain('app pixel of the client 99999 with GTM-ABC1234');
    expect(findings[0]?.ids).toEqual(['GTM-ABC1234']);
  });
});

describe('an entry of the pixel list', () => {
  test('has the id, version and context of the pixel', () => {
    expect(
      entryOf({ id: 12345678901, scriptVersion: '0123456789abcdef0123456789abcdef', runtimeContext: 'open' }),
    ).toMatchObject({ pixelId: '12345678901', scriptVersion: '0123456789abcdef0123456789abcdef', context: 'OPEN' });
    expect(entryOf({ type: 'CUSTOM', scriptVersion: 35 })?.scriptVersion).toBe('35');
    // They become part of an address, so nothing but a word is taken.
    expect(entryOf({ id: '1/../2', scriptVersion: '1@x', runtimeContext: '<b>' })).toMatchObject({
      pixelId: undefined,
      scriptVersion: undefined,
      context: undefined,
    });
  });

  test('has the name of the app by its configuration first, and by its client id if that is certain', () => {
    const names: [number, object, string | undefined][] = [
      [2329312, {}, 'Facebook & Instagram'],
      [2329312, { pixel_type: 'facebook_pixel' }, 'Facebook & Instagram'],
      [99, { pixel_type: 'facebook_pixel' }, 'Meta'],
      [4383523, { pixel_type: 'facebook_pixel' }, 'Meta'],
      [99, { config: JSON.stringify({ google_tag_ids: [] }) }, 'Google'],
      [1780363, { config: JSON.stringify({ google_tag_ids: [] }) }, 'Google & YouTube'],
      [99, { pixelCode: 'C0CASE000000000000AA' }, 'TikTok'],
      [99, { pixelCode: 'a code of something else' }, undefined],
      [99, { pixelId: '00000000-0000-4000-8000-000000000001' }, 'Snapchat'],
      [99, { pixelId: '12345' }, undefined],
      [99, { ti: 97000001, endpoint: 'https://bat.bing.com/' }, 'Microsoft UET'],
      [99, { endpoint: 'https://bat.bing.com/' }, undefined],
      // One list names it, or only a shape fits: not shown.
      [6455335, {}, undefined],
      [240074326017, { projectId: 'abcdefghij' }, undefined],
      [123456, {}, undefined],
    ];
    for (const [client, configuration, name] of names)
      expect(configured(client, configuration)?.appName, JSON.stringify([client, configuration])).toBe(name);
    expect(entryOf({ type: 'CUSTOM', apiClientId: 2329312 })?.appName).toBeUndefined();
  });

  test('has the ids of other vendors where the key, the shape and the app agree', () => {
    const ids = (client: number, configuration: object) => configured(client, configuration)?.otherIds;
    expect(ids(99, { pixelCode: 'C0CASE000000000000AA' })).toEqual([{ vendor: 'tiktok', id: 'C0CASE000000000000AA' }]);
    expect(ids(3009811, { tagID: '2600000000001' })).toEqual([{ vendor: 'pinterest', id: '2600000000001' }]);
    expect(ids(3009811, { tagID: 'none' })).toBeUndefined();
    expect(ids(123074, { accountID: 'AbC123' })).toEqual([{ vendor: 'klaviyo', id: 'AbC123' }]);
    expect(ids(99, { accountID: 'AbC123' })).toBeUndefined();
    expect(ids(99, { ti: 97000001 })).toBeUndefined();
  });

  test('has the tags of the Google app and where each event goes, with labels', () => {
    const config = {
      google_tag_ids: ['G-CASE000001', 'GT-CASE001', 'not an id', 7],
      gtag_events: [
        { type: 'purchase', action_label: ['G-CASE000001', 'AW-700000101/Ab-c_1', 'MC-123', '700000102/xyz'] },
        { type: 'page_view', action_label: 'G-CASE000001' },
        { type: 'search', action_label: 'MC-123' },
        { type: 'bad type!', action_label: 'G-CASE000001' },
        { type: 'add_to_cart', action_label: 'AW-700000101/<b>' },
      ],
    };
    expect(configured(1780363, { config: JSON.stringify(config) })).toMatchObject({
      googleTagIds: ['G-CASE000001', 'GT-CASE001'],
      googleEvents: [
        { type: 'purchase', to: ['G-CASE000001', 'AW-700000101/Ab-c_1', 'AW-700000102/xyz'] },
        { type: 'page_view', to: ['G-CASE000001'] },
      ],
    });
  });

  test('has the state of data sharing as written', () => {
    const sharing = (state: unknown, controls?: unknown, flags?: unknown) =>
      entryOf({
        dataSharingState: state,
        dataSharingAdjustments: { protectedCustomerApprovalScopes: [], dataSharingControls: controls },
        enabledFlags: flags,
      })?.dataSharing;
    expect(sharing('optimized', ['share_all_events'])).toEqual({ state: 'optimized', controls: ['share_all_events'] });
    expect(sharing('optimized', [], ['9a3ed68a'])).toEqual({ state: 'optimized', controls: [], exempt: true });
    expect(sharing('paused')).toEqual({ state: 'paused' });
    expect(sharing(undefined, [])).toBeUndefined();
    expect(sharing(null, [])).toBeUndefined();
    const long = sharing('x'.repeat(9999), Array(99).fill('y'.repeat(99)));
    expect([long?.state.length, long?.controls?.join('').length]).toEqual([40, 640]);
  });
});

test('the two default pixels of every store are left out', () => {
  const page = listOf(
    { id: 'shopify-app-pixel', type: 'APP', apiClientId: 'shopify-pixel', scriptVersion: '0501' },
    { id: 'shopify-custom-pixel', type: 'CUSTOM', apiClientId: 'shopify-pixel', scriptVersion: '0501' },
    { id: '7', type: 'CUSTOM', name: 'mine' },
  );
  expect(factsOf(page).flatMap((fact) => (fact.kind === 'entry' ? [fact.pixelId] : []))).toEqual(['7']);
});

describe('what stands beside the list', () => {
  const MARKS = {
    pixel_hash: HASH,
    pixel_base: 'https://case.example',
    pixel_flags: '2dca8a86 c2aeb305',
    surface: 'storefront-renderer',
    page_type: 'product',
  };

  test.each([
    [
      'in 2026',
      `wpmLoader({storefrontBaseUrl: "https://case.example/",surface: "storefront-renderer",enabledBetaFlags: ["2dca8a86","c2aeb305"],webPixelsConfigList: [],initData: {"x":[1,{"y":2}]},},"https://case.example/cdn","${HASH}",{"modern":"","legacy":""},{"pageType":"product"});`,
    ],
    [
      'in the settings object after the list',
      `(function(){})({webPixelsConfigList: []},function pageEvents(api) {api.publish("page_viewed", {});},"cdn.html","x",{"modern":""},{"storefrontBaseUrl":"https:\\/\\/case.example","surface":"storefront-renderer","enabledBetaFlags":"[\\"2dca8a86\\", \\"c2aeb305\\"]","hashVersion":"${HASH}","pageType":"product"});`,
    ],
    [
      'in pages of 2023',
      `(function(){})({storefrontBaseUrl: "https://case.example",surface: "storefront-renderer",enabledBetaFlags: ["2dca8a86","c2aeb305"],webPixelsConfigList: [],pageType:"product"},function pageEvents(api) {},"https://case.example/cdn","browser","0.0.377","${HASH}",["2dca8a86"]);`,
    ],
  ])('is marked: %s', (_, code) => expect(marksOf(`<script>${code}</script>`)).toMatchObject(MARKS));

  test('is not taken if it could change an address or a message', () => {
    const marks = marksOf(
      `<script>wpmLoader({storefrontBaseUrl: "https://user@evil.example/x",surface: "<b>",webPixelsConfigList: []},"","../../${HASH}",{},{"hashVersion":"1w2","pageType":"a b"});</script>`,
    );
    expect(Object.keys(marks).filter((name) => name in MARKS)).toEqual([]);
    expect(marks).toHaveProperty('pixel_list');
  });

  test('the kind of the page is also read from ShopifyAnalytics', () => {
    const code = `window.ShopifyAnalytics.meta=window.ShopifyAnalytics.meta||{};var meta = {"page":{"pageType":"home","requestId":"1"}};`;
    expect(marksOf(`<script>${code}</script>`).page_type).toBe('home');
    expect(marksOf(`<script>${code.replace('"page"', '"app"')}</script>`)).not.toHaveProperty('page_type');
  });
});
