/** A journey through a shop on this machine: what is asked for, in which order, how far apart, and what is never asked for. */
import { describe, expect, test } from 'bun:test';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type MadeUpStore, openStore, PIXEL_HASH, SHOP_HOST } from '../../../test/support/made-up-store.ts';
import { answer, redirect } from '../../../test/support/scripted-storefront.ts';
import type { WorkCost } from '../../domain/resource-cost.ts';
import type { DetailedReport } from '../../domain/scan-report.ts';

const ALL = ['/', '/robots.txt', '/products/cup', '/collections/cups', '/cart', '/search?q=a'];
const CLASSIC = `User-agent: *
Disallow: /admin
Disallow: /cart
Disallow: /orders
Disallow: /checkouts/
Disallow: /checkout
Disallow: /account
Disallow: /search
Disallow: /cdn/wpm/*.js
Sitemap: http://${SHOP_HOST}/sitemap.xml`;
const NEWER = `User-agent: *
Allow: /
Disallow: /cart/
Disallow: /cart.js
Disallow: /checkout
Disallow: /account
Disallow: /cdn/wpm/*.js`;
const PIXELS = [
  { id: '7', code: "fetch('https://a.example/')" },
  { id: '8', version: '3', code: "fetch('https://b.example/')" },
];
const sandbox = (id: string, version = 1, root = 'web-pixels', path = '/') =>
  `/${root}@${PIXEL_HASH}/custom/web-pixel-${id}@${version}/sandbox/modern${path}`;

async function visit(changes: Partial<MadeUpStore>, path = '', deep = false) {
  await using store = await openStore(changes);
  const costs: WorkCost[] = [];
  const scan = await store
    .scanner()
    .scan(store.url + path, { owner: 'test', journey: true, deep, charge: (cost) => costs.push(cost) });
  return { ...store, scan, report: scan.report, paths: store.paths(), costs };
}

const unread = ({ not_looked_at }: DetailedReport) =>
  Object.fromEntries(not_looked_at.map(({ id, reason }) => [id, reason]));

describe('a journey', () => {
  test('reads home, one product, one collection, cart and search, one after another, a second apart', async () => {
    const { paths, requests, report } = await visit({});
    expect(paths).toEqual(ALL);
    expect(requests.map(({ atMs }) => atMs - requests[0]!.atMs)).toEqual([0, 1000, 2000, 3000, 4000, 5000]);
    expect(report.not_looked_at).toEqual([]);
  });

  test('has an honest name and no cookie', async () => {
    const page = answer('<p>x</p><a href="/products/cup">x</a>', { headers: { 'Set-Cookie': 'a=b; Path=/' } });
    const { requests } = await visit({ answers: { '/': page, '/products/cup': page } });
    for (const { head } of requests) {
      expect(head).toContain('User-Agent: PortsideScan/1.0 (+mailto:ops@example.com)');
      expect(head).not.toMatch(/cookie|referer|authorization/i);
    }
    expect(requests).toHaveLength(6);
  });

  test('starts at the page that was given, and visits home as well', async () => {
    const { paths } = await visit({}, 'products/cup');
    expect(paths).toEqual(['/products/cup', '/robots.txt', '/', '/collections/cups', '/cart', '/search?q=a']);
  });

  test('keeps the locale of the shop', async () => {
    const pages = {
      '/en-de': '<a href="/en-de/products/cup">Cup</a>',
      '/en-de/products/cup': 'x',
      '/en-de/collections/all': 'x',
      '/en-de/cart': 'x',
      '/en-de/search': 'x',
    };
    const { paths, report } = await visit({ pages, answers: { '/': redirect('/en-de') } });
    expect(paths).toEqual(['/', '/en-de', '/robots.txt', ...Object.keys(pages).slice(1, 4), '/en-de/search?q=a']);
    expect(report.not_looked_at).toEqual([]);
  });

  test('takes a product from the sitemap if no page links to one, and no more than its beginning', async () => {
    const index = `<sitemapindex><sitemap><loc>http://${SHOP_HOST}:PORT/sitemap_products_1.xml?from=1&amp;to=9</loc></sitemap></sitemapindex>`;
    const list = `<urlset><url><loc>http://${SHOP_HOST}:PORT/</loc></url><url><loc>http://${SHOP_HOST}:PORT/products/cup</loc></url></urlset>`;
    const xml = { headers: { 'Content-Type': 'application/xml' } };
    let port = 0;
    const served =
      (text: string, zip = false) =>
      (socket: Socket, head: string) => {
        port = Number(/^Host: .*:(\d+)/m.exec(head)![1]);
        const body = text.replaceAll('PORT', String(port)) + ' '.repeat(1 << 20);
        answer(zip ? gzipSync(body) : body, zip ? { headers: { 'Content-Type': 'application/x-gzip' } } : xml)(
          socket,
          head,
        );
      };
    const { paths, report } = await visit({
      pages: { '/': '<h1>Home</h1>', '/products/cup': 'x', '/collections/all': 'x', '/cart': 'x', '/search': 'x' },
      answers: { '/sitemap.xml': served(index), '/sitemap_products_1.xml?from=1&to=9': served(list, true) },
    });
    expect(paths.slice(0, 5)).toEqual([
      '/',
      '/robots.txt',
      '/sitemap.xml',
      '/sitemap_products_1.xml?from=1&to=9',
      '/products/cup',
    ]);
    expect(report.not_looked_at).toEqual([]);
  });

  test('says that no product was found', async () => {
    const { paths, report } = await visit({ pages: { '/': '<h1>Home</h1>', '/cart': 'x' } });
    expect(paths).toContain('/sitemap.xml');
    expect(unread(report)).toEqual({
      'a product page': 'There is no page at this address (HTTP 404).',
      '/collections/all': 'There is no page at this address (HTTP 404).',
      '/search?q=a': 'There is no page at this address (HTTP 404).',
    });
  });

  test('is cached like a scan, beside plain and deep scans of the page', async () => {
    await using store = await openStore();
    const scanner = store.scanner();
    const options = { owner: 'test', journey: true } as const;
    const [first, second] = await Promise.all([scanner.scan(store.url, options), scanner.scan(store.url, options)]);
    expect([first.cache, second.cache]).toEqual(['MISS', 'SHARED']);
    expect((await scanner.scan(store.url, options)).cache).toBe('HIT');
    expect(scanner.scanCached(store.url, false, true)?.body).toBe(first.body);
    expect(scanner.scanCached(store.url)).toBeUndefined();
    expect(scanner.scanCached(store.url, true, true)).toBeUndefined();
    expect(store.requests).toHaveLength(6);
  });

  test('charges what it used, once', async () => {
    const { costs, scan } = await visit({});
    expect(costs).toHaveLength(1);
    expect(costs[0]!.bytesFetched).toBeGreaterThan(5 * 1000);
    expect(costs[0]!.cpuMs).toBeGreaterThan(5);
    expect(scan.cache).toBe('MISS');
  });
});

test('what every page names is listed once', async () => {
  const apps = [{ id: '5', type: 'APP', apiClientId: 1, runtimeContext: 'STRICT', scriptVersion: 'a' }];
  const theme = '<script src="https://www.googletagmanager.com/gtm.js?id=GTM-MADEUP1"></script>';
  const { report } = await visit({ apps, pixels: PIXELS, theme });
  expect(report.looked_at.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
    ...ALL.filter((path) => path !== '/robots.txt').map((path) => `page ${path.replace('?q=a', '')}`),
    'app_pixel 5',
  ]);
  expect(report.not_looked_at.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
    'container GTM-MADEUP1',
    'custom_pixel 7',
    'custom_pixel 8',
  ]);
});

describe('robots.txt', () => {
  test('older default of Shopify: neither cart nor search, and the report says so', async () => {
    const { paths, report } = await visit({ robots: CLASSIC });
    expect(paths).toEqual(['/', '/robots.txt', '/products/cup', '/collections/cups']);
    const reason = 'The robots.txt of the shop does not allow it.';
    expect(unread(report)).toEqual({ '/cart': reason, '/search?q=a': reason });
  });

  test('newer default of Shopify: every page', async () => {
    const { paths } = await visit({ robots: NEWER });
    expect(paths).toEqual(ALL);
  });

  test('of a shop that allows nothing: only the page that was given', async () => {
    const { paths, report } = await visit({ robots: 'User-agent: *\nDisallow: /', pixels: PIXELS }, '', true);
    expect(paths).toEqual(['/', '/robots.txt']);
    expect(Object.keys(unread(report)).sort()).toEqual(
      ['/collections/cups', '/cart', '/products/cup', '/search?q=a', '7', '8'].sort(),
    );
  });

  test('with rules for this scan, which win over those for everyone', async () => {
    const { paths } = await visit({
      robots: 'User-agent: *\nDisallow: /\n\nUser-agent: PortsideScan\nDisallow: /cart',
    });
    expect(paths).toEqual(['/', '/robots.txt', '/products/cup', '/collections/cups', '/search?q=a']);
  });

  test.each([
    ['a server error', answer('x', { status: '500 Oops' })],
    ['unavailable', answer('x', { status: '503 No', headers: { 'Retry-After': '5' } })],
    ['a refusal', answer('x', { status: '403 No' })],
    ['a challenge', answer('<!doctype html><title>Just a moment...</title>')],
    ['a redirect to another site', redirect('http://other.example/robots.txt')],
    ['endless redirects', redirect('/robots.txt')],
    ['broken compression', answer('x', { headers: { 'Content-Encoding': 'gzip', 'Content-Type': 'text/plain' } })],
  ])('that cannot be read (%s): only the page that was given', async (_, script) => {
    const { paths, report } = await visit({ answers: { '/robots.txt': script }, pixels: PIXELS }, '', true);
    expect(new Set(paths)).toEqual(new Set(['/', '/robots.txt']));
    expect(paths.length).toBeLessThanOrEqual(7);
    for (const reason of Object.values(unread(report))) expect(reason).toMatch(/robots\.txt|refused/);
    expect(report.not_looked_at).toHaveLength(6);
  });

  test('a crawl delay of 3 seconds is kept', async () => {
    const { requests } = await visit({ robots: 'User-agent: *\nCrawl-delay: 3' });
    const gaps = requests.slice(1).map(({ atMs }, i) => atMs - requests[i]!.atMs);
    expect(gaps).toEqual([1000, 3000, 3000, 3000, 3000]);
  });

  test('a crawl delay of 30 seconds: only the page that was given', async () => {
    const { paths, report } = await visit({ robots: 'User-agent: *\nCrawl-delay: 30' });
    expect(paths).toEqual(['/', '/robots.txt']);
    expect(unread(report)['/cart']).toContain('more than 10 seconds');
  });
});

describe('a visit ends', () => {
  test.each(['403 Forbidden', '429 Too Many Requests', '430 Blocked'])('with the first %s', async (status) => {
    const { paths, report } = await visit({ answers: { '/products/cup': answer('x', { status }) } });
    expect(paths).toEqual(['/', '/robots.txt', '/products/cup']);
    expect(unread(report)['/cart']).toBe(
      `The shop refused an earlier request of the scan (HTTP ${status.slice(0, 3)}).`,
    );
  });

  test('at a Retry-After, of an error or of a page', async () => {
    const busy = answer('x', { status: '500 x', headers: { 'Retry-After': '60' } });
    const page = answer('<h1>Cup</h1>', { headers: { 'Retry-After': '60' } });
    for (const script of [busy, page]) {
      const { paths } = await visit({ answers: { '/products/cup': script } });
      expect(paths).toEqual(['/', '/robots.txt', '/products/cup']);
    }
  });

  test('with a redirect to the password page', async () => {
    for (const location of ['/password', '/en-de/password']) {
      const { paths, report } = await visit({ answers: { '/products/cup': redirect(location) } });
      expect(paths).toEqual(['/', '/robots.txt', '/products/cup']);
      expect(new Set(Object.values(unread(report)))).toEqual(new Set(['The shop is closed by its password page.']));
    }
  });

  test('before it begins, if the first page is the password page', async () => {
    await using store = await openStore({
      answers: { '/': redirect('/password') },
      pages: { '/password': '<p>Soon</p>' },
    });
    const scan = store.scanner().scan(store.url, { owner: 'test', journey: true });
    await expect(scan).rejects.toMatchObject({ message: expect.stringContaining('password page') });
    expect(store.paths()).toEqual(['/', '/password']);
  });

  test('not at a page that is missing or fails', async () => {
    for (const status of ['404 Not Found', '500 Oops']) {
      const { paths, report } = await visit({ answers: { '/products/cup': answer('x', { status }) } });
      expect(paths).toEqual(ALL);
      expect(Object.keys(unread(report))).toEqual(['/products/cup']);
    }
  });

  test('after 120 seconds', async () => {
    const { requests, report } = await visit(
      {
        robots: 'User-agent: *\nCrawl-delay: 10',
        pixels: Array.from({ length: 8 }, (_, i) => ({ id: `${i}`, code: '' })),
      },
      '',
      true,
    );
    expect(requests.at(-1)!.atMs - requests[0]!.atMs).toBeLessThan(120_000);
    expect(Object.values(unread(report))).toContain('A scan takes at most 120 seconds.');
  });

  test('after 16 requests, and says what is missing', async () => {
    const pixels = Array.from({ length: 10 }, (_, i) => ({ id: `${i + 1}`, code: '', root: 'wpm' as const }));
    const { paths, report } = await visit({ pixels }, '', true);
    expect(paths).toHaveLength(16);
    expect(Object.values(unread(report))).toContain('A scan makes at most 16 requests to a shop.');
  });
});

describe('custom pixels', () => {
  test('are read from the root that the shop knows, asked for once', async () => {
    const pixels = PIXELS.map((pixel) => ({ ...pixel, root: 'wpm' as const }));
    const { paths, report } = await visit({ pixels }, '', true);
    expect(paths.slice(6)).toEqual([sandbox('7'), sandbox('7', 1, 'wpm'), sandbox('8', 3, 'wpm')]);
    expect(report.not_looked_at).toEqual([]);
  });

  test('that robots.txt forbids are not asked for', async () => {
    const { paths, report } = await visit(
      { pixels: PIXELS, robots: 'User-agent: *\nDisallow: /web-pixels@' },
      '',
      true,
    );
    expect(paths).toEqual(ALL);
    expect(unread(report)).toEqual({
      '7': 'The robots.txt of the shop does not allow it.',
      '8': 'The robots.txt of the shop does not allow it.',
    });
  });

  test('a container and a Google tag in their code are read as well', async () => {
    const code =
      "var s=document.createElement('script');s.src='https://www.googletagmanager.com/gtm.js?id=GTM-INPIXEL';";
    const { google } = await visit({ pixels: [{ id: '7', code }] }, '', true);
    expect(google).toEqual(['https://www.googletagmanager.com/gtm.js?id=GTM-INPIXEL']);
  });
});
