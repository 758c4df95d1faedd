/** Tags that do not look like their vendor's snippet: GTM from a host of the shop, Universal Analytics by another name, trekkie's channels. */
import { describe, expect, test } from 'bun:test';
import { sandboxDocument } from '../../../test/support/sandbox-document.ts';
import { customPixelFacts } from '../custom-pixels/read-custom-pixel.ts';
import { createMatcher } from '../matcher.ts';
import { detailedReport } from '../report/detailed-report.ts';
import type { Fact } from './facts.ts';

/** `vendor id` of each tag, once. */
function tagsIn(facts: readonly Fact[]): string[] {
  return [
    ...new Set(
      facts.flatMap((fact) =>
        fact.kind === 'tag' || fact.kind === 'vendor' ? `${fact.vendor} ${fact.id ?? '?'} ${fact.form}` : [],
      ),
    ),
  ].sort();
}

const pixelFacts = (code: string) => customPixelFacts(sandboxDocument(code), { pixelId: '901' });

function pageFacts(code: string): Fact[] {
  const matcher = createMatcher();
  matcher.push(`<!doctype html><script>${code}</script>`);
  return matcher.finish({ url: 'https://shop.example/' }).facts;
}

const LOAD = "var s=document.createElement('script');";
describe('GTM from a host of the shop', () => {
  test.each([
    [`${LOAD}s.src='https://sgtm.shop.example/abc.js?id=GTM-ABC2345';document.head.appendChild(s);`],
    [`${LOAD}s.src="//sgtm.shop.example/gtm.js?id=GTM-ABC2345&gtm_auth=x";`],
    [`${LOAD}s.src='https://sgtm.shop.example/abc.js?st=1&id=GTM-ABC2345';`],
    [`${LOAD}s.src='https://sgtm.shop.example/abc.js?id=' + 'GTM-ABC2345';`],
    [`var id='GTM-ABC2345';${LOAD}s.src='https://sgtm.shop.example/abc.js?id=' + id;`],
    [`const id='GTM-ABC2345';${LOAD}s.src=\`https://sgtm.shop.example/abc.js?id=\${id}\`;`],
    [`${LOAD}s.src=\`https://sgtm.shop.example/abc.js?id=GTM-ABC2345\`;`],
    [`${LOAD}s.src=\`\${host}/abc.js?id=GTM-ABC2345\`;`],
    [`${LOAD}s.src=\`https://\${host}/abc.js?id=GTM-ABC2345&l=dataLayer\`;`],
    [`var host='https://sgtm.shop.example';${LOAD}s.src=host+'/abc.js?id=GTM-ABC2345';`],
    [`${LOAD}s.setAttribute('src','https://sgtm.shop.example/abc.js?id=GTM-ABC2345');`],
    [
      `(function(w,d,s,l,i){var j=d.createElement(s);j.src='https://sgtm.shop.example/abc.js?id='+i;})(window,document,'script','dataLayer','GTM-ABC2345');`,
    ],
    [
      `(function(w,d,s,l,i){var j=d.createElement(s);j.src="https://sgtm.shop.example/9ab.js?"+i;})(window,document,'script','dataLayer','GTM-ABC2345');`,
    ],
    [`${LOAD}s.src='https://sgtm.shop.example/9ab.js?2j=${Buffer.from('id=GTM-ABC2345&page=2').toString('base64')}';`],
    [
      `(function(w,d,s,l,i){var j=d.createElement(s);j.src='https://sgtm.shop.example/9ab.js?'+i;})(window,document,'script','dataLayer','2j=${Buffer.from('id=GTM-ABC2345').toString('base64')}');`,
    ],
    [`const u=new URL('https://sgtm.shop.example/abc.js');u.searchParams.set('id','GTM-ABC2345');${LOAD}s.src=u;`],
    [`const q=new URLSearchParams({id:'GTM-ABC2345'});${LOAD}s.src='https://sgtm.shop.example/abc.js?'+q;`],
    [`import('https://sgtm.shop.example/abc.js?id=GTM-ABC2345');`],
    [`loadScript('https://sgtm.shop.example/metrics/abc?id=GTM-ABC2345');`],
    [`document.write('<script src="https://sgtm.shop.example/abc.js?id=GTM-ABC2345"><\\/script>');`],
  ])('is found in %s', (code) => {
    expect(tagsIn(pixelFacts(code))).toEqual(['gtm GTM-ABC2345 custom_pixel']);
    expect(tagsIn(pageFacts(code))).toEqual(['gtm GTM-ABC2345 inline']);
    const report = detailedReport(pixelFacts(code));
    expect(report.score).toBeLessThan(100);
    expect(report.findings.map(({ message }) => message).join()).not.toContain('no tag that is known here');
  });

  test.each([
    ['// https://sgtm.shop.example/abc.js?id=GTM-ABC2345'],
    ["console.log('https://sgtm.shop.example/abc.js?id=GTM-ABC2345');"],
    ["var blockList = ['https://sgtm.shop.example/abc.js?id=GTM-ABC2345'];"],
    ["if (s.src.includes('/abc.js?id=GTM-ABC2345')) s.remove();"],
    ["url.searchParams.set('ref', 'GTM-ABC2345');"],
    ["x.src='https://shop.example/a.js?gtm=GTM-ABC2345';"],
    [`x.src='https://shop.example/a.png?q=${Buffer.from('id=GTM-').toString('base64')}';`],
  ])('is not found in %s', (code) => {
    expect(tagsIn(pixelFacts(code)).filter((tag) => tag.includes('GTM-'))).toEqual([]);
  });
});

describe('Universal Analytics by another name', () => {
  const snippet =
    "(function(i,s,o,g,r,a,m){i['GoogleAnalyticsObject']=r;a=s.createElement(o);a.src=g;})(window,document,'script','//www.google-analytics.com/analytics.js','__tracker');";
  test.each([
    [`${snippet}__tracker('create','UA-12345-1','auto');__tracker('send','pageview');`, ['pageview']],
    [`${snippet}__tracker("create","UA-12345-1");__tracker('set','x',1);__tracker('send','event','a','b');`, ['event']],
    [`${snippet}var id='UA-12345-1';window.__tracker('create', id, 'auto');`, []],
    [`${snippet}window['__tracker']('create','UA-12345-1');`, []],
    [`${snippet}__tracker('create',{trackingId:'UA-12345-1'});__tracker('shop.send','pageview');`, ['pageview']],
    [`${snippet}__tracker(\`create\`, 'UA-12345-1');`, []],
  ])('is found in %s', (code, events) => {
    const facts = pageFacts(code);
    expect(tagsIn(facts)).toContain('ua UA-12345-1 inline');
    expect(facts.flatMap((fact) => (fact.kind === 'event' && fact.vendor === 'ua' ? fact.name : []))).toEqual(events);
  });

  test.each([
    ["api('create','user');"],
    ["api.post('create','UX-12345-1');"],
    ["// tracker('create','UA-12345-1')"],
    ["log('create', 'and', 'UA-12345-1');"],
    ["ga('create','UA-12345-1');"],
  ])('is not found twice or wrongly in %s', (code) => {
    const found = pageFacts(code).filter((fact) => fact.kind === 'tag');
    expect(found.length).toBe(code.startsWith('ga(') ? 1 : 0);
  });
});

describe('a request to Meta that is put together', () => {
  test.each([
    [`var ID='700000000000101';var u='https://www.facebook.com/tr/?'+['id='+ID,'ev=Purchase'].join('&');fetch(u);`],
    [`fetch('https://www.facebook.com/tr?' + new URLSearchParams({id:'700000000000101',ev:'Purchase'}));`],
    [`const id='700000000000101';const q={'id':id,ev:'Lead'};new Image().src='https://www.facebook.com/tr/?'+qs(q);`],
  ])('has its id: %s', (code) => {
    expect(tagsIn(pixelFacts(code))).toEqual(['meta 700000000000101 custom_pixel']);
  });

  test.each([
    ["console.log('https://www.facebook.com/tr/?');var a={id:'700000000000101'};"],
    ["fetch('https://www.facebook.com/tr/?'+q);var a={id:'x'};"],
    ["fetch('https://www.facebook.com/share?'+['id=700000000000101'].join());"],
  ])('has none in %s', (code) => {
    expect(tagsIn(pixelFacts(code))).toEqual([]);
  });
});

test.each([
  ['{"Pinterest Pixel":{"pixelId":"2613685659501"}}', ['pinterest 2613685659501 native']],
  ['{"Pinterest Pixel":{"pixelId":2613685659501}}', ['pinterest 2613685659501 native']],
  ['{"TikTok Pixel":{"pixelId":"C9QFE8RC77UE268ERANG"}}', ['tiktok C9QFE8RC77UE268ERANG native']],
  ['{"Pinterest Pixel":{"pixelId":"not an id"},"Pinterest":{"pixelId":"2613685659501"}}', []],
  ['{"toString":{"pixelId":"2613685659501"},"__proto__":{"Pinterest Pixel":{"pixelId":"2613685659501"}}}', []],
])('the settings of trekkie %s name %p', (settings, tags) => {
  expect(tagsIn(pageFacts(`trekkie.load(${settings});`))).toEqual(tags);
});
