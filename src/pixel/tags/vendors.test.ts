import { describe, expect, test } from 'bun:test';
import { PageExtractor } from '../html/page-extractor.ts';
import { createMatcher } from '../matcher.ts';
import { vendorIn, vendorOfField, vendorOfFunction } from './vendors.ts';

const UUID = '00000000-0000-4000-8000-000000000001';
const HEX34 = '0123456789abcdef0123456789abcdef01';

describe('an address names its vendor and id', () => {
  test.each([
    [
      'https://analytics.tiktok.com/i18n/pixel/events.js?sdkid=C0CASE000000000000AA&lib=ttq',
      'tiktok',
      'C0CASE000000000000AA',
    ],
    ['//s.pinimg.com/ct/core.js', 'pinterest', undefined],
    ['https://ct.pinterest.com/v3/?event=init&tid=2600000000001&noscript=1', 'pinterest', '2600000000001'],
    ['https://sc-static.net/scevent.min.js', 'snap', undefined],
    [`https://tr.snapchat.com/cm/i?pid=${UUID}`, 'snap', UUID],
    ['//bat.bing.com/bat.js', 'uet', undefined],
    ['//bat.bing.com/action/0?ti=97000001&Ver=2', 'uet', '97000001'],
    ['https://bat.bing.com/p/action/97000001.js', 'uet', '97000001'],
    ['https://www.clarity.ms/tag/abcdefghij', 'clarity', 'abcdefghij'],
    ['https://scripts.clarity.ms/0.7.59/clarity.js', 'clarity', undefined],
    ['//static.ads-twitter.com/uwt.js', 'x', undefined],
    ['https://t.co/i/adsct?txn_id=abcde&p_id=Twitter', 'x', 'abcde'],
    ['https://snap.licdn.com/li.lms-analytics/insight.min.js', 'linkedin', undefined],
    ['https://px.ads.linkedin.com/collect/?pid=1234567&fmt=gif', 'linkedin', '1234567'],
    ['https://static.klaviyo.com/onsite/js/AbC123/klaviyo.js', 'klaviyo', 'AbC123'],
    ['https://static.klaviyo.com/onsite/js/klaviyo.js?company_id=AbC123', 'klaviyo', 'AbC123'],
    ['https://static.hotjar.com/c/hotjar-1234567.js?sv=6', 'hotjar', '1234567'],
    ['https://t.contentsquare.net/uxa/0123456789abc.js', 'hotjar', '0123456789abc'],
    ['//static.criteo.net/js/ld/ld.js', 'criteo', undefined],
    ['//dynamic.criteo.com/js/ld/ld.js?a=12345', 'criteo', '12345'],
    ['https://www.redditstatic.com/ads/pixel.js', 'reddit', undefined],
    ['https://alb.reddit.com/rp.gif?id=t2_abcdefg', 'reddit', 't2_abcdefg'],
    ['//amplify.outbrain.com/cp/obtp.js', 'outbrain', undefined],
    ['//cdn.taboola.com/libtrc/unip/1234567/tfa.js', 'taboola', '1234567'],
    ['https://s.axon.ai/pixel.js', 'axon', undefined],
    [`//j.northbeam.io/ota-sp/${UUID}.js`, 'northbeam', UUID],
    ['https://api.config-security.com/event', 'triple_whale', undefined],
    ['https://cdn.attn.tv/lampshop/dtag.js', 'attentive', 'lampshop'],
    ['//cdn-4.convertexperiments.com/js/10041234-10045678.js', 'convert', '10041234-10045678'],
    ['https://dev.visualwebsiteoptimizer.com/j.php?a=123456&u=x', 'vwo', '123456'],
    ['https://1234567.fls.doubleclick.net/activityi;src=1234567', 'floodlight', undefined],
  ])('%s', (address, vendor, id) => expect(vendorIn(address)).toEqual(id === undefined ? { vendor } : { vendor, id }));
});

describe('an address of the same company that is no tag names nobody', () => {
  test.each([
    'https://www.tiktok.com/embed.js',
    'https://assets.pinterest.com/js/pinit.js',
    'https://platform.twitter.com/widgets.js',
    'https://platform.linkedin.com/in.js',
    'https://widgets.outbrain.com/outbrain.js',
    'https://embed.reddit.com/widgets.js',
    'https://cdn.taboola.com/libtrc/lampshop/loader.js',
    'https://securepubads.g.doubleclick.net/tag/js/gpt.js',
    'https://www.snapchat.com/add/lampshop',
    'https://www.klaviyo.com/',
    'https://analytics.tiktok.com.evil.example/i18n/pixel/events.js',
    'https://evil.example/analytics.tiktok.com/i18n/pixel/events.js',
    'https://notbat.bing.com.example/bat.js',
    '/i18n/pixel/events.js',
    'https://static.hotjar.com/c/hotjar-x.js',
    'javascript:alert(1)',
    '',
  ])('%s', (address) => expect(vendorIn(address)).toBeUndefined());
});

describe('a field of a container tag', () => {
  const TIKTOK = ['https://analytics.tiktok.com/*'];
  test.each([
    ['vtp_pixelCode', 'C0CASE000000000000AA', TIKTOK, undefined, 'tiktok'],
    ['vtp_pixelCode', 'C0CASE000000000000AA', [], undefined, 'tiktok'],
    // The host of another vendor disagrees.
    ['vtp_pixelCode', 'C0CASE000000000000AA', ['https://connect.facebook.net/en_US/fbevents.js'], undefined, undefined],
    // Only the shape of the id agrees.
    ['vtp_pixel_id', UUID, [], undefined, undefined],
    ['vtp_pixel_id', UUID, ['https://sc-static.net/*'], undefined, 'snap'],
    ['vtp_anything_id', UUID, ['*.sc-static.net'], undefined, 'snap'],
    ['vtp_eventName', UUID, ['https://sc-static.net/*'], undefined, undefined],
    ['vtp_tagId', '2600000000001', [], '__pntr', 'pinterest'],
    ['vtp_tagId', '97000001', [], '__baut', 'uet'],
    ['vtp_tagId', '2600000000001', [], '__baut', undefined],
    ['vtp_tagId', '2600000000001', [], undefined, undefined],
    ['vtp_pixelId', '700000000000101', [], undefined, undefined],
    ['vtp_pixelId', '700000000000101', ['https://connect.facebook.net/*'], undefined, undefined],
    ['vtp_id', '1234567', [], '__bzi', 'linkedin'],
    ['vtp_projectId', 'abcdefghij', ['https://www.clarity.ms/*'], undefined, 'clarity'],
    ['vtp_advertiserId', '1234567', [], '__flc', 'floodlight'],
    ['vtp_optimizeContainerId', 'OPT-ABC1234', [], '__opt', 'optimize'],
    ['vtp_marketerId', HEX34, ['https://amplify.outbrain.com/cp/obtp.js'], undefined, 'outbrain'],
  ] as const)('%s = %s, hosts %j, function %s: %s', (field, id, hosts, kind, vendor) => {
    expect(vendorOfField(field, id, hosts, kind)?.vendor).toBe(vendor!);
  });

  test('a function alone names the vendor of a tag without an id', () => {
    expect(['__crto', '__baut', '__googtag', '__cvt_1_2', '__html'].map(vendorOfFunction)).toEqual([
      'criteo',
      'uet',
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('code of a vendor', () => {
  const seen = (page: string): string[] => {
    const extractor = new PageExtractor();
    extractor.push(page);
    return [
      ...new Set(
        extractor
          .end()
          .flatMap((fact) =>
            fact.kind === 'vendor' ? [`${fact.vendor} ${fact.id ?? '-'} ${fact.invalid ? 'invalid' : fact.form}`] : [],
          ),
      ),
    ];
  };
  const inCode = (code: string): string[] => seen(`<script>${code}</script>`);

  test.each<[string, string[]]>([
    [`ttq.load('C0CASE000000000000AA');ttq.page();`, ['tiktok C0CASE000000000000AA inline', 'tiktok - inline']],
    [`ttq.load(pixel)`, ['tiktok - inline']],
    [`pintrk('load','2600000000001',{em:'x'});`, ['pinterest 2600000000001 inline']],
    [`snaptr('init','${UUID}')`, [`snap ${UUID} inline`]],
    [`var o={ti:"97000001"};o.q=w[u],w[u]=new UET(o)`, ['uet 97000001 inline']],
    [`new UET({ti:97000001})`, ['uet 97000001 inline']],
    [
      `(function(c,l,a,r,i,t,y){})(window, document, "clarity", "script", "abcdefghij");`,
      ['clarity abcdefghij inline'],
    ],
    [`twq('config','abc12')`, ['x abc12 inline']],
    [`_linkedin_partner_id = "1234567";`, ['linkedin 1234567 inline']],
    [`_learnq.push(['account','AbC123'])`, ['klaviyo AbC123 inline']],
    [`h._hjSettings={hjid:1234567,hjsv:6}`, ['hotjar 1234567 inline']],
    [`window.criteo_q.push({event:"setAccount",account:12345},{event:"viewHome"})`, ['criteo 12345 inline']],
    [`rdt('init','t2_abcdefg')`, ['reddit t2_abcdefg inline']],
    [`var OB_ADV_ID='${HEX34}'`, [`outbrain ${HEX34} inline`]],
    [`window._tfa.push({notify:'event',name:'page_view',id:1234567})`, ['taboola 1234567 inline']],
    [`var AXON_EVENT_KEY="${UUID}"`, [`axon ${UUID} inline`]],
    [`TriplePixelData={TripleName:"lampshop.myshopify.com"}`, ['triple_whale lampshop.myshopify.com inline']],
    [`__attentive_domain='lampshop.attn.tv'`, ['attentive lampshop inline']],
    [`window._vwo_code=window._vwo_code||(function(){var account_id=123456,version=2}())`, ['vwo 123456 inline']],
    [`s.src="https://bat.bing.com/bat.js"`, ['uet - inline']],
    // Look-alikes.
    [`ttq.identify({email:e})`, []],
    [`ttq.load('YOUR_PIXEL_CODE')`, ['tiktok YOUR_PIXEL_CODE invalid']],
    [`new UET({ti:''})`, ['uet  invalid']],
    [`twq('config','${UUID.replace(/^0+/, 'a1b2c3d4')}')`, []],
    [`// pintrk('load','2600000000001')\nvar s="pintrk('load','2600000000001')"`, []],
    [`if(s.src.includes("https://bat.bing.com/bat.js"))s.remove()`, []],
    [
      `var blocked=["https://bat.bing.com/bat.js","https://s.pinimg.com/ct/core.js","https://snap.licdn.com/li.lms-analytics/x"]`,
      [],
    ],
    [`var clarity="crystal clear";say("clarity","of words")`, []],
    [`class UET{};UET({ti:1})`, []],
    [`function pintrk(load,id){}`, []],
    [`axon("bundle",3)`, []],
    [`rdt={init:1}`, []],
    [`var id="${UUID}",n="2600000000001",k="AbC123"`, []],
  ])('%s', (code, vendors) => expect(inCode(code)).toEqual(vendors));

  test('in elements says how it is there', () => {
    expect(seen('<script async src="https://static.klaviyo.com/onsite/js/AbC123/klaviyo.js"></script>')).toEqual([
      'klaviyo AbC123 inline',
    ]);
    expect(seen('<script type="text/plain" data-category="ads" src="//bat.bing.com/bat.js"></script>')).toEqual([
      'uet - gated',
    ]);
    expect(seen('<noscript><img src="https://ct.pinterest.com/v3/?tid=2600000000001&noscript=1"></noscript>')).toEqual([
      'pinterest 2600000000001 noscript',
    ]);
    expect(
      seen('<a href="https://ct.pinterest.com/v3/?tid=2600000000001">x</a><!-- https://bat.bing.com/bat.js -->'),
    ).toEqual([]);
  });

  test('in the ScriptTags of the shop is named too', () => {
    const code = `function asyncLoad() {var urls = ["https:\\/\\/static.klaviyo.com\\/onsite\\/js\\/klaviyo.js?company_id=AbC123\\u0026shop=t","https:\\/\\/a.example\\/b.js"];}`;
    expect(inCode(code)).toEqual(['klaviyo AbC123 inline']);
  });
});

describe('the inventory', () => {
  const report = (...parts: string[]) => {
    const matcher = createMatcher();
    matcher.push(parts.join(''));
    return matcher.finish({ url: 'https://t.example/' }).report.findings;
  };
  const app = (id: number, client: number, configuration: object) => ({
    id: String(id),
    type: 'APP',
    apiClientId: client,
    configuration: JSON.stringify(configuration),
  });
  const list = (...entries: object[]) => `<script>x={webPixelsConfigList:${JSON.stringify(entries)}}</script>`;

  test('names a vendor once, with every id and place, and says what to check if an app pixel has the same id', () => {
    const ttq = `<script>ttq.load('C0CASE000000000000AA');ttq.page()</script><script>ttq.load('C0CASE000000000000BB')</script>`;
    const found = report(ttq, list(app(1, 4383523, { pixelCode: 'C0CASE000000000000AA' }))).filter(
      ({ rule_id }) => rule_id === 'other_vendor',
    );
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      severity: 'info',
      ids: ['C0CASE000000000000AA', 'C0CASE000000000000BB'],
      remedy: expect.stringContaining('Check'),
      places: [{ kind: 'page' }, { kind: 'page' }, { kind: 'page' }, { kind: 'app_pixel', pixel_name: 'TikTok' }],
    });
    const other = report(ttq, list(app(1, 4383523, { pixelCode: 'C0CASE000000000000CC' }))).find(
      ({ rule_id }) => rule_id === 'other_vendor',
    );
    expect(other?.remedy).toBe('Nothing to do.');
  });

  test('is not cut at five, and names an app only if that is certain', () => {
    const entries = Array.from({ length: 30 }, (_, i) => app(i + 1, 900_000 + i, {}));
    const names = report(list(...entries, app(99, 683015, {}))).filter(
      ({ rule_id }) => rule_id === 'web_pixel_inventory',
    );
    expect(names).toHaveLength(31);
    for (const name of ['of the client 900000', 'of the client 900029', 'Judge.me'])
      expect(names.filter(({ message }) => message.includes(`app pixel ${name}`))).toHaveLength(1);
  });
});

test('an address in a script is found with escaped slashes too', () => {
  const extractor = new PageExtractor();
  extractor.push(String.raw`<script>s.src="https:\/\/static.klaviyo.com\/onsite\/js\/AbC123\/klaviyo.js"</script>`);
  expect(extractor.end()).toContainEqual(expect.objectContaining({ kind: 'vendor', vendor: 'klaviyo', id: 'AbC123' }));
});
