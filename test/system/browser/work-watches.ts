/**
 * Watches in a browser: a store that changes, a receiver on this machine that is told, and the page that shows both.
 *   PORTSIDE_BIN=dist/portside bun test ./test/system/browser/work-watches.ts
 * Skipped when the binary or Chromium is missing, except with CI=true, when that is a failure.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { openSqlite } from '../../../src/adapters/sqlite/open.ts';
import { systemClock } from '../../../src/adapters/system/clock.ts';
import { KeyIssuer } from '../../../src/keys/key-issuer.ts';
import home from '../../../src/pixel/demo-store/home.liquid' with { type: 'text' };
import { type RunningServer, run, serve } from '../../support/program.ts';
import { tempDir } from '../../support/temp.ts';
import { until } from '../../support/until.ts';
import { launch, missing, violations } from './chromium.ts';

const LOOKS: [string, BrowserContextOptions][] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['a phone', { viewport: { width: 390, height: 844 } }],
];
/** A page of the demo store, before and after somebody adds a pixel. */
const CHANGED = home.replace('</head>', "<script>fbq('init','1234567890123');fbq('track','PageView')</script></head>");

describe.skipIf(missing.length > 0)('watches in a browser', () => {
  const dir = tempDir();
  const received: { headers: Record<string, string>; body: string }[] = [];
  /** The store and the receiver, on one port, which the server may reach. */
  let storePage = home;
  let receiverStatus = 204;
  const outside = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      if (request.method === 'GET') {
        if (new URL(request.url).pathname === '/robots.txt') return new Response(null, { status: 404 });
        return new Response(storePage, { headers: { 'content-type': 'text/html' } });
      }
      received.push({ headers: Object.fromEntries(request.headers), body: await request.text() });
      return new Response(null, { status: receiverStatus });
    },
  });
  const store = `http://127.0.0.1:${outside.port}/`;
  const hook = `${store}hook`;
  let server: RunningServer;
  let browser: Browser;
  let key: string;
  /** Errors in the browser's console: a violated policy, a failed script, a missing file. */
  const complaints: string[] = [];

  beforeAll(async () => {
    await run(['migrate', 'up'], dir);
    const storage = openSqlite(join(dir, 'var', 'portside.db'), { lockWaitMs: 5000 });
    const by = { name: 'test', origin: 'test' };
    const wanted = { name: 'Harbor Trading', scope: 'all', notes: 'delegate:on' } as const;
    key = (await new KeyIssuer(storage, systemClock).issue(wanted, by)).key;
    await storage.close();
    server = await serve(dir, [], { PORTSIDE_SCAN_ALLOW: `127.0.0.1:${outside.port}` });
    browser = await launch();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await outside.stop(true);
  });

  async function open(options: BrowserContextOptions = {}): Promise<{ context: BrowserContext; page: Page }> {
    const context = await browser.newContext({ baseURL: server.url, ...options });
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      // The browser also reports every 4xx status as an error, and some tests provoke those.
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) complaints.push(message.text());
    });
    await page.goto('/work/watches');
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/work/watches');
    return { context, page };
  }

  async function check(page: Page, what: string): Promise<void> {
    expect([what, await violations(page)]).toEqual([what, []]);
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect([what, isWide]).toEqual([what, false]);
  }

  /** The path of the watch on the page of its secret. */
  async function storeSecret(page: Page): Promise<string> {
    const secret = (await page.locator('#secret').textContent())!;
    await page.getByRole('link', { name: 'I stored it' }).click();
    await page.waitForURL(/\/work\/watches\/wat_/);
    expect(await page.content()).not.toContain(secret);
    return secret;
  }

  test('a store changes: the watch tells it, the receiver verifies it, and the page shows the delivery by itself', async () => {
    const { context, page } = await open();
    await check(page, 'the empty list');
    await page.getByRole('link', { name: 'Watch stores' }).click();
    await check(page, 'a new watch of stores');
    await page.getByLabel('Stores', { exact: true }).fill(store);
    await page.getByLabel('Name').fill('My shop');
    await page.getByLabel('Webhook').fill(hook);
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    await page.locator('#secret').waitFor();
    await check(page, 'the secret');
    const secret = await storeSecret(page);
    // The page asks by itself until the first look is done.
    await page.getByText('first look, or change told').waitFor();
    expect(await page.getByText('Nothing told in the last 90 days').count()).toBe(1);

    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('While it is paused').waitFor();
    storePage = CHANGED;
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('Store changed').waitFor();
    await page.getByText('delivered', { exact: true }).waitFor();
    await page.getByText('answered 204').waitFor();
    const [event] = received.splice(0);
    expect(new Webhook(secret).verify(event!.body, event!.headers)).toMatchObject({
      type: 'pixel.changed',
      data: { store, watch_name: 'My shop' },
    });
    const { summary } = (JSON.parse(event!.body) as { data: { summary: string } }).data;
    expect(await page.locator('.event-words').first().textContent()).toContain(summary);
    await page.getByText('All of it').first().click();
    await page.getByText('New tags', { exact: true }).first().waitFor();

    await page.goto('/work/watches');
    expect(await page.getByRole('row').nth(1).textContent()).toContain(summary);
    await context.close();
  }, 240_000);

  test('a receiver that fails is shown, and gets the event again on request, the same words', async () => {
    receiverStatus = 500;
    const { context, page } = await open();
    await page.goto('/work/watches/new?codes=9401.61.4011');
    await page.getByLabel('Webhook').fill(hook);
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    await storeSecret(page);
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('answered 500').first().waitFor();
    receiverStatus = 204;
    await page.getByRole('button', { name: /^Send again/ }).click();
    await page.getByText('delivered', { exact: true }).waitFor();
    await until('it arrived', () => received.length >= 2);
    const bodies = received.splice(0).map(({ body }) => body);
    expect(new Set(bodies).size).toBe(1);

    await page.getByText('All of it').click();
    await page.getByText('The body as it is sent').click();
    await page.getByText('"watch.test"').waitFor();
    await page.getByText('Remove this watch').click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('The watch is removed.').waitFor();
    await page.getByRole('link', { name: 'All events' }).click();
    await page.getByRole('heading', { name: 'Events', exact: true }).waitFor();
    // A test goes with its watch.
    expect(await page.getByText('Test', { exact: true }).count()).toBe(0);
    await context.close();
  }, 240_000);

  test('of two tabs, one removes the watch: the other is told that there is none', async () => {
    const { context, page } = await open();
    await page.goto('/work/watches/new?codes=7318.15.20');
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    await page.waitForURL(/\/work\/watches\/wat_/);
    const other = await context.newPage();
    await other.goto(page.url());
    await page.getByText('Remove this watch').click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('The watch is removed.').waitFor();
    await other.getByRole('button', { name: 'Pause' }).click();
    await other.getByText('This API key has no watch with this id.').waitFor();
    await context.close();
  });

  test('a session that ends loses no typed number', async () => {
    const { context, page } = await open();
    await page.goto('/work/watches/new');
    await page.getByLabel('Tariff numbers', { exact: true }).fill('9401.61.4011\n7318.15.20');
    await context.clearCookies();
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    await page.getByRole('link', { name: 'Sign in and go back to this page' }).click();
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/work/watches/new');
    expect(await page.getByLabel('Tariff numbers', { exact: true }).inputValue()).toBe('9401.61.4011\n7318.15.20');
    await context.close();
  });

  test('without JavaScript a watch is made, tested, paused and removed', async () => {
    const { context, page } = await open({ javaScriptEnabled: false });
    await page.goto('/work/watches/new');
    await page.getByLabel('Tariff numbers', { exact: true }).fill('7318.15.20');
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    await page.getByText('The watch is made.').waitFor();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('Test', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('While it is paused').waitFor();
    await page.getByText('Remove this watch').click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('The watch is removed.').waitFor();
    await context.close();
  });

  test.each(LOOKS)(
    'no page in %s has a fault that axe finds, or is wider than the screen',
    async (_, options) => {
      const { context, page } = await open(options);
      await check(page, 'the list');
      const watch = await page.getByRole('link', { name: 'My shop' }).getAttribute('href');
      for (const path of [
        '/work/watches/new',
        '/work/watches/new?kind=pixel',
        watch!,
        '/work/events',
        '/work/account',
      ]) {
        await page.goto(path);
        for (const more of await page.getByText(/^All of it$|^Remove this watch$/).all()) await more.click();
        for (const more of await page.getByText('The body as it is sent').all()) await more.click();
        await check(page, path);
      }
      await page.goto('/work/watches/new');
      await page.getByLabel('Tariff numbers', { exact: true }).fill('screws');
      await page.getByRole('button', { name: 'Watch', exact: true }).click();
      await page.getByText('“screws” must be').waitFor();
      await check(page, 'a refused watch');
      await context.close();
    },
    240_000,
  );

  test('the browser complained about nothing', () => expect(complaints).toEqual([]));
});
