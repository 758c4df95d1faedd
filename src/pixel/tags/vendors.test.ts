import { describe, expect, test } from 'bun:test';
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
