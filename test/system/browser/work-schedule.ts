/**
 * The schedule and the changes of the workbench in a browser: Debian's Chromium and the compiled binary.
 *   PORTSIDE_BIN=dist/portside bun test ./test/system/browser/work-schedule.ts
 * Skipped when either is missing, except with CI=true, when that is a failure.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { gzipSync } from 'bun';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { openSqlite } from '../../../src/adapters/sqlite/open.ts';
import { systemClock } from '../../../src/adapters/system/clock.ts';
import { KeyIssuer } from '../../../src/keys/key-issuer.ts';
import { type RunningServer, run, serve } from '../../support/program.ts';
import { tempDir } from '../../support/temp.ts';
import { launch, missing, violations } from './chromium.ts';

const PAGES = [
  '/work',
  '/work/schedule',
  '/work/schedule?q=aluminum+ladders',
  '/work/schedule?q=zzzqqq',
  '/work/schedule/73',
  '/work/schedule/9401.61',
  '/work/schedule/7326.90.8688',
  '/work/schedule/9401.99.9081',
  '/work/changes',
  '/work/changes/2026-04-06',
  '/work/changes/2027-01-01',
];
const LOOKS: [string, BrowserContextOptions][] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['a phone', { viewport: { width: 390, height: 844 } }],
];
const SCRIPT_BYTES_MAX = 100_000;

describe.skipIf(missing.length > 0)('the schedule and the changes in a browser', () => {
  const dir = tempDir();
  let server: RunningServer;
  let browser: Browser;
  let key: string;
  /** Errors in the browser's console: a violated policy, a failed script, a missing file. */
  const complaints: string[] = [];

  beforeAll(async () => {
    await run(['migrate', 'up'], dir);
    const storage = openSqlite(join(dir, 'var', 'portside.db'), { lockWaitMs: 5000 });
    const issuer = new KeyIssuer(storage, systemClock);
    const input = { name: 'Harbor Trading', scope: 'all', notes: 'delegate:on' } as const;
    ({ key } = await issuer.issue(input, { name: 'test', origin: 'test' }));
    await storage.close();
    server = await serve(dir);
    browser = await launch();
    await send('/api/v2/watches', { name: 'Furniture', codes: ['9401.61.4011', '7326.90.8688'] });
    await send('/api/v2/tariff/audits', { rows: [{ hts: '7326.90.8688' }, { hts: 'nonsense' }] });
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  async function send(path: string, body: unknown): Promise<void> {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(server.url + path, { method: 'POST', body: JSON.stringify(body), headers });
    expect(answer.ok).toBe(true);
  }

  /** A browser that is signed in. */
  async function open(options: BrowserContextOptions = {}): Promise<{ context: BrowserContext; page: Page }> {
    const context = await browser.newContext({ baseURL: server.url, ...options });
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      // The browser also reports every 4xx status as an error, and some pages here have those.
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) complaints.push(message.text());
    });
    await page.goto('/work');
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/work');
    return { context, page };
  }

  test.each(LOOKS)('no page in %s has a fault that axe finds, or is wider than the screen', async (_, options) => {
    const { context, page } = await open(options);
    for (const path of PAGES) {
      await page.goto(path);
      expect([path, await violations(page)]).toEqual([path, []]);
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      expect([path, isWide]).toEqual([path, false]);
    }
    await context.close();
  });

  test('a number is found by words with the keyboard alone, and leads to its duty, its history and the changes', async () => {
    const { context, page } = await open();
    await page.goto('/work/schedule');
    await page.getByLabel('Search by words or number').focus();
    await page.keyboard.type('aluminum ladders');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/work/schedule?q=aluminum+ladders');
    await page.getByRole('link', { name: '7616.99.5130' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/work/schedule/7616.99.5130');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('7616.99.5130');
    const duty = page.getByRole('link', { name: 'Work out the duty' });
    expect(await duty.getAttribute('href')).toBe('/work/tariff/duties?code=7616.99.5130');
    await page.locator('.history a').first().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/work\/changes\/\d{4}-\d\d-\d\d\?number=7616.99.5130$/);
    await page.getByRole('link', { name: '7616.99.5130' }).first().waitFor();
    await context.close();
  });

  test('the tree is walked without JavaScript from a chapter to a number and back up', async () => {
    const { context, page } = await open({ javaScriptEnabled: false });
    await page.goto('/work/schedule');
    for (const step of ['Chapter 73', '7326', '7326.90', '7326.90.86', '7326.90.8688']) {
      await page.locator('main').getByRole('link', { name: step, exact: true }).click();
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(step);
    }
    const path = page.getByRole('navigation', { name: 'Where this number stands' });
    await path.getByRole('link', { name: '7326', exact: true }).click();
    await page.waitForURL('**/work/schedule/7326');
    await context.close();
  });

  test('the calendar names the numbers of the own lists, and which lists were compared', async () => {
    const { context, page } = await open();
    await page.getByRole('link', { name: 'All changes' }).click();
    await page.waitForURL('**/work/changes');
    await page.getByText('all 2 numbers').waitFor();
    await page.getByText('1 line without a tariff number').waitFor();
    const months = page.getByRole('navigation', { name: 'Months with changes' });
    await months.getByRole('link', { name: '2026-04' }).click();
    const day = page.locator('#day-2026-04-06');
    await day.getByText(/numbers? of yours/).waitFor();
    await day.getByRole('link', { name: '7326.90.8688' }).click();
    await page.waitForURL('**/work/schedule/7326.90.8688');
    await context.close();
  });

  test('the first load of each page has less than 100 kB of compressed script', async () => {
    const { context, page } = await open();
    for (const path of PAGES) {
      await page.goto(path);
      const sources = await page
        .locator('script[src]')
        .evaluateAll((all) => all.map((one) => (one as HTMLScriptElement).src));
      const sizes = await Promise.all(
        sources.map(async (source) => gzipSync(await (await fetch(source)).bytes()).byteLength),
      );
      const total = sizes.reduce((sum, size) => sum + size, 0);
      expect(total).toBeGreaterThan(0);
      expect(total).toBeLessThan(SCRIPT_BYTES_MAX);
      if (path === PAGES[0]) process.stderr.write(`compressed script of the first load: ${total} bytes\n`);
    }
    await context.close();
  });

  test('of two tabs, one signs out: the other is asked to sign in, and comes back to its number', async () => {
    const { context, page } = await open();
    const other = await context.newPage();
    await other.goto('/work/schedule/7326');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/work/sign-in');
    await other.getByRole('link', { name: '7326.90', exact: true }).click();
    await other.waitForURL('**/work/sign-in?next=*');
    await other.getByLabel('API key').fill(key);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.waitForURL('**/work/schedule/7326.90');
    await context.close();
  });

  test('the browser complained about nothing', () => expect(complaints).toEqual([]));
});
