/**
 * The first page and the sample certificate in a browser: Debian's Chromium and the compiled binary.
 *   PORTSIDE_BIN=dist/portside bun test --timeout 120000 ./test/system/browser/landing.ts
 * Skipped when either is missing, except with CI=true, when that is a failure.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { type RunningServer, serve } from '../../support/program.ts';
import { tempDir } from '../../support/temp.ts';
import { launch, missing, violations } from './chromium.ts';

const DEMO_STORE = 'https://demo-store.portside.invalid/';
const SAMPLE = '/verify/00000000-0000-4000-8000-000000000000';
const SEVERAL = '7326.90.8688, 9401.61.4011, 0101.21.0010, 7326.90.8699';
const LOOKS: [string, BrowserContextOptions][] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['a phone', { viewport: { width: 390, height: 844 } }],
];
/** One of them scans. With the other tests that is fewer scans than an address has in a minute. */
const PAGES = [
  '/',
  '/?code=7326.90.8688',
  `/?code=${encodeURIComponent(SEVERAL)}`,
  '/?code=alumnium',
  `/?store=${encodeURIComponent(DEMO_STORE)}`,
  '/?code=1,2,3,4,5,6,7,8,9,10,11',
  SAMPLE,
  '/verify/00000000-0000-4000-8000-00000000ffff',
];
/** The bound of the first load of a page, in bytes of compressed script. */
const SCRIPT_BYTES_MAX = 100_000;

describe.skipIf(missing.length > 0)('the first page in a browser', () => {
  let server: RunningServer;
  let browser: Browser;
  /** Errors in the browser's console: a violated policy, a failed script, a missing file. */
  const complaints: string[] = [];

  const dir = tempDir();
  beforeAll(async () => {
    server = await serve(dir);
    browser = await launch();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  async function open(options: BrowserContextOptions = {}): Promise<{ context: BrowserContext; page: Page }> {
    const context = await browser.newContext({ baseURL: server.url, ...options });
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      // The browser also reports a status as an error. Some tests provoke 4xx, and a busy machine answers a scan with 503.
      if (message.type() === 'error' && !/status of (4\d\d|503)/.test(message.text())) complaints.push(message.text());
    });
    return { context, page };
  }

  test.each([true, false])(
    'with JavaScript %p, a code, several codes, words and a store are answered',
    async (script) => {
      const { context, page } = await open({ javaScriptEnabled: script });
      await page.goto('/');
      const ask = async (label: string, text: string, button: string) => {
        await page.getByLabel(label).fill(text);
        await page.getByRole('button', { name: button }).click();
      };
      const seen = async (answer: Locator) => {
        await answer.waitFor().catch(async (error) => {
          throw new Error(`The page says: ${await page.getByRole('main').textContent()}`, { cause: error });
        });
      };
      const numbers = 'Tariff numbers, or words for the goods';
      await ask(numbers, '7326.90.8688', 'Look up');
      await seen(page.getByText('All its goods are on a Section 232 derivative list.'));
      await seen(page.getByText(/^As of \d{4}-\d\d-\d\d, New York; list note-16c, version /));
      await ask(numbers, SEVERAL, 'Look up');
      await seen(page.getByRole('row').nth(4));
      expect(await page.getByRole('row').count()).toBe(5);
      await ask(numbers, 'aluminum ladder', 'Look up');
      await seen(page.getByText('7616.99.5130'));
      const score = page.getByText(/^\d+\/100$/);
      const isBusy = page.getByText('Too many scans are running. Try again shortly.');
      for (let presses = 1; ; presses++) {
        await ask('Address of a Shopify storefront', DEMO_STORE, 'Scan');
        await seen(score.or(isBusy));
        if ((await isBusy.count()) === 0) break;
        expect(presses).toBeLessThan(5);
        await page.waitForTimeout(2000);
      }
      expect(new URL(page.url()).searchParams.get('store')).toBe(DEMO_STORE);
      await page.getByRole('banner').getByRole('link', { name: 'Open the workbench' }).click();
      await page.waitForURL('**/work/sign-in**');
      await context.close();
    },
  );

  test.each(LOOKS)(
    'no answer in %s has a fault that axe finds, or is wider than the screen',
    async (_, options) => {
      const { context, page } = await open(options);
      for (const path of PAGES) {
        await page.goto(path);
        expect([path, await violations(page)]).toEqual([path, []]);
        const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
        expect([path, isWide]).toEqual([path, false]);
      }
      await context.close();
    },
    240_000,
  );

  test('the sample is opened, compared with its verify page in the browser, and is never called a certificate on record', async () => {
    const { context, page } = await open();
    await page.goto('/');
    const href = await page.getByRole('link', { name: 'Open the sample (PDF)' }).getAttribute('href');
    const pdf = Buffer.from(await (await fetch(server.url + href)).arrayBuffer());
    const held = Promise.withResolvers<void>();
    await page.route('**/*.js*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Verify it' }).click();
    await page.getByRole('heading', { name: 'This is a sample, not a certificate' }).waitFor();
    const choose = (buffer: Buffer) =>
      page.locator('input[type=file]').setInputFiles({ name: 'sample.pdf', mimeType: 'application/pdf', buffer });
    await choose(pdf);
    // The script arrives after the choice.
    held.resolve();
    await page.getByText('Match: this file is the sample, byte for byte. It is not a certificate.').waitFor();
    pdf[pdf.length - 10]! ^= 1;
    await choose(pdf);
    await page.getByText('No match').waitFor();
    await page.getByRole('link', { name: 'Portside' }).click();
    await page.waitForURL(`${server.url}/`);
    await context.close();
  });

  test.each(['/', '/work/sign-in', SAMPLE])('the first load of %s has little script', async (path) => {
    const { context, page } = await open();
    const sizes: Promise<number>[] = [];
    page.on('response', (response) => {
      if (!response.request().resourceType().startsWith('script')) return;
      sizes.push(response.body().then((body) => Bun.gzipSync(Uint8Array.from(body)).byteLength));
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(SCRIPT_BYTES_MAX);
    await context.close();
  });

  test('the browser complained about nothing', () => expect(complaints).toEqual([]));
});
