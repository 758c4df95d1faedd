/** Which sendings double, over senders and windows. */
import { describe, expect, test } from 'bun:test';
import type { DestinationGraph } from '../../domain/scan-report.ts';
import { createMatcher } from '../matcher.ts';
import { type EventFact, type Fact, type Firing, type Place, sortFacts, type TagFact } from '../tags/facts.ts';
import { destinationGraph } from './destination-graph.ts';

const X = '700000000000101';
const Y = '700000000000102';
const G = 'G-CASE000001';
const LABEL = 'AW-700000101/AbCdEfGhIjKlMnOp';
const AT: Place = { offset: 0, line: 1, column: 1, script: 1, excerpt: '' };
const ALWAYS: Firing = { onLoad: 'always', pages: {}, events: ['gtm.js'], when: 'on every page' };

const js = (code: string): string => `<script>${code}</script>`;
const entry = (client: number, configuration: object): string =>
  js(
    `x={webPixelsConfigList:[${JSON.stringify({ id: String(client), type: 'APP', runtimeContext: 'OPEN', apiClientId: client, configuration: JSON.stringify(configuration) })}]}`,
  );
const metaApp = (id: string): string => entry(2329312, { pixel_id: id, pixel_type: 'facebook_pixel' });

/** The Google app, which sends each event to the targets beside it. */
const googleApp = (events: Record<string, string[]>): Fact => ({
  ...AT,
  kind: 'entry',
  type: 'APP',
  client: '1780363',
  pixelId: '102',
  context: 'OPEN',
  googleIds: [],
  googleTagIds: [],
  googleEvents: Object.entries(events).map(([type, to]) => ({ type, to })),
});
const tag = (id: string, rest: Partial<TagFact>): TagFact => ({
  ...AT,
  kind: 'tag',
  vendor: id.startsWith('AW-') ? 'google_ads' : /^\d/.test(id) ? 'meta' : 'ga4',
  form: 'inline',
  via: /^\d/.test(id) ? 'init' : 'config',
  id,
  ...rest,
});
const event = (name: string, rest: Partial<EventFact>): EventFact => ({
  ...AT,
  kind: 'event',
  vendor: 'ga4',
  name,
  eventId: 'unknown',
  ...rest,
});
type Common = Pick<TagFact, 'form' | 'pixel' | 'runs' | 'on' | 'origin' | 'tag' | 'firing'>;
const inPixel = (pixel: string, on?: string[]): Common =>
  on ? { form: 'custom_pixel', pixel, runs: 'subscription', on } : { form: 'custom_pixel', pixel, runs: 'load' };
const inContainer = (id: string, firing = ALWAYS): Common => ({
  form: 'container',
  origin: 'GTM-CASE001',
  tag: { id, kind: '__googtag' },
  firing,
});

function graphOf(page: string, facts: readonly Fact[] = []): DestinationGraph {
  const matcher = createMatcher();
  matcher.push(page);
  return destinationGraph(sortFacts([...matcher.finish({ url: 'https://case.example/' }).facts, ...facts]));
}

/** The doubles as `event id[/label] grade`. */
function doubles(page: string, facts: readonly Fact[] = []): string[] {
  const graph = graphOf(page, facts);
  return graph.doubles.map(({ event: name, destination, label, grade, sendings }) => {
    expect(sendings.length).toBeGreaterThan(1);
    const { id } = graph.destinations[destination]!;
    return `${name} ${id}${label ? `/${label}` : ''} ${grade}`;
  });
}

describe('theme and app pixel', () => {
  const base = js(`fbq('init','${X}');fbq('track','PageView');`);
  test('Meta: the page view is not doubled', () => expect(doubles(base + metaApp(X))).toEqual([]));
  test('Meta: an event that both send is', () =>
    expect(doubles(base + js(`fbq('track','AddToCart')`) + metaApp(X))).toEqual([`product_added_to_cart ${X} always`]));
  test('Meta: an event that the app does not send is not', () =>
    expect(doubles(base + js(`fbq('track','Lead')`) + metaApp(X))).toEqual([]));
  test('Meta: two ids get the event of both sides', () =>
    expect(doubles(base + js(`fbq('track','AddToCart')`) + metaApp(Y))).toEqual([
      `product_added_to_cart ${X} always`,
      `product_added_to_cart ${Y} perhaps`,
    ]));
  test('GA4: page view and event', () =>
    expect(
      doubles(js(`gtag('config','${G}');gtag('event','add_to_cart')`), [
        googleApp({ page_view: [G], add_to_cart: [G], purchase: [G] }),
      ]),
    ).toEqual([`page_viewed ${G} always`, `product_added_to_cart ${G} always`]));
  test('GA4: a quiet copy doubles nothing', () =>
    expect(doubles(js(`gtag('config','${G}',{send_page_view:false})`), [googleApp({ page_view: [G] })])).toEqual([]));
  test('GA4: the app sends an event only to the ids beside it', () =>
    expect(doubles(js(`gtag('config','${G}')`), [googleApp({ page_view: ['G-CASE000002'] })])).toEqual([]));
});

describe('windows of their own', () => {
  test('Meta: a custom pixel and the app pixel double the page view too', () => {
    const facts = [
      tag(X, inPixel('905')),
      event('PageView', { ...inPixel('905', ['page_viewed']), vendor: 'meta' }),
      event('AddToCart', { ...inPixel('905', ['product_added_to_cart']), vendor: 'meta' }),
    ];
    expect(doubles(metaApp(X), facts)).toEqual([`page_viewed ${X} always`, `product_added_to_cart ${X} always`]);
  });

  test('GA4: a quiet custom pixel that sends on events, and the app pixel', () => {
    const facts = [
      tag(G, { ...inPixel('901'), quiet: true }),
      event('page_view', inPixel('901', ['page_viewed'])),
      event('purchase', inPixel('901', ['checkout_completed'])),
      googleApp({ page_view: [G], purchase: [G] }),
    ];
    expect(doubles('', facts)).toEqual([`page_viewed ${G} always`, `checkout_completed ${G} always`]);
  });

  test('Ads: account and label decide, and one transaction is counted once', () => {
    const conversion = (label: string, transactionId: EventFact['transactionId']) => [
      event('conversion', {
        ...inPixel('903', ['checkout_completed']),
        vendor: 'google_ads',
        to: ['AW-700000101'],
        label,
        transactionId,
      }),
      googleApp({ purchase: [LABEL] }),
    ];
    expect(doubles('', conversion('AbCdEfGhIjKlMnOp', 'absent'))).toEqual([`checkout_completed ${LABEL} always`]);
    expect(doubles('', conversion('AbCdEfGhIjKlMnOp', 'present'))).toEqual([]);
    expect(doubles('', conversion('ZZZZ', 'absent'))).toEqual([]);
  });

  test('two custom pixels', () => {
    const facts = ['1', '2'].flatMap((pixel) => [
      tag(G, { ...inPixel(pixel), quiet: true }),
      event('purchase', inPixel(pixel, ['checkout_completed'])),
    ]);
    expect(doubles('', facts)).toEqual([`checkout_completed ${G} always`]);
  });

  test('a container of the page is not in checkout; one in a custom pixel is', () => {
    const purchase: Firing = { onLoad: 'never', pages: {}, events: ['purchase'], when: 'on the event purchase' };
    const sends = (pixel?: string) => [
      event('purchase', { ...inContainer('7', purchase), to: [G], pixel }),
      googleApp({ purchase: [G] }),
    ];
    expect(doubles('', sends())).toEqual([]);
    expect(doubles('', sends('904'))).toEqual([`checkout_completed ${G} some`]);
  });
});

describe('containers', () => {
  test('the page view of a container and of the app pixel', () =>
    expect(doubles('', [tag(G, inContainer('1')), googleApp({ page_view: [G] })])).toEqual([
      `page_viewed ${G} always`,
    ]));

  test('two tags of one container double only as its triggers say', () => {
    const facts = [tag(G, inContainer('1')), event('page_view', { ...inContainer('2'), to: [G] })];
    expect(doubles('', facts)).toEqual([]);
    const cofire: Fact = {
      ...AT,
      kind: 'cofire',
      origin: 'GTM-CASE001',
      vendor: 'ga4',
      id: G,
      effect: 'page view',
      tags: [
        { id: '1', kind: '__googtag' },
        { id: '2', kind: '__gaawe' },
      ],
      grade: 'some',
      when: 'where the path contains /a',
      pages: {},
    };
    expect(doubles('', [...facts, cofire])).toEqual([`page_viewed ${G} some`]);
  });
});

test('the same snippet on five pages is one sender and doubles nothing', () => {
  const facts = ['/', '/a', '/b', '/c', '/d'].flatMap((page, i) => [
    tag(G, { page, script: i, runs: 'load' }),
    event('view_item', { page, script: i, runs: 'load' }),
  ]);
  const graph = graphOf('', facts);
  expect(graph.senders).toHaveLength(1);
  expect(graph.senders[0]!.places.map(({ pages }) => pages)).toEqual([['/', '/a', '/b', '/c', '/d']]);
  expect(graph.sendings).toHaveLength(2);
  expect(graph.doubles).toEqual([]);
});

test('the AMP copy of a page is another document', () => {
  expect(doubles(js(`gtag('config','${G}')`), [tag(G, { form: 'amp' })])).toEqual([]);
});

test('a text that may be personal data is not shown', () => {
  const mail = 'jane@example.com';
  const page = js(`fbq('init','${X}');fbq('track','${mail}');gtag('config','${G}');gtag('event','${mail}')`);
  const facts = [
    event('conversion', { to: [`AW-700000101`, `G-${mail}`, mail], label: mail }),
    event('Lead', { ...inPixel('1', [mail]), vendor: 'meta', to: [X, mail] }),
    tag(X, inPixel('1')),
  ];
  const graph = graphOf(page, facts);
  expect(graph.sendings.length).toBeGreaterThan(3);
  expect(JSON.stringify([graph.sendings, graph.destinations, graph.doubles])).not.toContain('jane');
});

test('the cost of a hostile page is linear, and what is left out is counted', () => {
  const facts = (n: number): Fact[] =>
    Array.from({ length: n }, (_, i) => [
      tag(String(700000000000000 + i), { offset: i, script: i, runs: 'load' }),
      event('Lead', { vendor: 'meta', offset: n + i, script: i, runs: i % 2 ? 'load' : 'handler' }),
      event('purchase', { to: [`G-AAAA${i}`, `AW-70000${i % 999}/a`], script: i, page: `/${i % 50}` }),
    ]).flat();
  const graph = graphOf('', facts(4000));
  expect(graph.left_out).toBeGreaterThan(10_000);
  expect(graph.sendings.length).toBeLessThanOrEqual(2000);
  expect(graph.senders.length).toBeLessThanOrEqual(300);
  expect(graph.destinations.length).toBeLessThanOrEqual(200);
  for (const { sendings } of graph.doubles) expect(sendings.length).toBeLessThanOrEqual(20 * 30);
});
