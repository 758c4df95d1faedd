/** What a journey through a shop on this machine shows beyond its pages. */
import { describe, expect, test } from 'bun:test';
import { type MadeUpStore, openStore } from '../../../test/support/made-up-store.ts';
import { JOURNEY_RULES } from './journey.ts';

const META = '123456789012345';
const code = (text: string) => `<script>${text}</script>`;
const init = code(`fbq('init','${META}');fbq('track','PageView');`);
const OWN = new Set(JOURNEY_RULES.map(({ id }) => id));

async function journey(pages: Record<string, string>, changes: Partial<MadeUpStore> = {}) {
  const links = '<a href="/products/cup">Cup</a><a href="/collections/cups">Cups</a>';
  await using store = await openStore({
    ...changes,
    pages: {
      '/products/cup': '',
      '/collections/cups': '',
      '/cart': '',
      '/search': '',
      ...pages,
      '/': (pages['/'] ?? '') + links,
    },
  });
  return (await store.scanner().scan(store.url, { owner: 'test', journey: true })).report;
}

async function found(pages: Record<string, string>, changes?: Partial<MadeUpStore>): Promise<string[]> {
  const { findings } = await journey(pages, changes);
  return findings
    .filter(({ rule_id }) => OWN.has(rule_id))
    .map(({ rule_id, severity, message, remedy }) => `${severity} ${rule_id}: ${message.replace(remedy, '').trim()}`);
}

describe('a tag that pages lack', () => {
  test('is worth a note', async () => {
    expect(await found({ '/': init, '/products/cup': init, '/collections/cups': init, '/search': init })).toEqual([
      `info tag_missing_on_pages: Meta pixel ${META} is on the home page and not on these: cart (line 4, column 22).`,
    ]);
  });

  test('is a fault where code sends events to it', async () => {
    const [first] = await found({
      '/': init,
      '/products/cup': code("fbq('track','ViewContent')"),
      '/collections/cups': init,
      '/cart': init,
      '/search': init,
    });
    expect(first).toMatch(
      /^warn tag_missing_on_pages: .* not on these: product; code there sends ViewContent, which nobody gets/,
    );
  });

  const all = { theme: init };
  test('is not said of a tag on every page', async () => expect(await found({}, all)).toEqual([]));
  test('is not said where an app pixel has the id', async () => {
    const app = {
      id: '1',
      type: 'APP',
      apiClientId: 2329312,
      runtimeContext: 'OPEN',
      scriptVersion: '1',
      configuration: JSON.stringify({ pixel_id: META, pixel_type: 'facebook_pixel' }),
    };
    expect(await found({ '/': init }, { apps: [app] })).toEqual([]);
  });
  test('is not said where a consent platform may bring it later', async () => {
    const platform = '<script src="https://consent.cookiebot.com/uc.js"></script>';
    expect(await found({ '/': init }, { theme: platform })).toEqual([]);
  });
  test('is not said of a single page', async () => {
    await using store = await openStore({ pages: { '/': init } });
    const { report } = await store.scanner().scan(store.url, { owner: 'test' });
    expect(report.findings.map(({ rule_id }) => rule_id)).not.toContain('tag_missing_on_pages');
  });
});

test('a product view on every page is no product view', async () => {
  const view = code("fbq('track','ViewContent')");
  const ids = async (theme: string, pages = {}) =>
    (await found(pages, { theme })).filter((text) => text.includes('view_event'));
  expect(await ids(init + view)).toHaveLength(1);
  expect(await ids(init, { '/products/cup': view })).toEqual([]);
  expect(await ids(init + code("function send() { fbq('track','ViewContent'); }"))).toEqual([]);
});

test('an addition to the cart when a page loads', async () => {
  const add = "fbq('track','AddToCart')";
  const of = async (page: string, text: string) =>
    (await found({ [page]: text }, { theme: init })).filter((line) => line.includes('cart_event'));
  expect(await of('/products/cup', code(add))).toHaveLength(1);
  expect(
    await of('/products/cup', code(`document.querySelector('form').addEventListener('submit',()=>{${add}})`)),
  ).toEqual([]);
  expect(await of('/cart', code(add))).toEqual([]);
});

test('the same block on five pages is one finding with its pages', async () => {
  const { findings } = await journey({}, { theme: init });
  const legacy = findings.filter(({ rule_id }) => rule_id === 'legacy_meta_pixel_call');
  expect(legacy).toHaveLength(1);
  expect(legacy[0]!.places).toHaveLength(1);
  expect(legacy[0]!.places[0]!.pages).toEqual(['/', '/products/cup', '/collections/cups', '/cart', '/search']);
});

test('two copies on different pages never run together', async () => {
  const other = `<!-- BEGIN app block: shopify://apps/pixels/blocks/x/1 -->${init}<!-- END app block -->`;
  const doubles = async (pages: Record<string, string>) =>
    (await journey(pages)).findings
      .filter(({ rule_id }) => rule_id === 'meta_pixel_initialized_twice')
      .map(({ places }) => places.flatMap(({ pages: on }) => on ?? []));
  expect(await doubles({ '/': init, '/products/cup': other })).toEqual([]);
  expect((await doubles({ '/': init, '/products/cup': init + other })).flat()).toContain('/products/cup');
});

test('a container of one page never doubles with code of another', async () => {
  const resource = {
    version: '1',
    macros: [{ function: '__e' }],
    tags: [{ function: '__html', vtp_html: init, tag_id: 1 }],
    predicates: [{ function: '_eq', arg0: ['macro', 0], arg1: 'gtm.js' }],
    rules: [
      [
        ['if', 0],
        ['add', 0],
      ],
    ],
  };
  const gtm = '<script src="https://www.googletagmanager.com/gtm.js?id=GTM-MADEUP1"></script>';
  const view = code(`fbq('init','${META}');fbq('track','ViewContent');`);
  const doubles = async (home: string, product: string) => {
    await using store = await openStore({
      containers: { 'GTM-MADEUP1': { resource: { ...resource, tags: [{ ...resource.tags[0], vtp_html: view }] } } },
      pages: { '/': `${home}<a href="/products/cup">Cup</a>`, '/products/cup': product, '/cart': '', '/search': '' },
    });
    const { report } = await store.scanner().scan(store.url, { owner: 'test', journey: true, deep: true });
    return report.graph.doubles.map(({ event }) => event);
  };
  expect(await doubles(gtm, view)).toEqual([]);
  expect(await doubles('', gtm + view)).toEqual(['product_viewed']);
});
