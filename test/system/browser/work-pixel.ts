/**
 * Stores in the workbench, in a browser: Debian's Chromium and the compiled binary. The scanned store is the one inside of the program.
 *   PORTSIDE_BIN=dist/portside bun test ./test/system/browser/work-pixel.ts
 * Skipped when either is missing, except with CI=true, when that is a failure.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { issueKey, type RunningServer, serve } from '../../support/program.ts';
import { tempDir } from '../../support/temp.ts';
import { launch, missing, violations } from './chromium.ts';

const DEMO = 'https://demo-store.portside.invalid/';
const LOOKS: [string, BrowserContextOptions][] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['a phone', { viewport: { width: 390, height: 844 } }],
];

describe.skipIf(missing.length > 0)('stores in a browser', () => {
  const dir = tempDir();
  let server: RunningServer;
  let browser: Browser;
  let key: string;
  const complaints: string[] = [];

  beforeAll(async () => {
    ({ key } = await issueKey(dir, '--per-minute', '100000'));
    server = await serve(dir);
    browser = await launch();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  async function signedIn(options: BrowserContextOptions = {}): Promise<{ context: BrowserContext; page: Page }> {
    const context = await browser.newContext({ baseURL: server.url, ...options });
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of [45]\d\d/.test(message.text())) complaints.push(message.text());
    });
    await page.goto('/work');
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/work');
    return { context, page };
  }

  async function scan(page: Page, address: string): Promise<void> {
    await page.goto('/work/pixel');
    await page.getByLabel('Address of the store').fill(address);
    await page.getByRole('button', { name: 'Scan', exact: true }).click();
  }

  test.each(LOOKS)(
    'no page in %s has a fault that axe finds, or is wider than the screen',
    async (_, options) => {
      const { context, page } = await signedIn(options);
      const check = async (what: string) => {
        expect([what, await violations(page)]).toEqual([what, []]);
        const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
        expect([what, isWide]).toEqual([what, false]);
      };
      await page.goto('/work/pixel');
      await check('stores');
      await scan(page, DEMO);
      await page.getByText('What was found').waitFor();
      await check('a report');
      await scan(page, 'nothing.invalid');
      await page.getByText('The store was not scanned').first().waitFor();
      await check('a store that is not there');
      await page.goto('/work/pixel');
      await page.getByLabel('One address a line').fill(`${DEMO}\nnothing.invalid`);
      await page.getByRole('button', { name: 'Scan all' }).click();
      await page.getByRole('link', { name: 'Download XLSX' }).waitFor();
      await check('many stores');
      await context.close();
    },
    60_000,
  );

  test.each(['light', 'dark'] as const)(
    'a store from its address to a report that opens from disk without a network, in %s',
    async (colorScheme) => {
      const { context, page } = await signedIn({ colorScheme });
      await scan(page, DEMO);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save as one file' }).click(),
      ]);
      const path = join(dir, `report-${colorScheme}.html`);
      await download.saveAs(path);
      await context.close();
      const offline = await browser.newContext({ offline: true, colorScheme });
      const file = await offline.newPage();
      const asked: string[] = [];
      file.on('request', (request) => asked.push(request.url()));
      await file.goto(`file://${path}`);
      await file.getByText('What was found').waitFor();
      expect(await file.getByText('/100').count()).toBe(1);
      expect(await violations(file)).toEqual([]);
      expect(asked).toEqual([`file://${path}`]);
      await offline.close();
    },
    60_000,
  );

  test('ten stores fill their table while they are scanned, the worst first', async () => {
    const { context, page } = await signedIn();
    await page.goto('/work/pixel');
    const stores = [DEMO, ...Array.from({ length: 9 }, (_, at) => `https://nothing-${at}.invalid/`)];
    await page.getByLabel('One address a line').fill(stores.join('\n'));
    await page.getByRole('button', { name: 'Scan all' }).click();
    await page.waitForURL('**/work/pixel/audits/job_*');
    await page.getByRole('link', { name: 'Download XLSX' }).waitFor();
    expect(await page.getByText('9 stores could not be judged.').count()).toBe(1);
    expect(await page.locator('#stores tbody tr').count()).toBe(10);
    expect(await page.locator('#stores tbody tr').last().textContent()).toContain(DEMO);
    await page.getByRole('button', { name: `Scan now: ${DEMO}` }).click();
    await page.getByText('What sends where').waitFor();
    await context.close();
  }, 60_000);

  test('without JavaScript a store is scanned and read', async () => {
    const { context, page } = await signedIn({ javaScriptEnabled: false });
    await scan(page, 'demo-store.portside.invalid');
    await page.getByText('What was looked at').waitFor();
    await context.close();
  }, 240_000);

  test('the browser complained about nothing', () => expect(complaints).toEqual([]));
});
