/** Shops that want a scan to go where it must not, to stay for ever, or to take more than its share. */
import { describe, expect, test } from 'bun:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type MadeUpStore, openStore, PIXEL_HASH, SHOP_HOST } from '../../../test/support/made-up-store.ts';
import { answer, redirect, type Script } from '../../../test/support/scripted-storefront.ts';
import type { PortsideError } from '../../domain/errors.ts';

const FORBIDDEN = /^(\/[a-z]{2}(-[a-z]{2})?)?\/+(checkout|account|apps|admin|cart\/|discount|orders)/i;

/** What a shop was asked for in a deep journey, and what the scan says it did not read. */
async function visit(changes: Partial<MadeUpStore>) {
  await using store = await openStore(changes);
  const result = await store
    .scanner()
    .scan(store.url, { owner: 'test', journey: true, deep: true })
    .catch((error: PortsideError) => error);
  const unread =
    'report' in result
      ? Object.fromEntries(result.report.not_looked_at.map(({ id, reason }) => [id, reason]))
      : { error: result.message };
  return {
    paths: store.paths(),
    google: store.google,
    unread,
    tasks: store.tasks,
    seconds: store.clock.ms / 1000 - 1000,
  };
}

const home = (links: string[]): MadeUpStore['pages'] => ({
  '/': links.map((href) => `<a href="${href}">x</a>`).join(''),
  '/products/cup': 'x',
  '/collections/all': 'x',
  '/cart': 'x',
  '/search': 'x',
});

describe('never asks for a forbidden path', () => {
  test.each([
    ['in links', { pages: home(['/account/products/cup', '/checkout/collections/cups', '/cart/add/products/x']) }],
    [
      'in links with tricks',
      { pages: home(['/x/../checkout/products/a', '//checkout/products/a', '/%63heckout/products/a']) },
    ],
    ['in redirects', { answers: { '/products/cup': redirect('/checkout'), '/cart': redirect('/cart/add?id=1') } }],
    [
      'in redirects of a locale',
      { answers: { '/cart': redirect('/en-de/account/login'), '/search?q=a': redirect('/EN/Checkouts/1') } },
    ],
    [
      'in redirects with escapes',
      { answers: { '/cart': redirect('/%2563heckout'), '/search?q=a': redirect('//account//x') } },
    ],
    ['in the redirect of robots.txt', { answers: { '/robots.txt': redirect('/checkout') } }],
    [
      'in a sitemap',
      {
        pages: home([]),
        answers: {
          '/sitemap.xml': answer(`<loc>http://${SHOP_HOST}/account/products/x</loc>`, {
            headers: { 'Content-Type': 'text/xml' },
          }),
        },
      },
    ],
  ] satisfies [string, Partial<MadeUpStore>][])('%s', async (_, changes) => {
    const { paths } = await visit(changes);
    expect(paths.length).toBeGreaterThan(1);
    expect(paths.filter((path) => FORBIDDEN.test(decodeURIComponent(decodeURIComponent(path))))).toEqual([]);
  });

  test('even if robots.txt allows it', async () => {
    const { paths, unread } = await visit({
      robots: 'User-agent: *\nAllow: /',
      answers: { '/cart': redirect('/checkout') },
    });
    expect(paths).not.toContain('/checkout');
    expect(unread['/cart']).toBe('It redirects to a page that a scan never asks for.');
  });

  test('a redirect to a path that robots.txt forbids is not followed', async () => {
    const { paths, unread } = await visit({
      robots: 'User-agent: *\nDisallow: /private',
      answers: { '/products/cup': redirect('/private/cup') },
    });
    expect(paths).not.toContain('/private/cup');
    expect(unread['/products/cup']).toBe('It redirects. The robots.txt of the shop does not allow it.');
  });
});

describe('stays at the shop', () => {
  test('links to products of other hosts are not links of the shop', async () => {
    const { paths, unread } = await visit({
      pages: home([
        'https://evil.example/products/a',
        '//evil.example/products/b',
        `http://${SHOP_HOST}:1/products/c`,
        'javascript:location="/products/d"',
        'http://user@shop.example/products/e',
      ]),
    });
    expect(paths).not.toContain('/products/a');
    expect(paths).toContain('/sitemap.xml');
    expect(unread['a product page']).toBeDefined();
  });

  test('a base address on another host makes all its links foreign', async () => {
    const { paths } = await visit({ theme: '<base href="https://evil.example/">' });
    expect(paths).not.toContain('/products/cup');
  });

  test.each([
    'http://evil.example/products/cup',
    'http://169.254.169.254/',
    'file:///etc/passwd',
    'http://shop.example.evil.example/',
  ])('a redirect of a page to %s is not followed', async (location) => {
    const { unread } = await visit({ answers: { '/products/cup': redirect(location) } });
    expect(unread['/products/cup']).toMatch(/another site|may not reach/);
  });

  test('endless redirects end, and are counted as requests', async () => {
    const { paths, unread } = await visit({
      answers: {
        '/products/cup': redirect('/products/cup'),
        '/cart': redirect('/cart'),
        '/search?q=a': redirect('/search?q=a'),
      },
    });
    expect(paths.length).toBeLessThanOrEqual(16);
    expect(unread['/products/cup']).toBe('The storefront redirected more than 5 times.');
    expect(Object.values(unread)).toContain('A scan makes at most 16 requests to a shop.');
  });

  test('a custom pixel on the host of someone else is asked for at the shop', async () => {
    const list = `{webPixelsConfigList:[{"id":"7","type":"CUSTOM","runtimeContext":"LAX","scriptVersion":"1"}],storefrontBaseUrl:"https://evil.example",hashVersion:"${PIXEL_HASH}"}`;
    const page = `<p>x</p><script>start(${list})</script>`;
    const { paths } = await visit({ answers: { '/': answer(page) }, pages: {}, pixels: [{ id: '7', code: '' }] });
    expect(paths).toContain(`/web-pixels@${PIXEL_HASH}/custom/web-pixel-7@1/sandbox/modern/`);
  });

  test.each([
    ['hash', '"id":"7","scriptVersion":"1"', '0a1b2c3dw4e5/../../checkout'],
    ['version', '"id":"7","scriptVersion":"1/../../../checkout"', PIXEL_HASH],
    ['id', '"id":"7/../../checkout","scriptVersion":"1"', PIXEL_HASH],
  ])('a %s with the characters of a path makes no address', async (_, entry, hash) => {
    const page = `<p>x</p><script>start({webPixelsConfigList:[{${entry},"type":"CUSTOM","runtimeContext":"LAX"}],hashVersion:"${hash}"})</script>`;
    const { paths } = await visit({ answers: { '/': answer(page) }, pages: {} });
    expect(paths.filter((path) => /wpm|web-pixels|checkout/.test(path))).toEqual([]);
  });
});

describe('takes its share and no more', () => {
  test('of ten thousand custom pixels', async () => {
    const entries = Array.from({ length: 10_000 }, (_, i) => `{"id":"${i + 1}","type":"CUSTOM","scriptVersion":"1"}`);
    const page = `<p>x</p><script>start({webPixelsConfigList:[${entries}],hashVersion:"${PIXEL_HASH}"})</script>`;
    const { paths, unread } = await visit({ answers: { '/': answer(page) }, pages: {} });
    expect(paths.length).toBeLessThanOrEqual(16);
    expect(Object.keys(unread).length).toBeGreaterThan(100);
  });

  test('of a thousand Google tags and containers', async () => {
    const ids = Array.from({ length: 1000 }, (_, i) => String(i).padStart(4, '0'));
    const theme = ids
      .map(
        (id) =>
          `<script src="https://www.googletagmanager.com/gtm.js?id=GTM-A${id}"></script><script>gtag('config','G-ABCDE${id}')</script>`,
      )
      .join('');
    const { google } = await visit({ answers: { '/': answer(`<p>x</p>${theme}`) } });
    expect(google.filter((url) => url.includes('gtm.js'))).toHaveLength(5);
    expect(google.length).toBeLessThanOrEqual(13);
  });

  const bombs: [string, Script][] = [
    ['of spaces', answer(' '.repeat(8 << 20), { headers: { 'Content-Type': 'text/xml' } })],
    ['of gzip', answer(gzipSync(Buffer.alloc(64 << 20, 32)), { headers: { 'Content-Type': 'application/gzip' } })],
    [
      'of brotli',
      answer(brotliCompressSync(Buffer.alloc(64 << 20, 32)), {
        headers: { 'Content-Type': 'text/xml', 'Content-Encoding': 'br' },
      }),
    ],
    [
      'of entities',
      answer(`<!DOCTYPE x [<!ENTITY a "${'a'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(1000)}">]><loc>&b;</loc>`, {
        headers: { 'Content-Type': 'text/xml' },
      }),
    ],
    ['of locations', answer('<loc>'.repeat(12_000), { headers: { 'Content-Type': 'text/xml' } })],
    [
      'that names itself',
      answer(`<loc>http://${SHOP_HOST}/sitemap_products_1.xml</loc>`, { headers: { 'Content-Type': 'text/xml' } }),
    ],
  ];
  test.each(bombs)('of a sitemap bomb %s', async (_, script) => {
    const { paths, tasks } = await visit({
      pages: home([]),
      answers: { '/sitemap.xml': script, '/sitemap_products_1.xml': script },
    });
    expect(paths).toContain('/sitemap.xml');
    expect(paths.length).toBeLessThanOrEqual(8);
    const read = tasks.orders.filter(({ task }) => task === 'sitemap').flatMap(({ attachments }) => attachments ?? []);
    for (const { length } of read) expect(length).toBeLessThanOrEqual(64 * 1024);
  });

  test('of a robots.txt, a custom pixel and pages without end', async () => {
    const endless: Script = (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>');
      const more = () => {
        while (!socket.destroyed && socket.write('x '.repeat(32_768)));
      };
      socket.on('drain', more);
      more();
    };
    const { tasks, unread } = await visit({
      answers: { [`/web-pixels@${PIXEL_HASH}/custom/web-pixel-7@1/sandbox/modern/`]: endless, '/cart': endless },
      pixels: [{ id: '7', code: '' }],
    });
    const largest = Math.max(...tasks.orders.filter(({ task }) => task === 'custom_pixel').map(({ size = 0 }) => size));
    expect(largest).toBe(1 << 20);
    expect(Object.keys(unread)).toContain('7');
  });

  test('of the memory for bodies: each is given back when it was read', async () => {
    const page = answer(`<a href="/products/cup">x</a>${'<p>x</p>'.repeat(60_000)}`);
    await using store = await openStore({
      answers: { '/': page, '/products/cup': page, '/collections/all': page, '/cart': page, '/search?q=a': page },
    });
    // Two of the pages fit, five do not.
    const scanner = store.scanner({ bodyBytesMax: 1_300_000 });
    const { report } = await scanner.scan(store.url, { owner: 'test', journey: true });
    expect(report.not_looked_at).toEqual([]);
    const again = await scanner.scan(store.url, { owner: 'test', journey: true, fresh: true });
    expect(again.report.not_looked_at).toEqual([]);
  });
});

test('a journey whose caller goes away goes on, is charged, and leaves nothing running', async () => {
  await using store = await openStore();
  const scanner = store.scanner();
  const charged = Promise.withResolvers<number>();
  void scanner.scan(store.url, { owner: 'test', journey: true, charge: (cost) => charged.resolve(cost.bytesFetched) });
  expect(await charged.promise).toBeGreaterThan(5000);
  expect(scanner.load()).toMatchObject({ running: 0, waiting: 0 });
  expect(store.requests).toHaveLength(6);
});

test('a shop whose bodies never end in time stops at the limit of the whole scan', async () => {
  await using store = await openStore({
    answers: {
      '/cart': (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>');
      },
    },
  });
  // What a fetch may still take is what is left of the scan, by the clock that a test moves.
  const { report } = await store.scanner().scan(store.url, { owner: 'test', journey: true, totalMs: 4_200 });
  const unread = Object.fromEntries(report.not_looked_at.map(({ id, reason }) => [id, reason]));
  expect(unread['/cart']).toMatch(/did not answer within 1 seconds|takes at most/);
  expect(store.paths()).not.toContain('/search?q=a');
});
