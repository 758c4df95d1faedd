/** What real copies of fbevents.js and gtag.js sent in a browser, row by row, against the graph of the same page code. */
import { describe, expect, test } from 'bun:test';
import { createMatcher } from '../matcher.ts';
import { type AliasFact, sortFacts } from '../tags/facts.ts';
import { destinationGraph } from './destination-graph.ts';

const X = '700000000000101';
const Y = '700000000000102';
const G = 'G-CASE000001';
const ALIAS: AliasFact = {
  kind: 'alias',
  id: 'GT-CASE001',
  aliases: [],
  destinations: [G],
  children: [],
  offset: 0,
  line: 1,
  column: 1,
  script: 0,
  excerpt: '',
  origin: 'GT-CASE001',
};
const metaApp = (id: string) =>
  `<script>wpmLoader({webPixelsConfigList: [${JSON.stringify({
    id: '101',
    type: 'APP',
    runtimeContext: 'OPEN',
    apiClientId: 2329312,
    configuration: JSON.stringify({ pixel_id: id, pixel_type: 'facebook_pixel' }),
  })}]})</script>`;

/** How often each event surely reaches each id. */
function sent(page: string, aliases: AliasFact[] = []): Record<string, number> {
  const matcher = createMatcher();
  matcher.push(page);
  const { facts } = matcher.finish({ url: 'https://case.example/' });
  const graph = destinationGraph(sortFacts([...facts, ...aliases]));
  const counts: Record<string, number> = {};
  for (const { destination, sent_as, grade } of graph.sendings) {
    const key = `${sent_as} ${graph.destinations[destination]!.id}`;
    if (grade === 'always') counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

const js = (code: string): string => `<script>${code}</script>`;
const BASE = js(`fbq('init','${X}');fbq('track','PageView');`);

describe('Meta, one window', () => {
  const rows: [string, string, Record<string, number>][] = [
    ['init, track PageView', BASE, { [`PageView ${X}`]: 1 }],
    ['the same base code twice', BASE + BASE, { [`PageView ${X}`]: 1 }],
    [
      'init twice, second with user data',
      `${BASE}${js(`fbq('init','${X}',{em:user.mail});`)}`,
      { [`PageView ${X}`]: 1 },
    ],
    [
      'two inits, one track PageView',
      js(`fbq('init','${X}');fbq('init','${Y}');fbq('track','PageView');`),
      { [`PageView ${X}`]: 1, [`PageView ${Y}`]: 1 },
    ],
    [
      'init and PageView of each in turn',
      BASE + js(`fbq('init','${Y}');fbq('track','PageView');`),
      { [`PageView ${X}`]: 1, [`PageView ${Y}`]: 1 },
    ],
    [
      'trackSingle',
      js(`fbq('init','${X}');fbq('init','${Y}');fbq('trackSingle','${Y}','AddToCart');`),
      { [`AddToCart ${Y}`]: 1 },
    ],
    [
      'track reaches both',
      js(`fbq('init','${X}');fbq('init','${Y}');fbq('track','AddToCart');`),
      { [`AddToCart ${X}`]: 1, [`AddToCart ${Y}`]: 1 },
    ],
    [
      'ViewContent twice',
      js(`fbq('init','${X}');fbq('track','ViewContent');fbq('track','ViewContent');`),
      { [`ViewContent ${X}`]: 2 },
    ],
    [
      'Purchase twice with one event id',
      js(`fbq('init','${X}');fbq('track','Purchase',{},{eventID:'1'});fbq('track','Purchase',{},{eventID:'1'});`),
      { [`Purchase ${X}`]: 2 },
    ],
    ['PageView again by trackSingle', BASE + js(`fbq('trackSingle','${X}','PageView');`), { [`PageView ${X}`]: 2 }],
    [
      'PageView again by trackSingleCustom, twice',
      BASE + js(`fbq('trackSingleCustom','${X}','PageView');fbq('trackSingleCustom','${X}','PageView');`),
      { [`PageView ${X}`]: 3 },
    ],
    ['PageView again by trackCustom', BASE + js(`fbq('trackCustom','PageView');`), { [`PageView ${X}`]: 1 }],
    ['track before any init', js(`fbq('track','PageView');fbq('init','${X}');`), {}],
    ['trackSingle of an id without init', js(`fbq('init','${X}');fbq('trackSingle','${Y}','Lead');`), {}],
    [
      'trackSingleOnly',
      js(`fbq('init','${X}');fbq('init','${Y}');fbq('set','trackSingleOnly',true,'${X}');fbq('track','AddToCart');`),
      { [`AddToCart ${Y}`]: 1 },
    ],
    [
      'a noscript image',
      `${BASE}<noscript><img src="https://www.facebook.com/tr?id=${X}&ev=PageView&noscript=1"></noscript>`,
      { [`PageView ${X}`]: 1 },
    ],
  ];

  for (const [name, page, expected] of rows) test(name, () => expect(sent(page)).toEqual(expected));
});

describe('Meta, theme and app pixel in one window', () => {
  const SIX = ['ViewContent', 'Search', 'AddToCart', 'InitiateCheckout', 'AddPaymentInfo', 'Purchase'];
  const app = (...ids: string[]) => Object.fromEntries(ids.flatMap((id) => SIX.map((name) => [`${name} ${id}`, 1])));

  test('the same id: PageView once, AddToCart twice', () => {
    const theme = js(`fbq('init','${X}');fbq('track','PageView');fbq('track','AddToCart');`);
    expect(sent(theme + metaApp(X))).toEqual({ ...app(X), [`PageView ${X}`]: 1, [`AddToCart ${X}`]: 2 });
  });

  test('two ids: PageView once each, and the events of the app reach both', () => {
    expect(sent(BASE + metaApp(Y))).toEqual({ ...app(X, Y), [`PageView ${X}`]: 1, [`PageView ${Y}`]: 1 });
  });
});

describe('GA4, one window', () => {
  const config = (id: string, options = '') => js(`gtag('config','${id}'${options});`);
  const rows: [string, string, Record<string, number>][] = [
    ['config', config(G), { [`page_view ${G}`]: 1 }],
    ['config twice', config(G) + config(G), { [`page_view ${G}`]: 1 }],
    ['config twice, with another path', config(G) + config(G, `,{page_path:'/a'}`), { [`page_view ${G}`]: 1 }],
    ['config and config of its alias', config(G) + config('GT-CASE001'), { [`page_view ${G}`]: 1 }],
    ['config of the alias only', config('GT-CASE001'), { [`page_view ${G}`]: 1 }],
    [
      'config, quiet config and an explicit page view',
      config(G) + config(G, ',{send_page_view:false}') + js(`gtag('event','page_view',{send_to:'${G}'});`),
      { [`page_view ${G}`]: 2 },
    ],
    [
      'the style of the Google app only',
      config(G, ',{send_page_view:false}') + js(`gtag('event','page_view',{send_to:'${G}'});`),
      { [`page_view ${G}`]: 1 },
    ],
    [
      'the same event twice',
      config(G) + js(`gtag('event','add_to_cart');gtag('event','add_to_cart');`),
      { [`page_view ${G}`]: 1, [`add_to_cart ${G}`]: 2 },
    ],
  ];
  test.each(rows)('%s', (_, page, expected) => expect(sent(page, [ALIAS])).toEqual(expected));
});
