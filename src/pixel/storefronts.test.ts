/** Code as real stores write it. Every installed tag must be found, however it is written, and nothing else. */

import { describe, expect, test } from 'bun:test';
import { createMatcher, type MatchedPage } from './matcher.ts';
import { scoreOf } from './rules/score.ts';

const META = '123456789012345';
const FBEVENTS = 'https://connect.facebook.net/en_US/fbevents.js';
const GTAG = 'https://www.googletagmanager.com/gtag/js?id=';

function scan(page: string): MatchedPage {
  const matcher = createMatcher();
  matcher.push(page);
  return matcher.finish({ url: 'https://t.example/' });
}

function tagsOf(page: string): string[] {
  return scan(page).facts.flatMap((fact) =>
    fact.kind === 'tag' ? `${fact.vendor} ${fact.form} ${fact.via} ${fact.id ?? '?'}` : [],
  );
}

function rulesOf(page: string): string[] {
  return scan(page).report.findings.map(({ rule_id }) => rule_id);
}

const js = (code: string, attributes = ''): string => `<script${attributes}>${code}</script>`;

/** A description of the page, its source, and its tags: vendor, form, `via`, id (`?` if the text does not show it). */
const PAGES: [string, string, string[]][] = [
  [
    'the minified base code, with ids in a settings object',
    js(
      `var C={fb:{id:"${META}"},ga:{id:"G-ABCDE12345"}};!function(f,b,e,v,n,t,s){f.fbq||(n=f.fbq=function(){n.callMethod?n.callMethod.apply(n,arguments):n.queue.push(arguments)},(t=b.createElement(e)).async=!0,t.src=v,(s=b.getElementsByTagName(e)[0]).parentNode.insertBefore(t,s))}(window,document,"script","${FBEVENTS}"),fbq("init",C.fb.id),fbq("track","PageView"),gtag("config",C.ga.id)`,
    ),
    [`meta inline loader ?`, `meta inline init ${META}`, 'ga4 inline config G-ABCDE12345'],
  ],
  [
    'calls through brackets, as obfuscators write them',
    js(`window["fbq"]("init","${META}");window['gtag']("config","G-ABCDE12345");`),
    [`meta inline init ${META}`, 'ga4 inline config G-ABCDE12345'],
  ],
  ['a call through apply', js(`fbq.apply(null,['init','${META}'])`), [`meta inline init ${META}`]],
  ['a call through call', js(`fbq.call(window,'init','${META}')`), [`meta inline init ${META}`]],
  ['a call of a bundled import', js(`(0,window.fbq)("init","${META}")`), [`meta inline init ${META}`]],
  ['an argument of another call, which is not a call', js(`wrap(fbq)("init","${META}")`), []],
  ['Partytown', js(`fbq('init','${META}')`, ' type="text/partytown"'), [`meta inline init ${META}`]],
  [
    'Rocket Loader',
    `${js(`fbq('init','${META}')`, ' type="8c2b3f0d4e5a6b7c8d9e0f1a-text/javascript"')}<script src="${GTAG}G-ABCDE12345" type="8c2b3f0d4e5a6b7c8d9e0f1a-text/javascript"></script>`,
    [`meta inline init ${META}`, 'ga4 inline loader G-ABCDE12345'],
  ],
  ['a type that only looks like one of Rocket Loader', js(`fbq('init','${META}')`, ' type="x-text/javascript"'), []],
  [
    'an id in one script and its use in the next',
    `${js(`window.theme={ga:"G-ABCDE12345"}`)}${js(`gtag('config', window.theme.ga)`)}`,
    ['google_tag inline config ?'],
  ],
  [
    'an id set on an object of the same script',
    js(`window.theme=window.theme||{};theme.pixel='${META}';fbq('init',theme.pixel)`),
    [`meta inline init ${META}`],
  ],
  [
    'a member of another object with the same name',
    js(`pinterest.pixel='${META}';fbq('init',theme.pixel)`),
    ['meta inline init ?'],
  ],
  [
    'an id inside the method of an object',
    js(`var app={init:function(){var id='${META}';fbq('init',id)},name:'x'};app.init()`),
    [`meta inline init ${META}`],
  ],
  [
    'a counted loop over ids',
    js(`var ids=['${META}','987654321098765'];for(var i=0;i<ids.length;i++){fbq('init',ids[i])}`),
    [`meta inline init ${META}`, 'meta inline init 987654321098765'],
  ],
  [
    'the first element of a list',
    js(`var ids=['${META}','987654321098765'];fbq('init',ids[0])`),
    [`meta inline init ${META}`],
  ],
  [
    'a loop over a literal list',
    js(`for(const p of ['${META}','987654321098765'])fbq('init',p)`),
    [`meta inline init ${META}`, 'meta inline init 987654321098765'],
  ],
  [
    'forEach on a literal list of objects',
    js(`[{id:'${META}'},{id:'987654321098765'}].forEach(function(p){fbq('init',p.id)})`),
    [`meta inline init ${META}`, 'meta inline init 987654321098765'],
  ],
  [
    'a subscript before forEach, which is not a list',
    js(`lists[0].forEach(function(p){fbq('init',p)})`),
    ['meta inline init ?'],
  ],
  [
    'one id for the live store, another for the test store',
    js(`fbq('init', location.host==='t.example' ? '${META}' : '987654321098765')`),
    [`meta inline init ${META}`, 'meta inline init 987654321098765'],
  ],
  ['an id converted to a string', js(`fbq("init",String("${META}"))`), [`meta inline init ${META}`]],
  [
    'an image created by code',
    js(`new Image().src='https://www.facebook.com/tr?id=${META}&ev=PageView'`),
    [`meta inline image ${META}`],
  ],
  [
    'an image whose id is added by code',
    js(`var id='${META}';new Image().src='https://www.facebook.com/tr?id='+id+'&ev=PageView'`),
    [`meta inline image ${META}`],
  ],
  [
    'an image written into the page',
    js(
      `document.body.insertAdjacentHTML('beforeend','<img src="https://www.facebook.com/tr?id=${META}&amp;ev=PageView">')`,
    ),
    [`meta inline image ${META}`],
  ],
  [
    'a noscript image written into the page',
    js(`document.write('<noscript><img src="https://www.facebook.com/tr?id=${META}"></noscript>')`),
    [`meta noscript image ${META}`],
  ],
  [
    'an image in the body, for every visitor',
    `<body><img height=1 width=1 src="https://www.facebook.com/tr?id=${META}&ev=PageView">`,
    [`meta inline image ${META}`],
  ],
  [
    'GTM’s frame for every visitor',
    '<iframe src="https://www.googletagmanager.com/ns.html?id=GTM-ABC1234"></iframe>',
    ['gtm inline image GTM-ABC1234'],
  ],
  [
    'a module that imports the tag',
    js(`import "${GTAG}G-ABCDE12345";`, ' type="module"'),
    ['ga4 inline loader G-ABCDE12345'],
  ],
  [
    'a Google tag with a GT- id',
    `<script async src="${GTAG}GT-ABC1234"></script>${js(`gtag('config','GT-ABC1234')`)}`,
    ['google_tag inline loader GT-ABC1234', 'google_tag inline config GT-ABC1234'],
  ],
  [
    'an address in a constant that a loader uses',
    js(`const FB="${FBEVENTS}";var s=document.createElement('script');s.src=FB`),
    ['meta inline loader ?'],
  ],
  [
    'an address in a constant that is passed to a function',
    js(`const FB="${FBEVENTS}";loadScript(FB)`),
    ['meta inline loader ?'],
  ],
  ['an address in a constant that nothing uses', js(`const FB="${FBEVENTS}";`), []],
  [
    'an address in a constant that is searched for',
    js(`const FB="${FBEVENTS}";if(node.src.includes(FB))node.remove()`),
    [],
  ],
  ['an address to block', js(`cmp({blockUrls:"${FBEVENTS}"})`), []],
  ['two addresses to block', js(`var blocked=["${FBEVENTS}","${GTAG}G-ABCDE12345"]`), []],
  ['two addresses to search for', js(`var list=["${FBEVENTS}","x"];return list.some(u=>src.includes(u))`), []],
  ['a short list to load', js(`var list=["${FBEVENTS}"];list.forEach(load)`), ['meta inline loader ?']],
];

describe('a storefront with', () => {
  test.each(PAGES)('%s', (_, page, tags) => {
    expect(tagsOf(page)).toEqual(tags);
    expect(rulesOf(page + js('Shopify.shop="a"')).includes('no_trackers_found')).toBe(tags.length === 0);
  });
});

describe('a page with tracking code is not reported as clean', () => {
  test.each([
    ['an id set elsewhere', js(`gtag('config', window.theme.ga)`), 'ga4_tag_in_theme'],
    ['a GT- tag', js(`gtag('config','GT-ABC1234')`), 'ga4_tag_in_theme'],
    ['an image for everyone', `<img src="https://www.facebook.com/tr?id=${META}">`, 'legacy_meta_pixel_loader'],
    [
      'a frame for everyone',
      '<iframe src="https://www.googletagmanager.com/ns.html?id=GTM-ABC1234">',
      'gtm_container_in_theme',
    ],
    [
      'a purchase pushed through an expression',
      js(`(window.dataLayer=window.dataLayer||[]).push({event:"purchase"})`),
      'ga4_purchase_event_in_theme',
    ],
    [
      'a purchase pushed through brackets',
      js(`window["dataLayer"].push({event:"purchase"})`),
      'ga4_purchase_event_in_theme',
    ],
    ['a custom event named Purchase', js(`fbq('trackCustom','Purchase')`), 'meta_purchase_event_in_theme'],
    [
      'a custom event to one pixel',
      js(`fbq('trackSingleCustom','${META}','Purchase')`),
      'meta_purchase_event_in_theme',
    ],
    ['a hard-coded name', js(`fbq('init','${META}',{fn:'jane',ln:'doe'})`), 'meta_advanced_matching_in_theme'],
  ])('%s', (_, page, rule) => {
    const { findings } = scan(page).report;
    expect(findings.map(({ rule_id }) => rule_id)).toContain(rule);
    expect(findings.map(({ rule_id }) => rule_id)).not.toContain('no_trackers_found');
    if (rule !== 'meta_advanced_matching_in_theme') expect(scoreOf(findings)).toBeLessThan(100);
  });

  test('a custom event with the name of a standard event is not one', () => {
    const page = js(`fbq('trackCustom','AddToCart',{currency:'USD',value:1})`);
    expect(rulesOf(page)).not.toContain('meta_hardcoded_currency');
  });
});

describe('a double install', () => {
  const list = (configuration: object, apiClientId: number): string =>
    js(
      `wpmLoader({webPixelsConfigList: ${JSON.stringify([{ id: '1', configuration: JSON.stringify(configuration), type: 'APP', apiClientId }])}})`,
    );

  test('is found for an image for everyone together with the app pixel', () => {
    const image = `<img src="https://www.facebook.com/tr?id=${META}">`;
    const app = list({ pixel_id: META, pixel_type: 'facebook_pixel' }, 2329312);
    expect(rulesOf(image + app)).toContain('meta_pixel_double_install');
    expect(rulesOf(`<noscript>${image}</noscript>${app}`)).not.toContain('meta_pixel_double_install');
  });

  test('is found for a GT- id in the theme and in the Google & YouTube pixel', () => {
    const app = list({ config: JSON.stringify({ google_tag_ids: ['GT-ABC1234'] }) }, 1780363);
    expect(rulesOf(js(`gtag('config','GT-ABC1234')`) + app)).toContain('ga4_double_install');
    expect(rulesOf(js(`gtag('config','GT-ZYX9876')`) + app)).not.toContain('ga4_double_install');
  });

  test('is reported at its second place in the page', () => {
    const later = js(`fbq('init','${META}')`);
    const page = `<iframe srcdoc="${js(`fbq('init','${META}')`).replaceAll('"', '&quot;')}"></iframe>\n${later}`;
    const twice = scan(page).report.findings.find(({ rule_id }) => rule_id === 'meta_pixel_initialized_twice');
    expect(twice?.places[0]?.line).toBe(2);
    const trekkie = js(`trekkie.load({"Facebook Pixel":{"pixelIds":["${META}"]}})`);
    const native = scan(`${trekkie}\n${later}`).report.findings.find(
      ({ rule_id }) => rule_id === 'meta_pixel_initialized_twice',
    );
    expect(native?.places[0]?.line).toBe(2);
  });
});

test('a finding on an image names its id, or says that it is an image if the id cannot be read', () => {
  const messages = (code: string) =>
    scan(js(code)).report.findings.flatMap(({ rule_id, message }) =>
      rule_id === 'legacy_meta_pixel_loader' ? message : [],
    );
  expect(messages(`new Image().src='https://www.facebook.com/tr?id=${META}'`).join()).toContain(`Meta pixel ${META}`);
  expect(messages(`new Image().src='https://www.facebook.com/tr?id='+load()`).join()).toContain('Meta’s image');
});

test.each(['Meta pixel (migrated)', 'GA4 & Ads – Café', 'カスタムピクセル', 'Élan “Heat” map, v2!'])(
  'the inventory names the custom pixel %s',
  (name) => {
    const page = js(`x={webPixelsConfigList:${JSON.stringify([{ id: '1', type: 'CUSTOM', name }])}}`);
    expect(
      scan(page)
        .report.findings.map(({ message }) => message)
        .join(),
    ).toContain(`custom pixel ${name}`);
  },
);
