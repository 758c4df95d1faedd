/**
 * Code as real stores write it. Every installed tag must be found, however it is written, and nothing else.
 * It has over 400 lines, because all forms of code are rows of one table.
 */

import { describe, expect, test } from 'bun:test';
import { createMatcher, type MatchedPage } from './matcher.ts';
import { scoreOf } from './rules/score.ts';

const META = '123456789012345';
const FBEVENTS = 'https://connect.facebook.net/en_US/fbevents.js';
const GTAG = 'https://www.googletagmanager.com/gtag/js?id=';
const GTM = 'https://www.googletagmanager.com/gtm.js?id=';
const HITS = 'https://www.google-analytics.com';

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
  [
    'a container whose id is in the settings of the theme',
    js(`s.src='${GTM}'+window.theme.gtm`),
    ['gtm inline loader ?'],
  ],
  ['the same in a template', js(`s.src=\`${GTM}\${window.theme.gtm}\``), ['gtm inline loader ?']],
  [
    'the same in written markup',
    js(`document.write('<script src="${GTM}'+window.theme.gtm+'"></scr'+'ipt>')`),
    ['gtm inline loader ?'],
  ],
  ['a container whose id is added to its prefix', js(`s.src='${GTM}GTM-'+window.theme.gtm`), ['gtm inline loader ?']],
  ['the same in a template', js(`s.src=\`${GTM}GTM-\${window.theme.gtm}\``), ['gtm inline loader ?']],
  [
    'a known id that is added to its prefix',
    js(`var id='ABC1234';s.src='${GTM}GTM-'+id`),
    ['gtm inline loader GTM-ABC1234'],
  ],
  [
    'the snippet with an id that is set elsewhere',
    js(
      `(function(w,d,s,l,i){var j=d.createElement(s);j.src='${GTM}'+i;d.head.append(j)})(window,document,'script','dataLayer',window.theme.gtm)`,
    ),
    ['gtm inline loader ?'],
  ],
  [
    'the snippet with its id, which is one container',
    js(
      `(function(w,d,s,l,i){var j=d.createElement(s);j.src='${GTM}'+i;d.head.append(j)})(window,document,'script','dataLayer','GTM-ABC1234')`,
    ),
    ['gtm inline snippet GTM-ABC1234'],
  ],
  ['the address of a container to search for', js(`if(u.startsWith('${GTM}'))stop()`), []],
  [
    'a Google tag whose id is added to its prefix',
    js(`s.src='${GTAG}G-'+window.theme.ga`),
    ['google_tag inline loader ?'],
  ],
  ['a Google tag in a template', js(`s.src=\`${GTAG}\${window.theme.ga}\``), ['google_tag inline loader ?']],
  [
    'a known id in a template',
    js(`const id='G-ABCDE12345';s.src=\`${GTAG}\${id}\``),
    ['ga4 inline loader G-ABCDE12345'],
  ],
  [
    'a script tag written in two pieces',
    js(`document.write('<scr'+'ipt src="${FBEVENTS}"></scr'+'ipt>')`),
    ['meta inline loader ?'],
  ],
  [
    'two script tags written in pieces, each once',
    js(`document.write('<scr'+'ipt src="${FBEVENTS}"></scr'+'ipt><scr'+'ipt src="${GTAG}G-ABCDE12345"></scr'+'ipt>')`),
    ['meta inline loader ?', 'ga4 inline loader G-ABCDE12345'],
  ],
  [
    'an address between two pieces of a tag',
    js(`document.write('<script src="'+'${FBEVENTS}'+'"></scr'+'ipt>')`),
    ['meta inline loader ?'],
  ],
  [
    'a script tag in pieces, with an id that is set elsewhere',
    js(`el.innerHTML='<scr'+'ipt src="${GTAG}'+theme.ga+'"></scr'+'ipt>'`),
    ['google_tag inline loader ?'],
  ],
  ['pieces that are only compared', js(`if(html.includes('<scr'+'ipt src="${FBEVENTS}">'))stop()`), []],
  [
    'an escaped script tag',
    js(`document.write(unescape("%3Cscript src='https://www.google-analytics.com/ga.js'%3E%3C/script%3E"))`),
    ['ua inline loader ?'],
  ],
  [
    'an escaped address',
    js(`document.write(decodeURIComponent("%3Cscript%20src%3D%22${GTAG}G-ABCDE12345%22%3E"))`),
    ['ga4 inline loader G-ABCDE12345'],
  ],
  [
    'a shadow root',
    `<div><template shadowrootmode="open">${js(`fbq('init','${META}')`)}</template></div>`,
    [`meta inline init ${META}`],
  ],
  [
    'a template in a shadow root',
    `<template shadowrootmode="open"><template>${js(`fbq('init','${META}')`)}</template></template>`,
    [],
  ],
  [
    'a shadow root in a template',
    `<template><template shadowrootmode="open">${js(`fbq('init','${META}')`)}</template></template>`,
    [],
  ],
  [
    'a template after a shadow root',
    `<template shadowrootmode="closed"></template><template>${js(`fbq('init','${META}')`)}</template>`,
    [],
  ],
  ['an image of Universal Analytics', `<img src="${HITS}/collect?v=1&tid=UA-12345-1">`, ['ua inline image UA-12345-1']],
  [
    'the same in noscript',
    `<noscript><img src="${HITS}/collect?v=1&amp;tid=UA-12345-1"></noscript>`,
    ['ua noscript image UA-12345-1'],
  ],
  [
    'an image of GA4',
    `<img src="//region1.google-analytics.com/g/collect?tid=G-ABCDE12345">`,
    ['ga4 inline image G-ABCDE12345'],
  ],
  [
    'an image of Google Ads',
    '<img src="https://www.googleadservices.com/pagead/conversion/123456789/?label=abc">',
    ['google_ads inline image AW-123456789'],
  ],
  [
    'a remarketing image in noscript',
    '<noscript><img src="//googleads.g.doubleclick.net/pagead/viewthroughconversion/123456789/?guid=ON"></noscript>',
    ['google_ads noscript image AW-123456789'],
  ],
  [
    'an image that a running tag added to a saved page',
    `<img src="${HITS}/collect?v=1&_v=j101&tid=UA-12345-1">`,
    ['ua injected image UA-12345-1'],
  ],
  ['a picture of a collection', '<img src="https://a.example/collect?tid=UA-12345-1">', []],
  ['an image in code', js(`new Image().src="${HITS}/collect?v=1&tid=UA-12345-1"`), ['ua inline image UA-12345-1']],
  [
    'an image whose id is added',
    js(`new Image().src="${HITS}/collect?tid="+'UA-12345-1'+'&t=pageview'`),
    ['ua inline image UA-12345-1'],
  ],
  ['a beacon', js(`navigator.sendBeacon("${HITS}/g/collect?v=2&tid=G-ABCDE12345")`), ['ga4 inline image G-ABCDE12345']],
  [
    'a beacon with its id in the body',
    js(`navigator.sendBeacon("${HITS}/g/collect",body)`),
    ['google_tag inline image ?'],
  ],
  ['a request', js(`x.open('POST','${HITS}/r/collect?tid=UA-12345-1')`), ['ua inline image UA-12345-1']],
  [
    'the Measurement Protocol',
    js(`fetch("${HITS}/mp/collect?measurement_id=G-ABCDE12345",{})`),
    ['ga4 inline image G-ABCDE12345'],
  ],
  [
    'a conversion in code',
    js(`i.src="https://www.googleadservices.com/pagead/conversion/123456789/?label=a"`),
    ['google_ads inline image AW-123456789'],
  ],
  [
    'a written image',
    js(`document.write('<img src="${HITS}/collect?tid=UA-12345-1">')`),
    ['ua inline image UA-12345-1'],
  ],
  ['the address of hits in a library', js(`function f(){return "${HITS}/g/collect"}`), []],
  ['an address of hits to search for', js(`if(u.indexOf("${HITS}/collect?tid=UA-12345-1"))stop()`), []],
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
    ['a container whose id is set elsewhere', js(`s.src='${GTM}'+window.theme.gtm`), 'gtm_container_in_theme'],
    ['a container with half an id', js(`s.src='${GTM}GTM-'+window.theme.gtm`), 'gtm_container_in_theme'],
    ['a GT- tag', js(`gtag('config','GT-ABC1234')`), 'ga4_tag_in_theme'],
    ['a hit of Universal Analytics', `<img src="${HITS}/collect?tid=UA-12345-1">`, 'universal_analytics_tag'],
    ['a hit without an id', js(`navigator.sendBeacon("${HITS}/collect",body)`), 'universal_analytics_tag'],
    ['a hit of GA4', `<img src="${HITS}/g/collect?tid=G-ABCDE12345">`, 'ga4_tag_in_theme'],
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
    expect(findings.map(({ rule_id }) => rule_id)).not.toContain('google_tag_invalid_id');
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

test.each<[string, string, string]>([
  ['universal_analytics_tag', `${HITS}/collect?tid=UA-12345-1`, 'UA-12345-1'],
  ['ga4_tag_in_theme', `${HITS}/g/collect?tid=G-ABCDE12345`, 'G-ABCDE12345'],
  ['google_ads_tag_in_theme', 'https://www.googleadservices.com/pagead/conversion/123456789/', 'AW-123456789'],
])('%s notes an image that only visitors without JavaScript load', (rule, address, id) => {
  const image = `<noscript><img src="${address}"></noscript>`;
  const { findings } = scan(image).report;
  expect(findings).toContainEqual(
    expect.objectContaining({ rule_id: rule, severity: 'info', message: expect.stringContaining(id) }),
  );
  const conversion = '<script src="https://www.googleadservices.com/pagead/conversion.js"></script>';
  if (rule === 'google_ads_tag_in_theme') expect(rulesOf(conversion + image)).not.toContain(rule);
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

test('a finding on ScriptTags names the first hosts and has all of them as ids', () => {
  const urls = ['a', 'b', 'c', 'd'].map((name) => `https://${name}.example/p.js?shop=1`);
  const page = js(
    `Shopify.shop="a";(function(){function asyncLoad(){var urls=${JSON.stringify([...urls, '/own.js'])}}})()`,
  );
  const found = scan(page).report.findings.find(({ rule_id }) => rule_id === 'script_tags_present');
  expect(found?.message).toContain('2027: 5 (a.example, b.example, c.example and 1 more)');
  expect(found?.ids).toEqual(['a.example', 'b.example', 'c.example', 'd.example']);
});

describe('a consent gate', () => {
  const TAG = js(`fbq('init','${META}');fbq('track','PageView')`);
  const isWarned = (gate: string) => rulesOf(TAG + gate).includes('legacy_pixel_without_consent_gate');

  test.each([
    ['a tag that waits', js(`gtag('config','G-ABCDE12345')`, ' type="text/plain"')],
    ['a vendor that waits', js(`ttq.load('C4A1B2C3D4E5F6G7H8I9')`, ' type="text/plain"')],
    ['a purpose', js('chat()', ' type="text/plain" data-category="marketing"')],
    ['Cookiebot', js('chat()', ' type="text/plain" data-cookieconsent="marketing"')],
    ['a blocked type', js('chat()', ' type="javascript/blocked"')],
    ['a file that waits', '<script type="text/plain" src="https://chat.example/a.js"></script>'],
  ])('is shown by %s', (_, gate) => expect(isWarned(gate)).toBe(false));

  test.each([
    ['no gate', ''],
    ['a template', js('Hello {{name}}', ' type="text/plain" id="email"')],
    ['a template of blocks', js('Hello', ' type="text/x-handlebars-block"')],
  ])('is not shown by %s', (_, gate) => expect(isWarned(gate)).toBe(true));
});
