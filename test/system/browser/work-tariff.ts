/**
 * Tariff in the workbench, in a browser: Debian's Chromium and the compiled binary.
 *   PORTSIDE_BIN=dist/portside bun test ./test/system/browser/work-tariff.ts
 * Skipped when either is missing, except with CI=true, when that is a failure.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { issueKey, type RunningServer, serve } from '../../support/program.ts';
import { tempDir } from '../../support/temp.ts';
import { until } from '../../support/until.ts';
import { launch, missing, violations } from './chromium.ts';

const LOOKS: [string, BrowserContextOptions][] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['a phone', { viewport: { width: 390, height: 844 } }],
];
/** What tests here provoke: refusals, and a server that is stopped. */
const PROVOKED = /status of \d\d\d|Status Error Code|ERR_CONNECTION|htmx:(?:afterRequest|sendError)/;
const ROWS = ['part\thts\torigin', 'Bracket\t7326.90.8688\tCN', 'Book\t4901.99.0093\tDE', 'Typing error\tfoo\t'].join(
  '\n',
);

describe.skipIf(missing.length > 0)('tariff in a browser', () => {
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
      if (message.type() === 'error' && !PROVOKED.test(message.text())) complaints.push(message.text());
    });
    await page.goto('/work');
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/work');
    return { context, page };
  }

  async function pasted(page: Page, text: string): Promise<void> {
    await page.goto('/work/tariff');
    await page.getByLabel('Paste numbers').fill(text);
    await page.getByRole('button', { name: 'Check the list' }).click();
    await page.waitForURL('**/work/tariff/audits/job_*');
    await page.getByRole('link', { name: 'Download XLSX' }).waitFor();
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
      await page.goto('/work/tariff');
      await check('lists');
      await pasted(page, ROWS);
      await check('a list');
      await page.getByRole('link', { name: /^Line 2,/ }).click();
      await page.locator('#panel h2').waitFor();
      await check('a line beside the list');
      await page.getByRole('link', { name: 'Open as a page' }).click();
      await page.waitForURL('**/lines/2*');
      await check('a line');
      await page.goto('/work/tariff/duties?code=8708.29.5060&origin=JP');
      for (const summary of await page.locator('summary').all()) await summary.click();
      await check('the duty of a number');
      await context.close();
    },
    60_000,
  );

  test('a list of 5,000 lines, from the drop to the downloaded workbook', async () => {
    const { context, page } = await signedIn();
    const codes = ['7326.90.8688', '4901.99.0093', '7318.15.2065', 'foo', '9403.20.0050'];
    const lines = Array.from({ length: 5_000 }, (_, at) => `Part ${at},${codes[at % codes.length]},CN`);
    const path = join(dir, 'parts.csv');
    writeFileSync(path, `part,hts,origin\n${lines.join('\n')}\n`);
    await page.goto('/work/tariff');
    const file = { name: 'parts.csv', text: readFileSync(path, 'utf8') };
    await page.evaluate(({ name, text }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], name, { type: 'text/csv' }));
      const drop = document.querySelector('[data-drop]')!;
      drop.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }, file);
    await page.getByText('parts.csv, ').waitFor();
    await page.getByRole('button', { name: 'Check the list' }).click();
    await page.waitForURL('**/work/tariff/audits/job_*');
    await page.getByRole('link', { name: 'Download XLSX' }).waitFor();
    expect(await page.getByText('1,000 lines could not be looked up.').count()).toBe(1);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download XLSX' }).click(),
    ]);
    const saved = join(dir, 'result.xlsx');
    await download.saveAs(saved);
    const csv = Bun.spawnSync(['soffice', '--headless', '--convert-to', 'csv', '--outdir', dir, saved], {
      env: { ...process.env, HOME: dir },
    });
    expect(csv.exitCode).toBe(0);
    const rows = readFileSync(join(dir, 'result.csv'), 'utf8').trim().split('\n');
    expect(rows.length).toBe(5_001);
    expect(rows.slice(1).map((row) => row.split(',')[0])).toEqual(lines.map((line) => line.split(',')[0]));
    await context.close();
  }, 60_000);

  test('ten lines are settled by answering their questions beside the list', async () => {
    const { context, page } = await signedIn();
    const codes = ['7326.90.8688', '7318.15.2065'];
    await pasted(
      page,
      ['part\thts\torigin', ...Array.from({ length: 10 }, (_, at) => `${at}\t${codes[at % 2]}\tCN`)].join('\n'),
    );
    for (let line = 2; line <= 11; line++) {
      await page.getByRole('link', { name: new RegExp(`^Line ${line},`) }).click();
      await page.locator(`#panel a[href*="/lines/${line}"]`, { hasText: 'Open as a page' }).waitFor();
      await settledDown(page);
      const settled = page.locator('#panel .verdict').getByText('settled', { exact: true });
      for (let asked = 0; asked < 12; asked++) {
        const question = page.locator('#panel .questions').locator('fieldset, .field').first();
        await settled
          .or(question)
          .first()
          .waitFor()
          .catch(async (error) => {
            throw new Error(`${page.url()} says: ${await page.getByRole('main').textContent()}`, { cause: error });
          });
        if (await settled.count()) break;
        const before = await page.locator('#duty').textContent();
        const choices = question.locator('input[type=radio], input[type=checkbox]');
        // Goods of metal, of which nothing else is special.
        const isMetal = ((await question.textContent()) ?? '').startsWith('Do the goods contain any');
        if (await choices.count()) await (isMetal ? choices.first() : choices.last()).check();
        else {
          await question.locator('input').fill('0');
          await question.locator('input').press('Enter');
        }
        await until('the answer is there', async () => (await page.locator('#duty').textContent()) !== before);
        await settledDown(page);
      }
      await settled.waitFor();
    }
    await context.close();
  }, 180_000);

  test('filters work with the keyboard, keep their address, and go back', async () => {
    const { context, page } = await signedIn();
    await pasted(page, ROWS);
    await page.getByLabel('Text').focus();
    await page.keyboard.type('bracket');
    await page.keyboard.press('Enter');
    await page.waitForURL('**q=bracket*');
    await until('one line is left', async () => (await page.locator('#audit tbody tr').count()) === 1);
    await page.goBack();
    await until('all lines are back', async () => (await page.locator('#audit tbody tr').count()) === 3);
    await context.close();
  }, 240_000);

  test('without JavaScript a list is sent, filtered and read', async () => {
    const { context, page } = await signedIn({ javaScriptEnabled: false });
    await page.goto('/work/tariff');
    await page.getByLabel('Paste numbers').fill(ROWS);
    await page.getByRole('button', { name: 'Check the list' }).click();
    await page.waitForURL('**/work/tariff/audits/job_*');
    for (let tries = 0; !(await page.getByText('Download XLSX').count()) && tries < 50; tries++) {
      await page.getByRole('link', { name: 'Refresh' }).click();
    }
    await page.getByLabel('Result').selectOption('invalid');
    await page.getByRole('button', { name: 'Apply' }).click();
    expect(await page.locator('#audit tbody tr').count()).toBe(1);
    await page.getByRole('link', { name: /^Line 4,/ }).click();
    await page.getByText('Nothing was looked up.').waitFor();
    await context.close();
  }, 240_000);

  test('a file of 40 MB is refused before it is sent, and one of 30 MB is read while the server answers others', async () => {
    const { context, page } = await signedIn();
    await page.goto('/work/tariff');
    const choose = (bytes: number) =>
      page.evaluate((size) => {
        const row = `7326.90.8688,${'x'.repeat(990)}\n`;
        const transfer = new DataTransfer();
        transfer.items.add(new File([`hts,note\n${row.repeat(Math.floor(size / row.length))}`], 'large.csv'));
        const drop = document.querySelector('[data-drop]')!;
        drop.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
      }, bytes);
    await choose(40_000_000);
    await page.getByText('At most 33.6 MB can be sent.').waitFor();
    await choose(30_000_000);
    await page.getByRole('button', { name: 'Check the list' }).click();
    const other = await fetch(`${server.url}/healthz`);
    expect(other.status).toBe(200);
    await page.waitForURL('**/work/tariff/audits/job_*');
    await page.getByRole('link', { name: 'Download XLSX' }).waitFor();
    await context.close();
  }, 120_000);

  test('on a slow line the page says how much of a file was sent', async () => {
    const { context, page } = await signedIn();
    await page.goto('/work/tariff');
    const path = join(dir, 'slow.csv');
    writeFileSync(path, `hts,note\n${`7326.90.8688,${'x'.repeat(990)}\n`.repeat(400)}`);
    await page.locator('input[type=file]').setInputFiles(path);
    const line = await context.newCDPSession(page);
    await line.send('Network.enable');
    const conditions = { offline: false, latency: 100, downloadThroughput: 50_000, uploadThroughput: 100_000 };
    await line.send('Network.emulateNetworkConditions', conditions);
    await page.getByRole('button', { name: 'Check the list' }).click();
    const bar = page.locator('[data-drop-progress]');
    await until('some of it was sent', () => bar.evaluate((each: HTMLProgressElement) => each.value > 0));
    expect(await bar.isVisible()).toBe(true);
    await page.waitForURL('**/work/tariff/audits/job_*');
    await page.getByRole('link', { name: 'Download XLSX' }).waitFor();
    await context.close();
  }, 120_000);

  test('a session that ends while a list is typed loses nothing', async () => {
    const { context, page } = await signedIn();
    await page.goto('/work/tariff');
    await page.getByLabel('Paste numbers').fill(ROWS);
    await context.clearCookies();
    await page.getByRole('button', { name: 'Check the list' }).click();
    await page.getByText('You are signed out').waitFor();
    await page.goto('/work/sign-in?next=%2Fwork%2Ftariff');
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/work/tariff');
    expect(await page.getByLabel('Paste numbers').inputValue()).toBe(ROWS);
    await context.close();
  }, 240_000);

  test('a server that is restarted in the middle goes on, and the page sees the end', async () => {
    const { context, page } = await signedIn();
    const path = join(dir, 'many.csv');
    const rows = Array.from(
      { length: 60_000 },
      (_, at) => `${at},${7000 + (at % 900)}.${10 + (at % 80)}.${1000 + (at % 8000)}`,
    );
    writeFileSync(path, `part,hts\n${rows.join('\n')}\n`);
    await page.goto('/work/tariff');
    await page.locator('input[type=file]').setInputFiles(path);
    await page.getByRole('button', { name: 'Check the list' }).click();
    await page.waitForURL('**/work/tariff/audits/job_*');
    await page.getByText('running', { exact: true }).waitFor();
    const port = new URL(server.url).port;
    await server.stop('SIGKILL');
    await page.getByText('The server does not answer.').waitFor();
    server = await serve(dir, ['--port', port]);
    await page.getByRole('link', { name: 'Download XLSX' }).waitFor({ timeout: 180_000 });
    expect(await page.locator('.lead').textContent()).toStartWith('60,000 lines, sent');
    await context.close();
  }, 240_000);

  test('the first load has less than 100 kB of script, compressed', async () => {
    const { context, page } = await signedIn();
    let bytes = 0;
    for (const path of ['/work/tariff', '/work/tariff/duties?code=7326.90.8688']) {
      bytes = 0;
      await page.goto(path);
      const scripts = await page.evaluate(() => Array.from(document.scripts, ({ src }) => src).filter(Boolean));
      for (const src of scripts) bytes += Bun.gzipSync(await (await fetch(src)).arrayBuffer()).length;
      expect(bytes).toBeGreaterThan(0);
      expect(bytes).toBeLessThan(100_000);
    }
    process.stdout.write(`scripts of a page: ${bytes} bytes, compressed\n`);
    await context.close();
  }, 240_000);

  test('the browser complained about nothing', () => expect(complaints).toEqual([]));
});

/** Until then htmx does not know the forms that it has brought, and the browser itself would send them: as a page of their own. */
async function settledDown(page: Page): Promise<void> {
  const unsettled = page.locator('.htmx-request, .htmx-swapping, .htmx-settling, .htmx-added');
  await until('htmx has settled', async () => (await unsettled.count()) === 0);
}
