/**
 * The pages of `/docs` in a browser: Debian's Chromium and the compiled binary.
 *   PORTSIDE_BIN=dist/portside bun test ./test/system/browser/docs.ts
 * Skipped when either is missing, except with CI=true, when that is a failure.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { issueKey, type RunningServer, serve } from '../../support/program.ts';
import { tempDir } from '../../support/temp.ts';
import { launch, missing, violations } from './chromium.ts';

/** The list of contents is a third of a page and, but for the page itself in it, the same on all. */
const CONTENTS_TRIED_ON = ['/docs', '/docs/search', '/docs/v1/lookup-hts-codes'];
const SAME_ON_ALL = '#contents li:not(:has([aria-current]))';

describe.skipIf(missing.length > 0)('the documentation in a browser', () => {
  const dir = tempDir();
  let server: RunningServer;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let paths: string[];
  const complaints: string[] = [];

  beforeAll(async () => {
    server = await serve(dir);
    browser = await launch();
    context = await browser.newContext({ baseURL: server.url, permissions: ['clipboard-read', 'clipboard-write'] });
    page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) complaints.push(message.text());
    });
    await page.goto('/docs');
    const links = await page.locator('#contents a').evaluateAll((all) => all.map((link) => link.getAttribute('href')!));
    paths = ['/docs', '/docs/search', ...links, '/docs/nowhere'];
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test('on every page axe finds no violation in light, dark and on a phone, and no page is wider than the window', async () => {
    expect(paths.length).toBeGreaterThan(25);
    const tries = [
      { rules: 'all', colorScheme: 'light', width: 1440 },
      { rules: 'colours', colorScheme: 'dark', width: 1440 },
      { rules: 'all', colorScheme: 'light', width: 390 },
      { rules: 'colours', colorScheme: 'dark', width: 390 },
    ] as const;
    for (const path of paths) {
      const without = CONTENTS_TRIED_ON.includes(path) ? undefined : SAME_ON_ALL;
      await page.goto(path);
      for (const { rules, colorScheme, width } of tries) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        expect([path, colorScheme, width, await violations(page, rules, without)]).toEqual([
          path,
          colorScheme,
          width,
          [],
        ]);
      }
      for (const width of [1440, 390, 360]) {
        await page.setViewportSize({ width, height: 800 });
        const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect([path, width, over]).toEqual([path, width, 0]);
      }
    }
  }, 600_000);

  test('without JavaScript every page shows its text, its contents and the sample of the chosen language', async () => {
    const bare = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false });
    const plain = await bare.newPage();
    for (const path of paths.filter((one) => one !== '/docs/nowhere')) {
      await plain.goto(path);
      expect([path, await plain.locator('h1').isVisible()]).toEqual([path, true]);
      expect([path, await plain.locator('#contents a').count()]).toEqual([path, paths.length - 3]);
    }
    await plain.goto('/docs/v1/lookup-hts-codes');
    expect(await plain.locator('[data-language=curl]').isVisible()).toBe(true);
    await plain.getByText('Python', { exact: true }).click();
    expect(await plain.locator('[data-language=Python]').isVisible()).toBe(true);
    expect(await plain.locator('[data-language=curl]').isVisible()).toBe(false);
    expect(await plain.locator('#try').isVisible()).toBe(false);
    await plain.getByText('11 errors').click();
    await plain.getByRole('link', { name: 'rate_limited' }).click();
    expect(plain.url()).toEndWith('/docs/errors#rate_limited-429');
    await plain.getByRole('searchbox').fill('completeness');
    await plain.getByRole('searchbox').press('Enter');
    expect(plain.url()).toContain('/docs/search?q=completeness');
    expect(await plain.locator('.index a').count()).toBeGreaterThan(100);
    await bare.close();
  });

  test('the search finds a page and a field, and the keyboard leads there', async () => {
    await page.goto('/docs');
    await page.keyboard.press('/');
    await page.keyboard.type('gcc_pdf_url');
    await page.locator('#results a').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/v1/generate-certificate#answer.gcc_pdf_url');
    await page.getByRole('searchbox').fill('no such thing anywhere');
    await page.getByText('Nothing found.').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('the language is remembered, and a sample is copied', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/docs/v1/lookup-hts-codes');
    await page.getByText('Go', { exact: true }).click();
    await page.goto('/docs/v1/generate-certificate');
    expect(await page.locator('pre[data-language=Go]').isVisible()).toBe(true);
    await page.locator('.code[data-language=Go] .copy').click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('portside.GCCRequest{');
  });

  test('a certificate is made twice from the page with the visitor’s own key, and an error leads to what to do', async () => {
    const { key } = await issueKey(dir);
    await page.goto('/docs/v1/generate-certificate');
    const send = async () => {
      await page.getByRole('button', { name: 'Send' }).click();
      await page.locator('#try-answer pre').waitFor();
      return page.locator('#try-answer').textContent();
    };
    await page.getByLabel('API key').fill('svc_nonsense');
    expect(await send()).toContain('What to do about unauthorized');
    await page.getByLabel('API key').fill(key);
    const ids = new Set<string>();
    for (let i = 0; i < 2; i++) {
      await page.getByRole('button', { name: 'Send' }).click();
      await page.locator('#try-answer .good').waitFor();
      ids.add(/"gcc_id": "([^"]+)"/.exec((await page.locator('#try-answer').textContent())!)![1]!);
      await page.evaluate(() => document.querySelector('#try-answer')!.replaceChildren());
    }
    expect(ids.size).toBe(2);
    // The key stays in the tab: another page of it knows the key, another tab does not.
    await page.goto('/docs/v1/lookup-hts-codes');
    expect(await page.getByLabel('API key').inputValue()).toBe(key);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('#try-answer .good').waitFor();
    expect(await violations(page)).toEqual([]);
    const other = await context.newPage();
    await other.goto('/docs/v1/lookup-hts-codes');
    expect(await other.getByLabel('API key').inputValue()).toBe('');
    await other.close();
  });

  test('a public operation is tried without a key', async () => {
    await page.goto('/docs/v0/explain-hts-code');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('#try-answer .good').waitFor();
    expect(await page.locator('#try-answer').textContent()).toContain('"status": "clear"');
  });

  test('no operation is taller than three screens, with everything folded', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    for (const path of paths.filter((one) => /^\/docs\/v\d\/./.test(one))) {
      await page.goto(path);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      expect([path, height <= 2700]).toEqual([path, true]);
    }
  });

  test('the browser reported no error', () => expect(complaints).toEqual([]));
});
