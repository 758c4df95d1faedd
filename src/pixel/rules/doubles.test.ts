/**
 * What the rules say about several senders of one event, on made-up pages.
 * It has over 400 lines, because it is one table of installs that double and of those that only look so.
 */
import { describe, expect, test } from 'bun:test';
import { sandboxDocument } from '../../../test/support/sandbox-document.ts';
import type { DetailedFinding } from '../../domain/scan-report.ts';
import { containerFacts } from '../containers/container-facts.ts';
import { customPixelFacts } from '../custom-pixels/read-custom-pixel.ts';
import { createMatcher } from '../matcher.ts';
import { type EventFact, type Fact, type Firing, type Place, sortFacts, type TagFact } from '../tags/facts.ts';
import { evaluateRules } from './evaluate-rules.ts';
import { ruleOf } from './index.ts';

const X = '700000000000101';
const Y = '700000000000102';
const G = 'G-CASE000001';
const AW = 'AW-700000101';
const js = (code: string): string => `<script>${code}</script>`;
const SHOP = js(`Shopify.shop="case.myshopify.com"`);
const BASE = js(`fbq('init','${X}');fbq('track','PageView');`);
const entries = (...list: object[]): string => js(`wpmLoader({webPixelsConfigList:${JSON.stringify(list)}})`);
const metaApp = (id: string, rest: object = {}): object => ({
  id: '101',
  type: 'APP',
  runtimeContext: 'OPEN',
  apiClientId: 2329312,
  configuration: JSON.stringify({ pixel_id: id, pixel_type: 'facebook_pixel' }),
  ...rest,
});
const googleApp = (events: [string, string][], tagIds: string[] = []): object => ({
  id: '102',
  type: 'APP',
  runtimeContext: 'OPEN',
  apiClientId: 1780363,
  configuration: JSON.stringify({
    config: JSON.stringify({
      google_tag_ids: tagIds,
      gtag_events: events.map(([type, label]) => ({ type, action_label: label })),
    }),
  }),
});
const custom = (id: string, name: string): object => ({ id, type: 'CUSTOM', name, runtimeContext: 'LAX' });
const pixel = (id: string, code: string): Fact[] => customPixelFacts(sandboxDocument(code, id), { pixelId: id });
const AT: Place = { offset: 0, line: 1, column: 1, script: 1, excerpt: '' };
const ON_ALL: Firing = { onLoad: 'always', pages: {}, events: ['gtm.js'], when: 'on every page' };
const inContainer = {
  ...AT,
  form: 'container',
  origin: 'GTM-CASE001',
  tag: { id: '7', kind: '__googtag' },
  firing: ON_ALL,
} as const;
const containerTag = (id: string): TagFact => ({ ...inContainer, kind: 'tag', vendor: 'ga4', via: 'config', id });
const containerEvent = (name: string, to: string[], rest: Partial<EventFact> = {}): EventFact => ({
  ...inContainer,
  kind: 'event',
  vendor: 'ga4',
  name,
  to,
  eventId: 'unknown',
  ...rest,
});

function factsOf(page: string, facts: readonly Fact[]): Fact[] {
  const matcher = createMatcher();
  matcher.push(SHOP + page);
  return [...matcher.finish({ url: 'https://case.example/' }).facts, ...facts];
}

function findings(page: string, facts: readonly Fact[] = []): DetailedFinding[] {
  return evaluateRules(factsOf(page, facts));
}

/** Severity and message of what one rule finds, before causes are charged. */
function said(page: string, rule: string, facts: readonly Fact[] = []): string[] {
  const { match, severity: usual } = ruleOf(rule)!;
  return match(sortFacts(factsOf(page, facts))).map(({ severity = usual, found }) => `${severity}: ${found}`);
}

interface Case {
  page: string;
  facts?: Fact[];
  rule: string;
  /** What the only finding of the rule says. Undefined: there is none. */
  says?: RegExp;
}

const META: Record<string, Case> = {
  'the same base code twice': {
    page: BASE + BASE,
    rule: 'meta_pixel_initialized_twice',
    says: /^info: The page view is sent once all the same: Meta pixel \d+101 is initialised twice$/,
  },
  'a second init with customer data': {
    page: BASE + js(`fbq('init','${X}',{em:user.mail})`),
    rule: 'meta_pixel_initialized_twice',
    says: /^warn: .*different customer data: Meta/,
  },
  'the same base code with an event twice': {
    page: (BASE + js(`fbq('track','ViewContent')`)).repeat(2),
    rule: 'meta_pixel_initialized_twice',
    says: /^error: ViewContent is counted twice: Meta pixel \d+101 is initialised twice/,
  },
  'the page view again by trackSingle': {
    page: BASE + js(`fbq('trackSingle','${X}','PageView')`),
    rule: 'meta_pixel_initialized_twice',
    says: /^error: PageView is counted twice: Meta pixel \d+101 gets it twice from code of the page$/,
  },
  'the page view again by trackCustom': {
    page: BASE + js(`fbq('trackCustom','PageView')`),
    rule: 'meta_pixel_initialized_twice',
  },
  'handlers of two buttons': {
    page:
      BASE +
      `<button onclick="fbq('track','AddToCart')">a</button><button onclick="fbq('track','AddToCart')">b</button>`,
    rule: 'meta_pixel_initialized_twice',
  },
  'theme and app, page view only': {
    page: BASE + entries(metaApp(X)),
    rule: 'meta_pixel_double_install',
    says: /^warn: The page view is sent once, .*event id.*page code and again from the Facebook & Instagram app pixel/,
  },
  'theme and app, another event': {
    page: BASE + js(`fbq('track','AddToCart')`) + entries(metaApp(X)),
    rule: 'meta_pixel_double_install',
    says: /^error: AddToCart is counted twice: Meta pixel/,
  },
  'theme and app, an event that the app does not send': {
    page: BASE + js(`fbq('track','Lead')`) + entries(metaApp(X)),
    rule: 'meta_pixel_double_install',
    says: /^warn: .*no other event was found that both send/,
  },
  'theme and app, an event in a function': {
    page: BASE + js(`window.added=function(){fbq('track','AddToCart')}`) + entries(metaApp(X)),
    rule: 'meta_pixel_double_install',
    says: /^warn: .*AddToCart may be counted twice/,
  },
  'theme and app, an event that never runs': {
    page: BASE + js(`if(false){fbq('track','AddToCart')}`) + entries(metaApp(X)),
    rule: 'meta_pixel_double_install',
    says: /^warn: The page view is sent once/,
  },
  'theme and an app pixel whose events Shopify withholds': {
    page:
      BASE +
      js(`fbq('track','AddToCart')`) +
      entries(metaApp(X, { dataSharingState: 'optimized', dataSharingAdjustments: { dataSharingControls: [] } })),
    rule: 'meta_pixel_double_install',
    says: /^info: .*will be counted twice when Shopify resumes the app pixel/,
  },
  'a custom pixel and the app pixel': {
    page: entries(metaApp(X), custom('905', 'Tracking')),
    facts: pixel(
      '905',
      `fbq('init','${X}');analytics.subscribe('page_viewed',()=>{fbq('track','PageView')});analytics.subscribe('checkout_completed',()=>{fbq('track','Purchase')})`,
    ),
    rule: 'meta_pixel_double_install',
    says: /^error: PageView and Purchase are counted twice: .*the custom pixel Tracking and again from the Facebook & Instagram app pixel/,
  },
  'a custom pixel and the app pixel without a common event': {
    page: entries(metaApp(X)),
    facts: pixel('905', `fbq('init','${X}');analytics.subscribe('form_submitted',()=>{fbq('track','Lead')})`),
    rule: 'meta_pixel_double_install',
    says: /^info: No event was found that both send/,
  },
  'one theme, one app, two ids': {
    page: BASE + entries(metaApp(Y)),
    rule: 'meta_cross_pixel_events',
    says: /^warn: The events of the Facebook & Instagram app pixel also reach \d+101: 2 Meta pixels share the page/,
  },
  'two ids, and both sides send one event': {
    page: BASE + js(`fbq('track','AddToCart')`) + entries(metaApp(Y)),
    rule: 'meta_cross_pixel_events',
    says: /^error: AddToCart is counted twice for \d+101/,
  },
  'two ids with trackSingle only': {
    page: js(
      `fbq('init','${X}');fbq('init','${Y}');fbq('trackSingle','${X}','AddToCart');fbq('trackSingle','${Y}','AddToCart')`,
    ),
    rule: 'meta_cross_pixel_events',
  },
  'two ids, one of which is trackSingleOnly': {
    page: js(`fbq('init','${X}');fbq('init','${Y}');fbq('set','trackSingleOnly',true,'${X}');fbq('track','Lead')`),
    rule: 'meta_cross_pixel_events',
  },
  'two ids in two windows': {
    page: BASE,
    facts: pixel('905', `fbq('init','${Y}');fbq('track','PageView')`),
    rule: 'meta_cross_pixel_events',
  },
  'a library beside the app pixel': {
    page: `<script src="https://connect.facebook.net/en_US/fbevents.js"></script>${entries(metaApp(X))}`,
    rule: 'legacy_meta_pixel_loader',
    says: /^info: .*the app pixel adds such a script by itself/,
  },
  'an event for another pixel than that of the app': {
    page: BASE + js(`fbq('trackSingle','${X}','AddToCart')`) + entries(metaApp(Y)),
    rule: 'meta_standard_event_in_theme',
  },
};

const GOOGLE: Record<string, Case> = {
  'config twice': {
    page: js(`gtag('config','${G}')`).repeat(2),
    rule: 'ga4_configured_twice',
    says: /^info: The page view is sent once/,
  },
  'config twice in one script': {
    page: js(`gtag('config','${G}');gtag('config','${G}')`),
    rule: 'ga4_configured_twice',
    says: /^info: The page view is sent once all the same: GA4 G-CASE000001 is configured twice$/,
  },
  'config in either branch of one script': {
    page: js(`if(a){gtag('config','${G}',{a})}else{gtag('config','${G}')}`),
    rule: 'ga4_configured_twice',
  },
  'config and an explicit page view': {
    page:
      js(`gtag('config','${G}')`) +
      js(`gtag('config','${G}',{send_page_view:false});gtag('event','page_view',{send_to:'${G}'})`),
    rule: 'ga4_configured_twice',
    says: /^warn: The page view is counted twice/,
  },
  'one config and an explicit page view': {
    page: js(`gtag('config','${G}');gtag('event','page_view')`),
    rule: 'ga4_configured_twice',
    says: /^warn: The page view is counted twice: GA4 G-CASE000001 gets it twice from code of the page$/,
  },
  'a quiet config and an explicit page view': {
    page: js(`gtag('config','${G}',{send_page_view:false});gtag('event','page_view')`),
    rule: 'ga4_configured_twice',
  },
  'one event twice': {
    page: js(`gtag('config','${G}');gtag('event','add_to_cart');gtag('event','add_to_cart')`),
    rule: 'ga4_configured_twice',
    says: /^warn: add_to_cart is counted twice/,
  },
  'one event in either branch': {
    page: js(`gtag('config','${G}');if(a){gtag('event','add_to_cart')}else{gtag('event','add_to_cart')}`),
    rule: 'ga4_configured_twice',
  },
  'config in two data layers': {
    page:
      js(`function gtag(){dataLayer.push(arguments)}gtag('config','${G}')`) +
      js(`function gtag(){otherLayer.push(arguments)}gtag('config','${G}')`),
    rule: 'ga4_configured_twice',
    says: /^warn: The page view is counted twice: .*different data layers/,
  },
  'config by a second function over a data layer of its own': {
    page:
      js(`function gtag(){dataLayer.push(arguments)}gtag('config','${G}')`) +
      js(`function gtag2(){dl2.push(arguments)}gtag2('config','${G}')`),
    rule: 'ga4_configured_twice',
    says: /^warn: The page view is counted twice: .*different data layers/,
  },
  'config by a function of which nothing is known': {
    page: js(`gtag('config','${G}');myGtag('config','${G}');gtag2('config','${G}')`),
    rule: 'ga4_configured_twice',
  },
  'theme and app': {
    page:
      js(`gtag('config','${G}');gtag('event','add_to_cart')`) +
      entries(
        googleApp([
          ['page_view', G],
          ['add_to_cart', G],
        ]),
      ),
    rule: 'ga4_double_install',
    says: /^error: The page view and add_to_cart are counted twice: GA4/,
  },
  'a quiet theme and the app': {
    page: js(`gtag('config','${G}',{send_page_view:false})`) + entries(googleApp([['page_view', G]])),
    rule: 'ga4_double_install',
    says: /^info: The copy in the page sends no page view/,
  },
  'an id without a label in the app': {
    page: js(`gtag('config','${G}')`) + entries(googleApp([['page_view', 'G-CASE000002']], [G])),
    rule: 'ga4_double_install',
    says: /^info: .*listed without an event label/,
  },
  'another id in the app': {
    page: js(`gtag('config','${G}')`) + entries(googleApp([['page_view', 'G-CASE000002']])),
    rule: 'ga4_double_install',
  },
  'GT- in the app and G- in the theme': {
    page: js(`gtag('config','${G}')`) + entries(googleApp([['page_view', 'GT-CASE001']])),
    rule: 'ga4_double_install',
    says: /^info: .*Google tag GT-CASE001 in an app pixel may be the same tag as G-CASE000001/,
  },
  'GT- in the app and G- in the theme, and the payload was read': {
    page: js(`gtag('config','${G}')`) + entries(googleApp([['page_view', 'GT-CASE001']])),
    facts: [
      { ...AT, kind: 'alias', id: 'GT-CASE001', aliases: [G], destinations: [G], children: [], origin: 'GT-CASE001' },
    ],
    rule: 'ga4_double_install',
    says: /^error: The page view is counted twice: GA4 G-CASE000001/,
  },
  'a container and the app': {
    page: entries(googleApp([['page_view', G]])),
    facts: [containerTag(G)],
    rule: 'ga4_double_install',
    says: /^error: The page view is counted twice: .*tag 7 of container GTM-CASE001 \(on every page\) and again from the Google & YouTube app pixel/,
  },
  'a container and the theme, the same configuration': {
    page: js(`gtag('config','${G}')`),
    facts: [containerTag(G)],
    rule: 'ga4_double_install',
  },
  'a container and the theme, the same event': {
    page: js(`gtag('config','${G}');gtag('event','view_item')`),
    facts: [containerEvent('view_item', [G])],
    rule: 'ga4_double_install',
    says: /^error: view_item is counted twice/,
  },
  'a custom pixel and the app': {
    page: entries(googleApp([['purchase', G]]), custom('901', 'Google Analytics tag (migrated)')),
    facts: pixel(
      '901',
      `gtag('config','${G}',{send_page_view:false});analytics.subscribe('checkout_completed',()=>{gtag('event','purchase')})`,
    ),
    rule: 'ga4_double_install',
    says: /^error: purchase is counted twice: GA4 G-CASE000001 runs from the custom pixel/,
  },
  'two custom pixels': {
    page: entries(custom('1', 'A'), custom('2', 'B')),
    facts: ['1', '2'].flatMap((id) =>
      pixel(
        id,
        `gtag('config','${G}',{send_page_view:false});analytics.subscribe('checkout_completed',()=>{gtag('event','purchase')})`,
      ),
    ),
    rule: 'ga4_double_install',
    says: /^error: purchase is counted twice: .*the custom pixel A and again from the custom pixel B/,
  },
  'one custom pixel with two subscriptions to one event': {
    page: entries(custom('1', 'A')),
    facts: pixel(
      '1',
      `gtag('config','${G}',{send_page_view:false});analytics.subscribe('checkout_completed',()=>{gtag('event','purchase')});analytics.subscribe('checkout_completed',()=>{gtag('event','purchase')})`,
    ),
    rule: 'ga4_double_install',
    says: /^error: purchase is counted twice: GA4 G-CASE000001 gets events twice from the custom pixel A/,
  },
  'one subscription that chooses between two calls': {
    page: entries(custom('1', 'A')),
    facts: pixel(
      '1',
      `gtag('config','${G}',{send_page_view:false});analytics.subscribe('checkout_completed',(e)=>{if(e.a){gtag('event','purchase',{a:1})}else{gtag('event','purchase',{a:2})}})`,
    ),
    rule: 'ga4_double_install',
  },
  'a migrated pixel that was read says what it sends': {
    page: entries(googleApp([['purchase', G]]), custom('901', 'Google Analytics tag (migrated)')),
    facts: pixel('901', `gtag('config','G-CASE000002')`),
    rule: 'ga_migrated_pixel_overlap',
  },
  'one conversion in a custom pixel and the app': {
    page: entries(googleApp([['begin_checkout', `${AW}/AbC`]])),
    facts: pixel(
      '903',
      `analytics.subscribe('checkout_started',()=>{gtag('event','conversion',{send_to:'${AW}/AbC'})})`,
    ),
    rule: 'google_ads_double_install',
    says: /^warn: The Google Ads conversion AW-700000101\/AbC is counted twice/,
  },
  'one purchase with a transaction id': {
    page: entries(googleApp([['purchase', `${AW}/AbC`]])),
    facts: pixel(
      '903',
      `analytics.subscribe('checkout_completed',(e)=>{gtag('event','conversion',{send_to:'${AW}/AbC',transaction_id:e.data.checkout.order.id})})`,
    ),
    rule: 'google_ads_double_install',
  },
  'two conversions of one account': {
    page: entries(googleApp([['purchase', `${AW}/AbC`]])),
    facts: pixel(
      '903',
      `analytics.subscribe('checkout_completed',()=>{gtag('event','conversion',{send_to:'${AW}/XyZ'})})`,
    ),
    rule: 'google_ads_double_install',
  },
  'one account with audiences only': {
    page: js(`gtag('config','${AW}')`) + entries(googleApp([['page_view', AW]], [AW])),
    rule: 'google_ads_double_install',
  },
};

const ON_PAGE: Record<string, Case> = {
  'a conversion on every view': {
    page: js(`gtag('event','conversion',{send_to:'${AW}/AbC',value:1.0})`),
    rule: 'google_ads_conversion_on_page',
    says: /^error: .*conversion AW-700000101\/AbC on every view of an ordinary page/,
  },
  'a conversion on a click': {
    page: js(`el.addEventListener('click',function(){gtag('event','conversion',{send_to:'${AW}/AbC'})})`),
    rule: 'google_ads_conversion_on_page',
    says: /^info: .*on an action of the visitor/,
  },
  'a conversion under Shopify.checkout': {
    page: js(`if(Shopify.checkout){gtag('event','conversion',{send_to:'${AW}/AbC'})}`),
    rule: 'google_ads_conversion_on_page',
    says: /^info: .*can never run/,
  },
  'an audience': { page: js(`gtag('event','page_view',{send_to:'${AW}'})`), rule: 'google_ads_conversion_on_page' },
  'a conversion after a purchase in a custom pixel': {
    page: '',
    facts: pixel(
      '903',
      `analytics.subscribe('checkout_completed',()=>{gtag('event','conversion',{send_to:'${AW}/AbC'})})`,
    ),
    rule: 'google_ads_conversion_on_page',
  },
  'a conversion on every page of a custom pixel': {
    page: '',
    facts: pixel('903', `gtag('event','conversion',{send_to:'${AW}/AbC'})`),
    rule: 'google_ads_conversion_on_page',
    says: /^error: The custom pixel 903 sends/,
  },
  'a conversion that a trigger of a container fires': {
    page: '',
    facts: [
      containerEvent('conversion', [AW], {
        vendor: 'google_ads',
        label: 'AbC',
        firing: { ...ON_ALL, onLoad: 'never', events: ['bought'], when: 'on the event bought' },
      }),
    ],
    rule: 'google_ads_conversion_on_page',
  },
  'Meta’s Purchase on every view': {
    page: BASE + js(`fbq('track','Purchase',{value:1})`),
    rule: 'meta_purchase_event_in_theme',
    says: /^error: .*on every view of an ordinary page/,
  },
  'Meta’s Purchase in a function': {
    page: BASE + js(`window.bought=function(){fbq('track','Purchase')}`),
    rule: 'meta_purchase_event_in_theme',
    says: /^info: .*in a function/,
  },
  'a purchase for the data layer': {
    page: js(`dataLayer.push({event:'purchase'})`),
    rule: 'ga4_purchase_event_in_theme',
    says: /^warn: .*pushes GA4’s purchase event into the data layer/,
  },
};

describe.each(Object.entries({ ...META, ...GOOGLE, ...ON_PAGE }))('%s', (_, { page, facts, rule, says }) => {
  test(`${says ? 'is' : 'is not'} ${rule}`, () => {
    const messages = said(page, rule, facts);
    expect(messages).toHaveLength(says ? 1 : 0);
    for (const message of messages) expect(message).toMatch(says!);
  });
});

test('a double names every place, the copy to delete first, its id, and who sends what', () => {
  const page = BASE + js(`fbq('track','AddToCart')`) + entries(metaApp(X));
  const [found] = findings(page).filter(({ rule_id }) => rule_id === 'meta_pixel_double_install');
  expect(found!.places.map(({ kind }) => kind)).toEqual(['page', 'app_pixel']);
  expect(found!.ids).toEqual([X]);
  expect(found!.evidence).toEqual(['AddToCart is sent by theme code, line 1 and by Facebook & Instagram.']);
});

test('184 Universal Analytics tags of one property in a container are one finding', () => {
  const tags = Array.from(
    { length: 184 },
    (_, i): TagFact => ({
      ...inContainer,
      tag: { id: String(i), kind: '__ua' },
      kind: 'tag',
      vendor: 'ua',
      via: 'config',
      id: 'UA-70000001-1',
    }),
  );
  const found = findings('', tags).filter(({ rule_id }) => rule_id === 'universal_analytics_tag');
  expect(found.map(({ message }) => message)).toEqual([
    expect.stringContaining('UA-70000001-1 is still in 184 tags of container GTM-CASE001'),
  ]);
});

test('a malformed id is a fault of the configuration and not an install', () => {
  const page = js(`fbq('init','12345');gtag('config','G-285995344')`) + entries(metaApp('12345678'));
  const rules = findings(page).map(({ rule_id }) => rule_id);
  expect(rules).toContain('meta_invalid_pixel_id');
  expect(rules).toContain('google_tag_invalid_id');
  for (const rule of ['legacy_meta_pixel_call', 'ga4_tag_in_theme', 'multiple_meta_pixels'])
    expect(rules).not.toContain(rule);
});

test('no rule says that there is no consent gate when a container waits for consent', () => {
  const waits = { ...containerTag(G), firing: { ...ON_ALL, waitsForConsent: true } };
  const rules = (facts: Fact[]) => findings(js(`gtag('config','${G}')`), facts).map(({ rule_id }) => rule_id);
  expect(rules([containerTag(G)])).toContain('legacy_pixel_without_consent_gate');
  expect(rules([waits])).not.toContain('legacy_pixel_without_consent_gate');
  expect(rules([waits])).not.toContain('google_tag_without_consent_default');
});

test('two tags of one container that double an event are one finding, which names the condition', () => {
  const html = `<script>fbq('init','${X}');fbq('track','ViewContent')</script>`;
  const tags = [1, 2].map((id) => ({ function: '__html', vtp_html: html, tag_id: id }));
  const resource = {
    version: '1',
    macros: [{ function: '__e' }, { function: '__u', vtp_component: 'PATH' }],
    tags,
    predicates: [
      { function: '_eq', arg0: ['macro', 0], arg1: 'gtm.js' },
      { function: '_cn', arg0: ['macro', 1], arg1: '/products/' },
    ],
    rules: [
      [
        ['if', 0],
        ['add', 0],
      ],
      [
        ['if', 0, 1],
        ['add', 1],
      ],
    ],
  };
  const id = 'GTM-CASE001';
  const text = `var data = ${JSON.stringify({ resource })};var me={ctid:"${id}",canonicalContainerId:"1"};`;
  const url = `https://www.googletagmanager.com/gtm.js?id=${id}`;
  const facts = containerFacts(text, { kind: 'gtm', id, url }, { host: 'case.example', pages: {} });
  const doubles = findings('', facts).filter(({ message }) => message.includes('twice'));
  expect(doubles.map(({ rule_id, severity }) => `${severity} ${rule_id}`)).toEqual([
    'warn container_tags_fire_together',
  ]);
  expect(doubles[0]!.message).toContain('where the path contains /products/');
});

test('a remedy names only copies that are there', () => {
  const remedy = (page: string, rule: string, facts: Fact[] = []) =>
    findings(page, facts).find(({ rule_id }) => rule_id === rule)?.remedy;
  const meta = pixel('901', `fbq('init','${X}');fbq('track','PageView');`);
  const google = pixel('901', `gtag('config','${G}');`);
  expect(remedy(BASE + entries(custom('901', 'a')), 'meta_pixel_double_install', meta)).toMatch(
    /keep the custom pixel\.$/,
  );
  expect(remedy(entries(metaApp(X), metaApp(X, { id: '103' })), 'meta_pixel_double_install')).toBe(
    'Disconnect the pixel in one of the apps.',
  );
  expect(remedy(js(`gtag('config','${G}')`) + entries(custom('901', 'a')), 'ga4_double_install', google)).toMatch(
    /or disconnect the custom pixel\.$/,
  );
  expect(
    remedy(js(`gtag('config','${G}')`), 'ga4_double_install', [containerTag(G), containerEvent('page_view', [G])]),
  ).toMatch('Keep one of the copies and delete the others.');
});

test('a conversion that a custom pixel sends on page_viewed is one on every page', () => {
  const tag = `gtag('config','${AW}');`;
  const call = `gtag('event','conversion',{send_to:'${AW}/aaaaaaaaaaaaaaaa'})`;
  const rule = 'google_ads_conversion_on_page';
  const sent = (code: string) => said(entries(custom('901', 'a')), rule, pixel('901', tag + code));
  expect(sent(`analytics.subscribe('page_viewed',()=>{${call}})`)).toEqual([
    `error: The custom pixel 901 sends the Google Ads conversion ${AW}/aaaaaaaaaaaaaaaa on every page it runs on, not only after a purchase`,
  ]);
  expect(sent(`analytics.subscribe('page_viewed',(e)=>{if(e.a.includes('thank')){${call}}})`)).toEqual([]);
  expect(sent(`analytics.subscribe('page_viewed',(e)=>{if(e.data.checkout){${call}}})`)).toEqual([]);
  expect(sent(`analytics.subscribe('checkout_completed',()=>{${call}})`)).toEqual([]);
});

test('a conversion of Floodlight is none of Google Ads', () => {
  const page = js(`gtag('config','DC-1234567');gtag('event','conversion',{send_to:'DC-1234567/abc/def+standard'})`);
  expect(said(page, 'google_ads_conversion_on_page')).toEqual([]);
});

test('two containers that double an event are each named once', () => {
  const other = { origin: 'GTM-CASE002' };
  const facts = [
    containerTag(G),
    { ...containerTag(G), ...other },
    containerEvent('sign_up', [G]),
    containerEvent('sign_up', [G], other),
  ];
  expect(said('', 'ga4_double_install', facts)).toEqual([
    expect.stringMatching(
      /from tag 7 of container GTM-CASE001 \(on every page\) and again from tag 7 of container GTM-CASE002 \(on every page\)$/,
    ),
  ]);
});

test('a tag that waits for consent is said to wait once', () => {
  const firing = { ...ON_ALL, when: 'on every page, once consent is given', waitsForConsent: true };
  const [found] = said('', 'container_tag', [{ ...containerTag(G), firing }]);
  expect(found!.split('once consent is given')).toHaveLength(2);
});

test('a double that a trigger limits to some pages is one step milder, and names them', () => {
  const when = 'where the path contains /products/';
  const firing: Firing = { onLoad: 'some', pages: {}, events: ['gtm.js'], when };
  const facts = [{ ...containerTag(G), firing }, containerEvent('sign_up', [G], { firing })];
  const [found] = said(js(`gtag('config','${G}');gtag('event','sign_up')`), 'ga4_double_install', facts);
  expect(found).toMatch(new RegExp(`^warn: .*counted twice ${when}: GA4`));
});

test('a double that a condition in a custom pixel limits is one step milder, and says so', () => {
  const page = entries(metaApp(X), custom('905', 'Tracking'));
  const sent = (code: string) => said(page, 'meta_pixel_double_install', pixel('905', `fbq('init','${X}');${code}`));
  const dear = `analytics.subscribe('checkout_completed',(e)=>{if(e.data.checkout.totalPrice.amount > 50)fbq('track','Purchase')});`;
  const limit = 'where a condition in the code of custom pixel Tracking is met';
  expect(sent(dear)).toEqual([expect.stringMatching(new RegExp(`^warn: Purchase is counted twice ${limit}: Meta`))]);
  const views = `analytics.subscribe('page_viewed',()=>{fbq('track','PageView')});`;
  expect(sent(views + dear)).toEqual([
    expect.stringMatching(new RegExp(`^error: PageView is counted twice, and Purchase ${limit}: Meta`)),
  ]);
});

test('only the copies that are doubled are named, and the remedy is about them', () => {
  const page = entries(metaApp(X), custom('905', 'Tracking'));
  const finding = (more: string, code: string) =>
    findings(page + more, pixel('905', `fbq('init','${X}');${code}`)).find(
      ({ rule_id }) => rule_id === 'meta_pixel_double_install',
    );
  const lead = `analytics.subscribe('form_submitted',()=>{fbq('track','Lead')});`;
  const byTheme = finding(js(`fbq('track','AddToCart')`), lead);
  expect(byTheme?.message).toContain('runs from page code and again from the Facebook & Instagram app pixel (');
  expect(byTheme?.remedy).toBe('Delete the copy in the theme, app block or container and keep the app pixel.');
  const buy = `analytics.subscribe('checkout_completed',()=>{fbq('track','Purchase')});`;
  const byPixel = finding(js(`fbq('init','${X}');`), buy);
  expect(byPixel?.message).toContain('runs from the custom pixel Tracking and again from the Facebook');
  expect(byPixel?.remedy).toMatch(/^Remove the id from the custom pixel/);
});

test('the copy to delete is the first place, and the message lists the lines in their order', () => {
  const copies = `\n${js(`fbq('init','${X}')`)}`.repeat(3);
  const twice = findings(copies).find(({ rule_id }) => rule_id === 'meta_pixel_initialized_twice')!;
  expect(twice.message).toContain('(3 places: lines 2, 3, 4)');
  expect(twice.places.map(({ line }) => line)).toEqual([3, 2, 4]);
});

test('several calls of one container tag are one place', () => {
  const facts = [0, 40].map((offset) => ({ ...containerEvent('sign_up', [G]), offset }));
  const calls = [containerTag(G), ...facts];
  const double = findings(js(`gtag('config','${G}');gtag('event','sign_up')`), calls).find(
    ({ rule_id }) => rule_id === 'ga4_double_install',
  )!;
  expect(double.places.filter(({ container }) => container !== undefined)).toHaveLength(1);
});
