/**
 * The workbench in a browser: Debian's Chromium and the compiled binary.
 *   PORTSIDE_BIN=dist/portside bun test ./test/system/browser/work.ts
 * Skipped when either is missing, except with CI=true, when that is a failure.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { openSqlite } from '../../../src/adapters/sqlite/open.ts';
import { systemClock } from '../../../src/adapters/system/clock.ts';
import { KeyIssuer } from '../../../src/keys/key-issuer.ts';
import { type RunningServer, run, serve } from '../../support/program.ts';
import { tempDir } from '../../support/temp.ts';
import { until } from '../../support/until.ts';
import { launch, missing, violations } from './chromium.ts';

/** Every page that needs no data, by its path. */
const PAGES = ['/work', '/work/account', '/work/nowhere'];
const LOOKS: [string, BrowserContextOptions][] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['a phone', { viewport: { width: 390, height: 844 } }],
];
const PARTS = { rows: [{ hts: '7326.90.8688' }, { hts: '9401.61.4011' }] };

describe.skipIf(missing.length > 0)('the workbench in a browser', () => {
  const dir = tempDir();
  let server: RunningServer;
  let browser: Browser;
  let key: string;
  /** Errors in the browser's console: a violated policy, a failed script, a missing file. */
  const complaints: string[] = [];

  beforeAll(async () => {
    key = await issueKey('Harbor Trading');
    server = await serve(dir, [], { PORTSIDE_KEY_ROTATION: 'on' });
    browser = await launch();
    await fetch(`${server.url}/api/v2/tariff/audits`, {
      method: 'POST',
      body: JSON.stringify(PARTS),
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    });
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  async function issueKey(name: string): Promise<string> {
    await run(['migrate', 'up'], dir);
    const storage = openSqlite(join(dir, 'var', 'portside.db'), { lockWaitMs: 5000 });
    const by = { name: 'test', origin: 'test' };
    const issued = await new KeyIssuer(storage, systemClock).issue({ name, scope: 'all', notes: 'delegate:on' }, by);
    await storage.close();
    return issued.key;
  }

  async function open(options: BrowserContextOptions = {}): Promise<{ context: BrowserContext; page: Page }> {
    const context = await browser.newContext({ baseURL: server.url, ...options });
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      // The browser also reports every 4xx status as an error, and some tests provoke those.
      if (message.type() === 'error' && !/status of 4\d\d|Status Error Code 4/.test(message.text()))
        complaints.push(message.text());
    });
    return { context, page };
  }

  async function signIn(page: Page, text = key): Promise<void> {
    await page.goto('/work');
    await page.getByLabel('API key').fill(text);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  test.each(LOOKS)('no page in %s has a fault that axe finds, or is wider than the screen', async (_, options) => {
    const { context, page } = await open(options);
    const check = async (path: string) => {
      expect([path, await violations(page)]).toEqual([path, []]);
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      expect([path, isWide]).toEqual([path, false]);
    };
    await page.goto('/work/sign-in');
    await check('/work/sign-in');
    await signIn(page, 'svc_0123456789abcdefghijklmn');
    expect(await page.getByRole('alert').textContent()).toContain('cannot be used here');
    await check('a refused sign-in');
    await signIn(page);
    await page.waitForURL('**/work');
    for (const path of PAGES) {
      await page.goto(path);
      await check(path);
    }
    await context.close();
  });

  test('everything so far can be done with the keyboard alone, in the order of the page', async () => {
    const { context, page } = await open();
    await page.goto('/work/account');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type(key);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/work/account');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Account');
    expect(await page.getByRole('link', { name: 'Account', exact: true }).getAttribute('aria-current')).toBe('page');
    await page.getByRole('button', { name: 'Sign out' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/work/sign-in');
    await context.close();
  });

  test('without JavaScript, signing in, reading and signing out work', async () => {
    const { context, page } = await open({ javaScriptEnabled: false });
    await signIn(page);
    await page.waitForURL('**/work');
    expect(await page.getByRole('link', { name: 'Tariff audit' }).count()).toBe(1);
    await page.goto('/work/account');
    expect(await page.getByRole('img', { name: /^Requests of 90 days: / }).count()).toBe(1);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/work/sign-in');
    await context.close();
  });

  test('the key is in no page, address, cookie or storage of the browser', async () => {
    const { context, page } = await open();
    await signIn(page);
    await page.waitForURL('**/work');
    const [cookie] = await context.cookies(`${server.url}/work`);
    expect([cookie?.httpOnly, cookie?.sameSite, cookie?.path]).toEqual([true, 'Strict', '/work']);
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    for (const text of [kept, page.url(), await page.content(), JSON.stringify(await context.cookies())]) {
      expect(text).not.toContain(key.slice(4));
    }
    await context.close();
  });

  test('of two tabs, one signs out: the other is asked to sign in, and comes back to its page', async () => {
    const { context, page } = await open();
    await signIn(page);
    await page.waitForURL('**/work');
    const other = await context.newPage();
    await other.goto('/work');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/work/sign-in');
    await other.goto('/work/account');
    await other.waitForURL('**/work/sign-in?next=%2Fwork%2Faccount');
    await other.getByLabel('API key').fill(key);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.waitForURL('**/work/account');
    await context.close();
  });

  test('all other sessions of a key end at once', async () => {
    const [one, other] = [await open(), await open()];
    for (const { page } of [one, other]) {
      await signIn(page);
      await page.waitForURL('**/work');
    }
    await one.page.goto('/work/account');
    await one.page.getByRole('button', { name: 'End all others' }).click();
    await one.page.getByText('All other sessions of this key have ended.').waitFor();
    await other.page.goto('/work/account');
    await other.page.waitForURL('**/work/sign-in?next=%2Fwork%2Faccount');
    await one.context.close();
    await other.context.close();
  });

  test('when its key is revoked a session ends, and nobody else gets what was typed', async () => {
    const text = await issueKey('Revoked');
    const { context, page } = await open();
    await signIn(page, text);
    await page.waitForURL('**/work');
    await page.goto('/work/tariff');
    await page.getByLabel('Paste numbers').fill('7326.90.8688');
    expect((await run(['keys', 'revoke', text], dir)).code).toBe(0);
    await until('the server acts on it', async () => {
      const { status } = await fetch(`${server.url}/api/v2/account`, { headers: { authorization: `Bearer ${text}` } });
      return status === 401;
    });
    await page.getByRole('button', { name: 'Check the list' }).click();
    await page.getByText('its API key may no longer be used').waitFor();
    // The key signs nobody in. What was typed with it is not shown to the next visitor.
    await signIn(page, text);
    expect(await page.getByRole('alert').textContent()).toContain('cannot be used here');
    await signIn(page);
    await page.waitForURL('**/work');
    await page.goto('/work/tariff');
    expect(await page.getByLabel('Paste numbers').inputValue()).toBe('');
    await context.close();
  });

  test('a key rotates itself if it is typed again, and the page shows the new one once', async () => {
    const text = await issueKey('Rotated');
    const { context, page } = await open();
    await signIn(page, text);
    await page.waitForURL('**/work');
    await page.goto('/work/account');
    const rotate = async (typed: string) => {
      await page.getByLabel('Present key').fill(typed);
      await page.getByRole('button', { name: 'Make a new key' }).click();
    };
    await rotate(key);
    await page.getByText('This is not the key that you are signed in with.').waitFor();
    expect(await violations(page)).toEqual([]);
    await rotate(text);
    const made = await page.locator('#new-key').textContent();
    expect(made).toMatch(/^svc_[0-9A-Za-z]{24}$/);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'I stored it' }).click();
    await page.getByText('rotating out').waitFor();
    expect(await page.content()).not.toContain(made);
    const account = await fetch(`${server.url}/api/v2/account`, { headers: { authorization: `Bearer ${made}` } });
    expect(account.status).toBe(200);
    await context.close();
  });

  test('the browser complained about nothing', () => expect(complaints).toEqual([]));
});
