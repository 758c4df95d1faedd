/**
 * The operator page in a browser: Debian's Chromium and the compiled binary.
 *   PORTSIDE_BIN=dist/portside bun test ./test/system/browser/operator.ts
 * Skipped when either is missing, except with CI=true, when that is a failure.
 * It has over 400 lines, because all tests share one server and one browser.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { openSqlite } from '../../../src/adapters/sqlite/open.ts';
import { systemClock } from '../../../src/adapters/system/clock.ts';
import { KeyIssuer } from '../../../src/keys/key-issuer.ts';
import { issueKey, lookup, type RunningServer, run, serve } from '../../support/program.ts';
import { tempDir } from '../../support/temp.ts';
import { launch, missing, violations } from './chromium.ts';

const PASSWORD = 'correct horse battery';
const KEYS = 10_000;

const CERTIFICATE = {
  product_info: {
    name: 'Bicycle helmet',
    model: 'BH-200',
    date_of_manufacture: '2026-08-14',
    place_of_manufacture: 'Taichung, Taiwan',
  },
  manufacturer: { name: 'Harbor Helmet Co.', address: '12 Gongye Rd, Taichung', contact_email: 'q@harbor.example' },
  testing_lab: { name: 'Island Impact Laboratory', test_date: '2026-09-02' },
  cpsc_rules_cited: ['16 CFR part 1203'],
};

describe.skipIf(missing.length > 0)('the operator page in a browser', () => {
  const dir = tempDir();
  let server: RunningServer;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  /** Errors in the browser's console: a violated policy, a failed script, a missing file. */
  const complaints: string[] = [];

  beforeAll(async () => {
    await issueKeys(join(dir, 'var'));
    server = await serve(dir, [], { PORTSIDE_OPERATOR_PASSWORD: PASSWORD });
    browser = await launch();
    context = await browser.newContext({ baseURL: server.url, permissions: ['clipboard-read', 'clipboard-write'] });
    page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      // The browser also reports every 4xx status as an error, and some tests provoke those.
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) complaints.push(message.text());
    });
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  async function signIn(on: Page, password = PASSWORD): Promise<void> {
    await on.goto('/operator');
    await on.getByLabel('Operator password').fill(password);
    await on.getByRole('button', { name: 'Sign in' }).click();
  }

  function post(path: string, key: string, body: object): Promise<Response> {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    return fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  async function issue(name: string): Promise<string> {
    await page.goto('/operator/keys/new');
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Issue the key' }).click();
    return textOf(page.locator('#key'));
  }

  test('a wrong password is refused, and the right one opens the keys', async () => {
    await signIn(page, 'a wrong password');
    expect(await textOf(page.getByRole('alert'))).toBe('The name or the password is wrong.');
    await signIn(page);
    await page.waitForURL('**/operator/overview');
    expect(await textOf(page.getByRole('heading', { level: 1 }))).toBe('Overview');
    expect((await context.cookies()).map(({ name }) => name).sort()).toEqual([
      'portside_device_1',
      'portside_operator',
    ]);
  });

  test('a key is issued, copied, and used; the page counts it; the switch turns 200 into 403 and back', async () => {
    const key = await issue('browser key');
    expect(key).toMatch(/^svc_[0-9A-Za-z]{24}$/);
    await page.locator('[data-copies=key]').click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 300);
    expect(await page.locator('dialog:modal').count()).toBe(1);
    await page.getByRole('link', { name: 'I stored it' }).click();
    expect((await lookup(server.url, key)).status).toBe(200);
    for (const [checked, status] of [
      ['false', 403],
      ['true', 200],
    ] as const) {
      await page.getByRole('switch', { name: 'Delegate mode' }).click();
      expect(await page.getByRole('switch').getAttribute('aria-checked')).toBe(checked);
      expect(await until(async () => (await lookup(server.url, key)).status, status)).toBe(status);
    }
    const meter = page.getByRole('meter', { name: /^today/ });
    await page.reload();
    const before = Number(await meter.getAttribute('value'));
    await lookup(server.url, key);
    await page.reload();
    expect(Number(await meter.getAttribute('value'))).toBe(before + 1);
  });

  test('reloading the page that showed a key neither shows it nor issues another', async () => {
    const key = await issue('reloaded key');
    await page.reload();
    expect(await page.content()).not.toContain(key);
    await page.goto('/operator/keys?q=reloaded+key');
    expect(await page.locator('tbody tr').count()).toBe(1);
  });

  test('after a rotation both keys work, and after the overlap only the new one', async () => {
    const old = await issue('rotated key');
    await page.getByRole('link', { name: 'I stored it' }).click();
    const overlap = page.getByLabel('The old key works for');
    // Three seconds, which the form does not offer, so that the overlap ends during the test.
    await overlap
      .locator('option')
      .first()
      .evaluate((option: HTMLOptionElement) => {
        option.value = '3';
      });
    await overlap.selectOption('3');
    await page.getByRole('button', { name: 'Rotate the key' }).click();
    const next = await textOf(page.locator('#key'));
    expect(await page.locator('dialog dd time').count()).toBe(1);
    const status = async (key: string) => (await lookup(server.url, key)).status;
    expect(await until(() => status(old), 200)).toBe(200);
    expect(await status(next)).toBe(200);
    expect(await until(() => status(old), 401)).toBe(401);
    expect(await status(next)).toBe(200);
  });

  test('a key is revoked after its name is typed, and refused at once', async () => {
    const key = await issue('<script>revoked</script>');
    await page.getByRole('link', { name: 'I stored it' }).click();
    await page.getByLabel('Type the name of the key').fill('something else');
    await page.getByRole('button', { name: 'Revoke the key' }).click();
    expect(await textOf(page.getByRole('alert'))).toContain('not revoked');
    expect((await lookup(server.url, key)).status).toBe(200);
    await page.getByLabel('Type the name of the key').fill('<script>revoked</script>');
    await page.getByRole('button', { name: 'Revoke the key' }).click();
    expect(await textOf(page.getByRole('status'))).toContain('is revoked');
    expect(await until(async () => (await lookup(server.url, key)).status, 401)).toBe(401);
  });

  test('one key among 10,000 is found by part of its name, and the list is sorted and paged', async () => {
    await page.goto('/operator/keys');
    await page.getByLabel('Search').fill('importer 7342');
    await page.getByLabel('Search').press('Enter');
    expect(await page.locator('tbody th a').allInnerTexts()).toEqual(['importer 7342']);
    await page.goto('/operator/keys?q=importer');
    await page.getByRole('link', { name: 'Key', exact: true }).click();
    expect(await textOf(page.locator('tbody th a').first())).toBe('importer 0');
    await page.getByRole('link', { name: 'Next' }).click();
    expect(await textOf(page.locator('.pager'))).toContain('51 to 100 of 10,000');
  });

  test('the chart shows the numbers of its table in four ranges, with a scale, in light and in dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const [label, slots] of [
        ['Hour', 60],
        ['Day', 24],
        ['90 days', 90],
        ['30 days', 30],
      ] as const) {
        await page.goto('/operator/usage');
        await page.getByRole('link', { name: label, exact: true }).click();
        await page.waitForLoadState();
        expect([label, await page.locator('.plot .slot').count()]).toEqual([label, slots]);
        expect([label, await page.locator('#history-numbers tbody tr').count()]).toEqual([label, slots]);
        const ticks = await page.locator('.y-axis li').allTextContents();
        expect([label, ticks.length >= 3, ticks.at(-1)]).toEqual([label, true, '0']);
        expect([label, await page.locator('.x-axis li').count()]).toEqual([label, 6]);
        // A bar has a colour and a height, and stands on the line of zero.
        const bar = page.locator('.plot .slot').first().locator('rect:not(.hit)').first();
        const { height } = (await bar.boundingBox())!;
        const fill = await bar.evaluate((element) => getComputedStyle(element).fill);
        expect([label, height > 2, fill]).toEqual([label, true, expect.stringMatching(/^rgb\(\d+, \d+, \d+\)$/)]);
      }
    }
    await page.locator('.plot .slot').first().hover();
    const row = page.locator('#history-numbers tbody tr').last();
    const [day, tariff] = [await textOf(row.locator('th')), await textOf(row.locator('td').first())];
    expect(await textOf(page.locator('.readout'))).toBe(`${day}: tariff ${tariff}`);
    const today = await page.locator('#history-numbers tbody tr').first().locator('td').allTextContents();
    expect(Number(today[0])).toBeGreaterThan(0);
    expect(await textOf(page.locator('main'))).toContain('unauthorized');
  });

  test('a failed call is found by its request id, explained, and leads to its key; a pasted key leads to its calls', async () => {
    const key = await issue('failing key');
    const failed = await post('/api/v1/tariff/hts/lookup', key, { codes: 7 });
    const requestId = failed.headers.get('x-request-id')!;
    const search = async (text: string) => {
      await page.goto('/operator/requests');
      await page.getByRole('searchbox').fill(text);
      await page.getByRole('button', { name: 'Search' }).click();
      // The filter of errors names the code too.
      return (await page.locator('.story, tbody .error-code').count()) > 0;
    };
    expect(await until(() => search(requestId), true)).toBe(true);
    expect(await textOf(page.locator('.story'))).toContain('did not match the schema');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'in the documentation' }).click();
    await page.waitForURL('**/docs/errors#invalid_request-422');
    expect(await page.locator('#invalid_request-422').count()).toBe(1);
    expect(await search(key)).toBe(true);
    expect(page.url()).not.toContain('svc_');
    expect(await page.locator('tbody tr').count()).toBe(1);
    await page.getByRole('link', { name: 'failing key' }).first().click();
    expect(await textOf(page.getByRole('heading', { level: 1 }))).toBe('failing key');
    await search('failing key');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: /^Export/ }).click();
    const lines = readFileSync(await (await download).path(), 'utf8')
      .trim()
      .split('\r\n');
    expect([lines.length, lines[1]!.includes(requestId)]).toEqual([2, true]);
  });

  test('a certificate is found by its manufacturer and revoked; its public page then says so', async () => {
    const { key } = await issueKey(dir);
    const answer = await post('/api/v1/entry/gcc/generate', key, CERTIFICATE);
    const { gcc_id: id } = (await answer.json()) as { gcc_id: string };
    await post('/api/v1/pixel/scan', key, { url: 'https://shop.invalid/' });
    await page.goto('/operator/certificates?q=harbor+helmet');
    expect(await page.locator('tbody tr').count()).toBe(1);
    const pdf = await page.request.get(`/operator/certificates/${id}.pdf`);
    expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');
    await page.getByText('Revoke', { exact: true }).click();
    await page.getByRole('button', { name: /^Revoke the certificate/ }).click();
    await page.goto(`/verify/${id}`);
    expect(await textOf(page.locator('main'))).toContain('This certificate was revoked');
    const scans = async () => {
      await page.goto('/operator/scans');
      return (await textOf(page.locator('main'))).includes('shop.invalid/');
    };
    expect(await until(scans, true)).toBe(true);
    await page.getByRole('link', { name: 'shop.invalid/' }).click();
    expect(await textOf(page.locator('main'))).toContain('upstream_failed');
  });

  test('a form from another site and one without the token change nothing', async () => {
    const cookie = (await context.cookies()).find(({ name }) => name === 'portside_operator');
    const forged = { name: 'forged', scope: 'all', csrf: '' };
    const send = (headers: Record<string, string>) =>
      fetch(`${server.url}/operator/keys/new`, {
        method: 'POST',
        body: new URLSearchParams(forged),
        headers: { cookie: `${cookie!.name}=${cookie!.value}`, ...headers },
      });
    expect((await send({ origin: server.url, 'sec-fetch-site': 'same-origin' })).status).toBe(403);
    // A page of another origin in the operator's own browser. The browser does not send the cookie.
    const elsewhere = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: () =>
        new Response(
          `<form method="post" action="${server.url.replace('127.0.0.1', 'localhost')}/operator/keys/new"><input name="name" value="forged"><button>Go</button></form>`,
          { headers: { 'content-type': 'text/html' } },
        ),
    });
    await page.goto(elsewhere.url.href);
    await page.getByRole('button').click();
    expect(await page.content()).toContain('Nothing was changed');
    await elsewhere.stop(true);
    await page.goto('/operator/keys?q=forged');
    expect(await textOf(page.locator('main'))).toContain('No key matches');
  });

  const PATHS = [
    'overview',
    'alerts',
    'keys',
    'keys/file',
    'keys/new',
    'keys/1',
    'keys/1/edit',
    'requests',
    'requests?q=nobody',
    'requests/1',
    'usage',
    'usage?range=90d',
    'usage?range=day',
    'usage?range=hour',
    'lists',
    'certificates',
    'scans',
    'scans/1',
    'audit',
    'password',
    'sessions',
    'operators',
    'nowhere',
  ];
  test.each(['light', 'dark'] as const)(
    'axe finds no violation on any page in %s, and no page is wider than a phone',
    async (colorScheme) => {
      await page.emulateMedia({ colorScheme });
      for (const path of PATHS) {
        await page.goto(`/operator/${path}`);
        await page.setViewportSize({ width: 1200, height: 800 });
        expect([path, await violations(page)]).toEqual([path, []]);
        await page.setViewportSize({ width: 360, height: 740 });
        const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect([path, over]).toEqual([path, 0]);
      }
      await issue(`axe ${colorScheme}`);
      expect(await violations(page)).toEqual([]);
      const stranger = await browser.newContext({ baseURL: server.url, colorScheme });
      const outside = await stranger.newPage();
      await outside.goto('/operator');
      expect(await violations(outside)).toEqual([]);
      await stranger.close();
    },
    240_000,
  );

  test('on a phone lists are cards: no table scrolls sideways, and every value has its name', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of ['overview', 'alerts', 'keys', 'certificates', 'audit', 'sessions', 'usage', 'operators']) {
      await page.goto(`/operator/${path}`);
      const scrolling = await page.evaluate(() =>
        [...document.querySelectorAll('.table-box')]
          .filter((box) => !box.closest('details') && box.scrollWidth > box.clientWidth + 1)
          .map((box) => box.getAttribute('aria-label')),
      );
      expect([path, scrolling]).toEqual([path, []]);
    }
    await page.goto('/operator/keys?q=importer+7');
    const label = await page.evaluate(
      () => getComputedStyle(document.querySelector('.stack td[data-label="Last used"]')!, '::before').content,
    );
    expect(label).toContain('Last used');
    // The head is gone but for what sorts.
    expect(await page.locator('.stack thead a:visible').allInnerTexts()).toEqual([
      'Key',
      'Created ↓',
      'Last used',
      'Use today',
    ]);
    await page.getByRole('link', { name: 'Use today' }).click();
    await page.waitForURL('**sort=today**');
    await page.setViewportSize({ width: 1200, height: 800 });
  });

  test('a long word as a name pushes no column of the lists out of the window', async () => {
    await issue('x'.repeat(120));
    for (const path of ['keys', 'audit']) {
      await page.goto(`/operator/${path}`);
      const box = page.locator('.table-box');
      expect([path, await box.evaluate((box) => box.scrollWidth - box.clientWidth)]).toEqual([path, 0]);
    }
  });

  test('an owner sets an alert; it opens on the overview, and doctor fails until it is set back', async () => {
    await page.goto('/operator/alerts');
    const threshold = page.getByRole('group', { name: 'The disk fills up' }).getByLabel('Threshold');
    await threshold.fill('999999999');
    await page.getByRole('button', { name: 'Save all four' }).click();
    expect(await textOf(page.getByRole('status'))).toContain('The alerts are set.');
    await page.goto('/operator/overview');
    expect(await textOf(page.getByRole('heading', { level: 2 }).first())).toBe('1 alert is open');
    expect(await violations(page)).toEqual([]);
    const doctor = await run(['doctor', '--fast', '--data-dir', 'var', '--port', new URL(server.url).port], dir);
    expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringContaining('The disk fills up:')]);
    await page.goto('/operator/audit?action=alert.');
    expect(await textOf(page.locator('tbody'))).toContain('threshold 1000 to 999999999');
    await page.goto('/operator/alerts');
    await threshold.fill('1');
    await page.getByRole('button', { name: 'Save all four' }).click();
    expect(await textOf(page.getByRole('status'))).toContain('The alerts are set.');
  });

  test('keys are issued from a file: checked, confirmed, downloaded once, and used', async () => {
    await page.goto('/operator/keys/file');
    const upload = async (text: string) => {
      await page
        .getByLabel('CSV file')
        .setInputFiles({ name: 'keys.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
      await page.getByRole('button', { name: 'Check the file' }).click();
    };
    await upload('name,scope,delegate\na,all,on\nb,moon,on\n');
    expect(await textOf(page.getByRole('alert'))).toContain('Line 3, scope');
    await upload('name,scope,delegate,notes\nfrom a file,all,on,"two\nlines"\nsecond of it,tariff,on,\n');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Issue 2 keys' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download them (CSV)' }).click();
    const csv = readFileSync(await (await download).path(), 'utf8');
    expect(csv.replaceAll('\r\n', '\n')).toBe((await textOf(page.locator('#keys'))).replaceAll('\r\n', '\n'));
    const [key] = csv.match(/svc_[0-9A-Za-z]{24}/)!;
    expect((await lookup(server.url, key)).status).toBe(200);
    expect(await violations(page)).toEqual([]);
    await page.reload();
    expect(await page.content()).not.toContain(key);
    await page.goto('/operator/keys?q=from+a+file');
    expect(await page.locator('tbody tr').count()).toBe(1);
  });

  test('a half-written form survives the end of the session; a key in it, and another operator, do not get it', async () => {
    const tab = await (await browser.newContext({ baseURL: server.url })).newPage();
    const signInHere = async () => {
      await tab.getByLabel('Operator password').fill(PASSWORD);
      await tab.getByRole('button', { name: 'Sign in' }).click();
    };
    await tab.goto('/operator/keys/2/edit');
    await signInHere();
    await tab.waitForURL('**/operator/keys/2/edit');
    const secret = `svc_${'a'.repeat(24)}`;
    await tab.getByLabel('Notes').fill('asked by Ines, half-wri');
    await tab.getByRole('textbox', { name: 'Owner' }).fill(secret);
    await tab.context().clearCookies({ name: 'portside_operator' });
    await tab.getByRole('button', { name: /Save/ }).click();
    expect(await textOf(tab.getByRole('heading', { level: 1 }))).toBe('You are signed out');
    expect(await tab.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain('half-wri');
    expect(await tab.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(secret);
    await tab.getByRole('link', { name: 'Sign in and go back to the form' }).click();
    await signInHere();
    await tab.waitForURL('**/operator/keys/2/edit');
    expect(await tab.getByLabel('Notes').inputValue()).toBe('asked by Ines, half-wri');
    expect(await textOf(tab.getByRole('status'))).toContain('It is not saved yet.');
    expect(await violations(tab)).toEqual([]);
    await tab.getByRole('button', { name: /Save/ }).click();
    await tab.waitForURL('**done=edited');
    expect(await tab.evaluate(() => sessionStorage.length)).toBe(0);
    // Signing out forgets what is half-written.
    await tab.goto('/operator/keys/new');
    await tab.getByLabel('Name').fill('never sent');
    expect(await tab.evaluate(() => sessionStorage.length)).toBe(1);
    await tab.evaluate(() => {
      const [name, text] = Object.entries(sessionStorage)[0]!;
      sessionStorage.setItem(name, text.replace('"owner"', '"somebody else"'));
    });
    await tab.reload();
    expect(await tab.getByLabel('Name').inputValue()).toBe('');
    expect(await tab.evaluate(() => sessionStorage.length)).toBe(0);
    await tab.getByLabel('Name').fill('never sent');
    await tab.getByRole('button', { name: 'Sign out' }).click();
    await tab.waitForURL('**/operator/sign-in');
    expect(await tab.evaluate(() => sessionStorage.length)).toBe(0);
    await tab.context().close();
  });

  test('a link on another site leads to its page in an open session, and does not end the session', async () => {
    const elsewhere = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: () =>
        new Response(`<a href="${server.url}/operator/keys/3">a key</a>`, { headers: { 'content-type': 'text/html' } }),
    });
    // Another site: the same machine by another name.
    await page.goto(elsewhere.url.href.replace('127.0.0.1', 'localhost'));
    await page.getByRole('link').click();
    await page.waitForURL('**/operator/keys/3');
    expect(await textOf(page.getByRole('heading', { level: 1 }))).toBe('importer 2');
    const stranger = await (await browser.newContext()).newPage();
    await stranger.goto(elsewhere.url.href.replace('127.0.0.1', 'localhost'));
    await stranger.getByRole('link').click();
    await stranger.waitForURL('**/operator/sign-in?next=%2Foperator%2Fkeys%2F3');
    await stranger.context().close();
    await elsewhere.stop(true);
  });

  test('without JavaScript a key is issued, shown, switched and revoked', async () => {
    const bare = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false });
    const plain = await bare.newPage();
    await signIn(plain);
    await plain.goto('/operator/keys/new');
    await plain.getByLabel('Name').fill('no script');
    await plain.getByRole('button', { name: 'Issue the key' }).click();
    const key = await textOf(plain.locator('#key'));
    expect(key).toStartWith('svc_');
    await plain.getByRole('link', { name: 'I stored it' }).click();
    expect((await lookup(server.url, key)).status).toBe(200);
    await plain.getByRole('switch').click();
    expect(await until(async () => (await lookup(server.url, key)).status, 403)).toBe(403);
    // `count` does not wait for the page.
    await plain.locator('.plot .slot').nth(29).waitFor({ state: 'attached' });
    expect(await plain.locator('.plot .slot').count()).toBe(30);
    await plain.getByRole('link', { name: 'Hour', exact: true }).click();
    await plain.locator('.plot .slot').nth(59).waitFor({ state: 'attached' });
    expect(await plain.locator('.plot .slot').count()).toBe(60);
    await plain.getByText('The numbers as a table').first().click();
    expect(await plain.locator('#history-numbers').isVisible()).toBe(true);
    await plain.getByLabel('Type the name of the key').fill('no script');
    await plain.getByRole('button', { name: 'Revoke the key' }).click();
    expect(await until(async () => (await lookup(server.url, key)).status, 401)).toBe(401);
    await bare.close();
  });

  test('an operator is added, signs in with the password shown once, sees what the role may do, and is removed', async () => {
    await page.goto('/operator/operators');
    await page.getByLabel('Name').fill('rita');
    await page.getByLabel('Role', { exact: true }).selectOption('reader');
    await page.getByRole('button', { name: 'Add the operator' }).click();
    const password = await textOf(page.locator('#password'));
    await page.locator('[data-copies=password]').click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(password);
    await page.getByRole('link', { name: 'I stored it' }).click();

    const reader = await (await browser.newContext({ baseURL: server.url })).newPage();
    await reader.goto('/operator');
    await reader.getByLabel('Name').fill('rita');
    await reader.getByLabel('Operator password').fill(password);
    await reader.getByRole('button', { name: 'Sign in' }).click();
    await reader.waitForURL('**/operator/overview');
    expect(await reader.getByRole('link', { name: 'Issue a key' }).count()).toBe(0);
    await reader.goto('/operator/keys/1');
    expect(await reader.getByRole('switch').isDisabled()).toBe(true);
    expect(await reader.getByRole('button', { name: 'Revoke the key' }).count()).toBe(0);
    expect(await violations(reader)).toEqual([]);
    await reader.goto('/operator/operators');
    expect(await textOf(reader.getByRole('heading', { level: 1 }))).toBe('Not allowed');
    await reader.goto('/operator/sessions');
    expect(await textOf(reader.getByRole('heading', { level: 1 }))).toBe('rita');

    const row = page.locator('tr', { hasText: 'rita' });
    await row.getByText('Remove', { exact: true }).click();
    await row.getByRole('button', { name: 'Remove rita for good' }).click();
    expect(await textOf(page.getByRole('status'))).toContain('is removed');
    await reader.goto('/operator/keys');
    expect(reader.url()).toEndWith('/operator/sign-in?next=%2Foperator%2Fkeys');
  });

  test('the audit is exported with the filters of the page', async () => {
    await page.goto('/operator/audit?action=key.&q=browser+key');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'as JSON lines' }).click();
    const lines = readFileSync(await (await download).path(), 'utf8')
      .trim()
      .split('\n');
    const rows = lines.map((line) => JSON.parse(line));
    expect(new Set(rows.map(({ actor, action }) => `${actor} ${action}`))).toContain('owner key.issue');
    expect(rows.length).toBe(await page.locator('tbody tr').count());
  });

  test('guessing is locked out, and a new password ends every session and the lockout', async () => {
    const guesser = await (await browser.newContext({ baseURL: server.url })).newPage();
    const said = async () => {
      await signIn(guesser, 'a guess');
      return (await textOf(guesser.getByRole('alert'))).replace(/\d+/, 'some');
    };
    expect(await until(said, 'Too many attempts. Try again in some s.')).toStartWith('Too many attempts');
    const same = await context.newPage();
    await same.goto('/operator/sessions');
    await same.getByRole('button', { name: 'Sign out everywhere' }).click();
    // This browser has signed in before: the guesses from its own address do not lock it out.
    await signIn(page);
    await page.waitForURL('**/operator/overview');
    await same.close();
    await page.goto('/operator/keys');
    expect(page.url()).toEndWith('/operator/keys');
    expect((await run(['operator', 'password'], dir, {}, 'another good password')).code).toBe(0);
    await page.goto('/operator/keys');
    expect(page.url()).toEndWith('/operator/sign-in?next=%2Foperator%2Fkeys');
    await signIn(guesser, 'another good password');
    await guesser.waitForURL('**/operator/overview');
    await guesser.getByRole('button', { name: 'Sign out' }).click();
    await guesser.waitForURL('**/operator/sign-in');
  });

  test('the browser reported no error', async () => {
    expect(complaints).toEqual([]);
  });
});

/** Issues 10,000 keys and writes usage of the first one over the last days and minutes, for the charts to show. */
async function issueKeys(dataDir: string): Promise<void> {
  const storage = openSqlite(join(dataDir, 'portside.db'), { lockWaitMs: 1000 });
  const file = storage.recordsFile;
  file.run('PRAGMA synchronous = OFF');
  const keyIssuer = new KeyIssuer(storage, systemClock);
  const actor = { name: 'test', origin: 'test' };
  for (let i = 0; i < KEYS; i++) await keyIssuer.issue({ name: `importer ${i}`, scope: 'all' }, actor);
  const [day, minute] = [86_400_000, 60_000].map((unit) => Math.floor(Date.now() / unit)) as [number, number];
  for (let back = 1; back < 90; back++) {
    file.run('INSERT INTO usage VALUES (?, 1, ?, ?)', [day - back, 'tariff', 100 + back]);
    file.run('INSERT INTO usage_totals VALUES (?, ?, ?)', [day - back, 'tariff', 100 + back]);
    for (const key of [0, 1])
      file.run('INSERT INTO usage_minutes VALUES (?, ?, ?, ?)', [minute - back, key, 'pixel', back]);
    if (back < 24)
      file.run('INSERT INTO usage_hours VALUES (?, 0, ?, ?)', [Math.floor(minute / 60) - back, 'entry', back]);
  }
  await storage.close();
}

async function textOf(locator: Locator): Promise<string> {
  return (await locator.textContent()) ?? '';
}

/** Asks until the answer is `wanted`, for a few seconds at most, and returns the last answer. */
async function until<T>(ask: () => Promise<T>, wanted: T): Promise<T> {
  let last = await ask();
  for (let i = 0; i < 100 && last !== wanted; i++) {
    await Bun.sleep(60);
    last = await ask();
  }
  return last;
}
