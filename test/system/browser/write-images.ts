/**
 * Makes the pictures of `docs/images` anew: pages of the compiled binary in Debian's Chromium, with data that this file makes, and three
 * commands in a terminal of 80 columns.
 *   bun run build && PORTSIDE_BIN=$PWD/dist/portside bun test/system/browser/write-images.ts [NAME…]
 * Needs pdftoppm for the certificate. With names, only those whose name begins so.
 */
import { Database } from 'bun:sqlite';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { root } from '../../support/paths.ts';
import { issueKey, lookup, run, serve } from '../../support/program.ts';
import { captureCommands } from '../../support/terminal-captures.ts';
import { until } from '../../support/until.ts';
import { launch } from './chromium.ts';

const PASSWORD = 'correct horse battery';
const IMAGES = join(root, 'docs/images');
const DAY_MS = 86_400_000;

/** The size of the window, and the largest height of a picture. */
const DESKTOP = { width: 1280, height: 860 };
const PHONE = { width: 390, height: 780 };

/** Operator pages by the middle of the name of their pictures: `operator-keys-light.png`. */
const OPERATOR_PAGES: Record<string, string> = {
  overview: '/operator/overview',
  alerts: '/operator/alerts',
  keys: '/operator/keys',
  key: '/operator/keys/2',
  requests: '/operator/requests',
  request: '/operator/requests/8',
  usage: '/operator/usage',
  lists: '/operator/lists',
  certificates: '/operator/certificates',
  scans: '/operator/scans',
  scan: '/operator/scans/1',
  operators: '/operator/operators',
  sessions: '/operator/sessions',
  audit: '/operator/audit',
};

/** A long report is cut: its beginning shows what it is. */
const TERMINAL_HEIGHT_MAX = 1000;

/** The captures that are pictures too. `terminal-all` draws all of them, to look at. */
const TERMINAL_IMAGES = ['tariff-lookup', 'pixel-scan', 'pixel-scan-list'];

const COLOURS: Record<string, string> = {
  '1': 'font-weight: bold',
  '2': 'opacity: 0.6',
  '31': 'color: #f47067',
  '32': 'color: #57ab5a',
  '33': 'color: #daaa3f',
  '34': 'color: #6cb6ff',
};

/** What is pasted into the list of parts. */
const PARTS = [
  'part\thts\torigin',
  'Bracket, welded\t7326.90.8688\tCN',
  'Hex bolt M8\t7318.15.2065\tDE',
  'Catalogue\t4901.99.0093\tGB',
  'Office chair\t9403.20.0075\tGB',
  'Aluminum foil\t7607.11.3000\tCA',
  'Pipe\t7.32E+09\tCN',
  'Copper tube\t7411.10.1030\tMX',
  'Brake part\t8708.30.5090\tJP',
].join('\n');

const wanted = process.argv.slice(2);
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.some((start) => name.startsWith(start));

const dir = mkdtempSync(join(tmpdir(), 'portside-images-'));
const browser = await launch();
try {
  await terminals(browser);
  await pages(browser);
} finally {
  await browser.close();
  rmSync(dir, { recursive: true });
}

async function pages(browser: Browser): Promise<void> {
  const key = await makeData();
  const server = await serve(dir, ['--data-dir', 'pages'], {
    PORTSIDE_OPERATOR_PASSWORD: PASSWORD,
    PORTSIDE_CONTACT: 'support@portside.example',
  });
  try {
    const post = async (path: string, body: string) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      return (await fetch(server.url + path, { method: 'POST', headers, body })).json();
    };
    for (let i = 0; i < 6; i++) await lookup(server.url, key);
    await fetch(`${server.url}/api/v1/tariff/lookup`);
    await post('/api/v1/tariff/hts/lookup', '{"codes":"7326.90.8688"}');
    await post('/api/v1/tariff/hts/lookup', '{"codes":');
    await post('/api/v1/pixel/scan', '{"url":"https://shop.invalid/"}');
    for (const path of ['', 'collections/all', 'products/canvas-tote', 'cart']) {
      await post('/api/v1/pixel/scan', JSON.stringify({ url: `https://demo-store.portside.invalid/${path}` }));
    }
    const requests = join(root, 'test/fixtures/certificate-requests');
    const completeFile = join(requests, '04-complete-every-optional-field.json');
    const complete = await Bun.file(completeFile).text();
    await post('/api/v1/entry/gcc/generate', await Bun.file(join(requests, '03-latin-contract-fields.json')).text());
    const made = (await post('/api/v1/entry/gcc/generate', complete)) as { gcc_id: string };
    await writeCertificate(completeFile);

    await until('everything is in the logs', () => {
      using database = new Database(join(dir, 'pages/portside.db'), { readonly: true });
      return database.query("SELECT 1 FROM request_log WHERE route LIKE '%generate' LIMIT 1 OFFSET 1").get() !== null;
    });
    const visitor = await newPage(browser, server.url, DESKTOP, 'light');
    await picture(visitor, 'landing', '/?code=7326.90.8688');
    await picture(visitor, 'docs', '/docs/v1/lookup-hts-codes');
    await picture(visitor, 'verify', `/verify/${made.gcc_id}`);

    await workbench(browser, server.url, key);
    for (const scheme of ['light', 'dark'] as const) await operator(browser, server.url, DESKTOP, scheme, scheme);
    await operator(browser, server.url, PHONE, 'light', 'phone');
  } finally {
    await server.stop();
  }
}

async function workbench(browser: Browser, url: string, key: string): Promise<void> {
  const signedIn = async (size: typeof DESKTOP, scheme: 'light' | 'dark') => {
    const page = await newPage(browser, url, size, scheme);
    await page.goto('/work');
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/work');
    return page;
  };
  const page = await signedIn({ width: 1440, height: 900 }, 'light');
  await page.goto('/work/tariff');
  await page.getByLabel('Paste numbers').fill(PARTS);
  await page.getByRole('button', { name: 'Check the list' }).click();
  await page.getByRole('link', { name: 'Download XLSX' }).waitFor();
  const list = page.url();
  await page.getByRole('link', { name: /^Line 2,/ }).click();
  await page.locator('#panel h2').waitFor();
  await shoot(page, 'work-list');
  await page.goto('/work/pixel');
  await page.getByLabel('Address of the store').fill('https://demo-store.portside.invalid/');
  await page.getByRole('button', { name: 'Scan', exact: true }).click();
  await page.getByText('What was found').waitFor();
  await shoot(page, 'work-report');
  await page.goto('/work/certificates/new');
  const typed = {
    'product_info.name': 'Adult bicycle helmet',
    'product_info.model': 'HLM-7',
    'product_info.sku': 'HLM-7-BLK-M',
    'certifier.name': 'Harbor Imports LLC',
    'certifier.address_parts.city': 'Oakland',
  };
  for (const [name, value] of Object.entries(typed)) await page.locator(`[name="${name}"]`).fill(value);
  await until(
    'the paper follows',
    async () => (await page.locator('#paper').textContent())?.includes('Oakland') === true,
  );
  await page.evaluate(() => scrollTo(0, 0));
  await shoot(page, 'work-certificate');
  await picture(page, 'work-schedule', '/work/schedule/7326.90.8688');
  await picture(await signedIn({ width: 1440, height: 960 }, 'dark'), 'work-changes-dark', '/work/changes');
  await picture(await signedIn(PHONE, 'light'), 'work-list-phone', new URL(list).pathname);
}

async function operator(
  browser: Browser,
  url: string,
  size: typeof DESKTOP,
  scheme: 'light' | 'dark',
  suffix: string,
): Promise<void> {
  const page = await newPage(browser, url, size, scheme);
  await page.goto('/operator');
  await page.getByLabel('Operator password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/operator/**');
  for (const [name, path] of Object.entries(OPERATOR_PAGES)) {
    // The manual shows the list of keys once.
    if (name !== 'keys' || suffix === 'light') await picture(page, `operator-${name}-${suffix}`, path);
  }
  if (suffix === 'dark') return;
  await page.goto('/operator/keys/new');
  await page.getByLabel('Name').fill('Atlas Brokers');
  await page.getByRole('button', { name: 'Issue the key' }).click();
  await page.locator('#key').waitFor();
  await shoot(page, `operator-issued-${suffix}`);
}

async function newPage(browser: Browser, baseURL: string, viewport: typeof DESKTOP, colorScheme: 'light' | 'dark') {
  const context = await browser.newContext({ baseURL, viewport, colorScheme });
  return context.newPage();
}

async function picture(page: Page, name: string, path: string): Promise<void> {
  if (!isWanted(name)) return;
  await page.goto(path, { waitUntil: 'networkidle' });
  await shoot(page, name);
}

async function shoot(page: Page, name: string): Promise<void> {
  if (isWanted(name)) await page.screenshot({ path: join(IMAGES, `${name}.png`) });
}

/** Keys, an operator and 30 days of use. Returns a key of scope `all`. */
async function makeData(): Promise<string> {
  const at = ['--data-dir', 'pages'];
  await run(['migrate', 'up', ...at], dir);
  await issueKey(dir, ...at, '--name', 'first key');
  const { key } = await issueKey(dir, ...at, '--name', 'Meridian ERP', '--owner', 'Ines Moreau', '--tags', 'erp,eu');
  const more = [
    ['Acme Brokers', 'tariff', 'broker', ''],
    ['Bolt Logistics', 'tariff', 'broker,eu', '90d'],
    ['Storefront audit', 'pixel', 'nightly', ''],
    ['Helmet importer', 'entry', 'erp', '2099-12-31'],
  ] as const;
  for (const [name, scope, tags, expires] of more) {
    const options = [
      '--scope',
      scope,
      '--name',
      name,
      '--tags',
      tags,
      '--owner',
      'Ines Moreau',
      '--notes',
      'delegate:on',
    ];
    await run(['keys', 'issue', ...at, ...options, ...(expires ? ['--expires', expires] : [])], dir);
  }
  await run(['keys', 'rotate', '3', ...at, '--overlap', '7d'], dir);
  await run(['operators', 'add', 'owner', ...at, '--role', 'owner'], dir, {}, `${PASSWORD}\n`);
  await run(['operators', 'add', 'ines', ...at, '--role', 'issuer'], dir, {}, 'another long password\n');
  const database = new Database(join(dir, 'pages/portside.db'));
  const today = Math.floor(Date.now() / DAY_MS);
  const insert = database.prepare('INSERT INTO usage (day, key_id, product, requests) VALUES (?, ?, ?, ?)');
  const addTotal = database.prepare(
    `INSERT INTO usage_totals (day, product, requests) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET requests = requests + excluded.requests`,
  );
  for (let ago = 30; ago >= 1; ago--) {
    const isWeekend = [0, 6].includes(new Date((today - ago) * DAY_MS).getUTCDay());
    for (const [id, product, requests] of [
      [2, 'tariff', 4200],
      [2, 'entry', 160],
      [3, 'tariff', 2600],
      [5, 'pixel', 50],
    ] as const) {
      const count = Math.round(requests * (isWeekend ? 0.2 : 1 + 0.25 * Math.sin(ago + id)));
      insert.run(today - ago, id, product, count);
      addTotal.run(today - ago, product, count);
    }
  }
  database.close();
  return key;
}

/** With a public verify address: the server of the pictures is on loopback, and its certificates say that they are tests. */
async function writeCertificate(request: string): Promise<void> {
  if (!isWanted('certificate')) return;
  const file = join(dir, 'certificate.pdf');
  const at = ['--data-dir', join(dir, 'certificate')];
  await run(['migrate', 'up', ...at], dir);
  const address = ['--base-url', 'https://certificates.lakeshorehome.com'];
  await run(['entry', 'generate', request, ...at, ...address, '--out', file], dir);
  const drawn = ['pdftoppm', '-png', '-singlefile', '-r', '80', file, join(IMAGES, 'certificate')];
  const { exitCode, stderr } = Bun.spawnSync(drawn);
  if (exitCode !== 0) throw new Error(`pdftoppm: ${stderr}`);
}

/** The commands as a terminal shows them. */
async function terminals(browser: Browser): Promise<void> {
  if (!isWanted('terminal') && !wanted.includes('terminal-all')) return;
  const folder = join(dir, 'terminal');
  mkdirSync(folder);
  const captures = await captureCommands(folder);
  const page = await browser.newPage({ viewport: { width: 760, height: 400 } });
  const names = wanted.includes('terminal-all') ? [...captures.keys()] : TERMINAL_IMAGES;
  for (const name of names) {
    await page.setContent(terminalPage(captures.get(name)!));
    const { x, y, width, height } = (await page.locator('pre').boundingBox())!;
    const clip = { x, y, width, height: Math.min(height, TERMINAL_HEIGHT_MAX) };
    await page.screenshot({ path: join(IMAGES, `terminal-${name}.png`), clip, fullPage: true });
  }
}

function terminalPage(capture: string): string {
  const body = Bun.escapeHTML(capture.trimEnd()).replace(/\u001b\[(\d+)m/g, (_, code: string) =>
    COLOURS[code] ? `<span style="${COLOURS[code]}">` : '</span>',
  );
  const style =
    'margin: 0; padding: 16px; font: 14px/1.4 DejaVu Sans Mono, monospace; color: #d1d7e0; background: #151b23';
  return `<body style="margin: 0"><pre style="${style}; width: 80ch">${body}</pre>`;
}
