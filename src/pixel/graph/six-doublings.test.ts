/**
 * A made-up store in which theme, app pixels, custom pixels and a container double each other in six ways, two of them only in
 * checkout. Each must be named with its senders, and nothing else: the store also has copies that only look like doubles.
 */
import { expect, test } from 'bun:test';
import { type MadeUpStore, openStore } from '../../../test/support/made-up-store.ts';
import type { DestinationGraph, DetailedReport } from '../../domain/scan-report.ts';

const META = '700000000000101';
const META_LOOKALIKE = '700000000000102';
const GA4 = 'G-MADEUP0001';
const GA4_IN_CONTAINER = 'G-MADEUP0002';
const GA4_QUIET = 'G-MADEUP0003';
const ADS = 'AW-700000101';
const CONTAINER = 'GTM-MADEUP1';

const FBEVENTS = "var s=document.createElement('script');s.src='https://connect.facebook.net/en_US/fbevents.js';";
const META_APP = {
  id: '101',
  type: 'APP',
  runtimeContext: 'OPEN',
  scriptVersion: '0123456789abcdef0123456789abcdef',
  apiClientId: 2329312,
  configuration: JSON.stringify({ pixel_id: META, pixel_type: 'facebook_pixel', metaapp_system_user_token: '-' }),
};
const GOOGLE_APP = {
  id: '102',
  type: 'APP',
  runtimeContext: 'OPEN',
  scriptVersion: '0123456789abcdef0123456789abcdef',
  apiClientId: 1780363,
  configuration: JSON.stringify({
    config: JSON.stringify({
      google_tag_ids: [GA4, GA4_QUIET],
      gtag_events: [
        { type: 'page_view', action_label: [GA4] },
        { type: 'purchase', action_label: [`${ADS}/appLabel`] },
      ],
    }),
  }),
};

const LOADED = { function: '_eq', arg0: ['macro', 0], arg1: 'gtm.js' };
const ON_LOAD = [
  ['if', 0],
  ['add', 0, 1, 2, 3],
];

const STORE: Partial<MadeUpStore> = {
  // 1. Theme and app pixel send ViewContent to one Meta pixel. 2. Theme and Google app send page_view to one GA4 property.
  theme: `<script>${FBEVENTS}fbq('init','${META}');fbq('track','PageView');</script>
<script async src="https://www.googletagmanager.com/gtag/js?id=${GA4}"></script>
<script>window.dataLayer=window.dataLayer||[];function gtag(){dataLayer.push(arguments)}gtag('js',new Date());gtag('config','${GA4}');
gtag('config','${GA4_QUIET}',{send_page_view:false});</script>
<script>(function(w,d,s,l,i){w[l]=w[l]||[];w[l].push({'gtm.start':new Date().getTime(),event:'gtm.js'});var f=d.getElementsByTagName(s)[0],j=d.createElement(s);j.async=true;j.src='https://www.googletagmanager.com/gtm.js?id='+i;f.parentNode.insertBefore(j,f);})(window,document,'script','dataLayer','${CONTAINER}');</script>`,
  apps: [META_APP, GOOGLE_APP],
  pages: {
    '/': '<a href="/products/cup">Cup</a> <a href="/collections/cups">Cups</a>',
    '/products/cup': `<h1>Cup</h1><script>fbq('track','ViewContent',{value:3,currency:'EUR'});</script>`,
    '/collections/cups': '<h1>Cups</h1><a href="/products/cup">Cup</a>',
    '/cart': '<h1>Cart</h1>',
    '/search': '<h1>Search</h1>',
  },
  containers: {
    // 3. A configuration and an event of one container both send page_view. 4. Two tags send the same event where the path is a product.
    [CONTAINER]: {
      resource: {
        version: '7',
        macros: [{ function: '__e' }, { function: '__u', vtp_component: 'PATH' }],
        tags: [
          { function: '__googtag', vtp_tagId: GA4_IN_CONTAINER, tag_id: 11 },
          { function: '__gaawe', vtp_eventName: 'page_view', vtp_measurementIdOverride: GA4_IN_CONTAINER, tag_id: 12 },
          { function: '__gaawe', vtp_eventName: 'view_item', vtp_measurementIdOverride: GA4_IN_CONTAINER, tag_id: 13 },
          // The same tag twice without an event of its own is no double.
          { function: '__googtag', vtp_tagId: GA4_IN_CONTAINER, tag_id: 14 },
          { function: '__gaawe', vtp_eventName: 'view_item', vtp_measurementIdOverride: GA4_IN_CONTAINER, tag_id: 15 },
        ],
        predicates: [LOADED, { function: '_sw', arg0: ['macro', 1], arg1: '/products/' }],
        rules: [
          ON_LOAD,
          [
            ['if', 0, 1],
            ['add', 4],
          ],
        ],
      },
    },
  },
  pixels: [
    // 5. Purchase to the Meta pixel of the app, only in checkout.
    {
      id: '901',
      name: 'Checkout Meta',
      code: `${FBEVENTS}fbq('init','${META}');
analytics.subscribe('checkout_completed', (event) => { fbq('trackSingle','${META}','Purchase',{value:event.data.checkout.totalPrice.amount}); });`,
    },
    // 6. One conversion with one label from two custom pixels, without a transaction id, only in checkout.
    ...['902', '903'].map((id) => ({
      id,
      name: `Ads ${id}`,
      code: `function gtag(){dataLayer.push(arguments)}var dataLayer=[];gtag('config','${ADS}');
analytics.subscribe('checkout_completed', () => { gtag('event','conversion',{send_to:'${ADS}/pixelLabel'}); });`,
    })),
    // Another Meta id in a window of its own, and another label: no doubles.
    {
      id: '904',
      name: 'Another agency',
      code: `${FBEVENTS}fbq('init','${META_LOOKALIKE}');
analytics.subscribe('checkout_completed', () => { fbq('track','Purchase',{value:1}); });`,
    },
  ],
};

/** `event to vendor id [label]: senders` of each double that is certain at least on some pages. */
function doublesOf({ senders, destinations, sendings, doubles }: DestinationGraph): string[] {
  return doubles
    .filter(({ grade }) => grade === 'always' || grade === 'some')
    .map(({ event, destination, label, sendings: which }) => {
      const { vendor, id } = destinations[destination]!;
      const names = [...new Set(which.map((index) => senders[sendings[index]!.sender]!.kind))].sort();
      return `${event} to ${vendor} ${id}${label ? ` ${label}` : ''}: ${names.join(' + ')}`;
    })
    .sort();
}

async function scan(store: Partial<MadeUpStore>): Promise<DetailedReport> {
  await using open = await openStore(store);
  return (await open.scanner().scan(open.url, { owner: 'test', deep: true, journey: true })).report;
}

test('six doublings are named, and nothing else', async () => {
  const { graph, findings, state, not_looked_at } = await scan(STORE);
  expect({ state, not_looked_at }).toEqual({ state: 'judged', not_looked_at: [] });
  expect(doublesOf(graph)).toEqual(
    [
      `product_viewed to meta ${META}: app_pixel + theme`,
      `page_viewed to ga4 ${GA4}: app_pixel + theme`,
      `page_viewed to ga4 ${GA4_IN_CONTAINER}: container_tag`,
      `product_viewed to ga4 ${GA4_IN_CONTAINER}: container_tag`,
      `checkout_completed to meta ${META}: app_pixel + custom_pixel`,
      `checkout_completed to google_ads ${ADS} pixelLabel: custom_pixel`,
    ].sort(),
  );
  const serious = findings.filter(({ message }) => /(?:counted|page) twice|more than once/.test(message));
  for (const [id, word] of [
    [META, /ViewContent/],
    [META, /Purchase/],
    [GA4, /page view/i],
    [GA4_IN_CONTAINER, /page view|page_view/i],
    [GA4_IN_CONTAINER, /view_item/],
    [ADS, /pixelLabel/],
  ] as const) {
    expect(
      serious.filter(({ ids, message }) => ids.includes(id) && word.test(message)),
      `${id} ${word}`,
    ).not.toEqual([]);
  }
  for (const { ids, message } of serious)
    for (const id of [META_LOOKALIKE, GA4_QUIET])
      expect([ids.includes(id), message.includes(id)]).toEqual([false, false]);
});

test('each doubling goes away with the copy that the merchant deletes', async () => {
  const without: [string, Partial<MadeUpStore>][] = [
    [`product_viewed to meta ${META}`, { pages: { ...STORE.pages, '/products/cup': '<h1>Cup</h1>' } }],
    [`page_viewed to ga4 ${GA4}:`, { apps: [META_APP] }],
    [`page_viewed to ga4 ${GA4_IN_CONTAINER}`, { containers: {} }],
    [`checkout_completed to meta ${META}`, { pixels: STORE.pixels!.slice(1) }],
    [`checkout_completed to google_ads ${ADS}`, { pixels: STORE.pixels!.slice(0, 2) }],
  ];
  for (const [double, change] of without) {
    const doubles = doublesOf((await scan({ ...STORE, ...change })).graph);
    expect(
      doubles.filter((one) => one.startsWith(double)),
      double,
    ).toEqual([]);
    expect(doubles.length, double).toBeGreaterThanOrEqual(4);
  }
});
