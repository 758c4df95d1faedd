/**
 * Certificates in the workbench, in a browser: Debian's Chromium and the compiled binary. The registry is the stand-in.
 *   PORTSIDE_BIN=dist/portside bun test ./test/system/browser/work-certificates.ts
 * Skipped when either is missing, except with CI=true, when that is a failure.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { issueKey, type RunningServer, serve } from '../../support/program.ts';
import { RegistryStandIn, SECRET, TOKEN } from '../../support/registry-stand-in.ts';
import { tempDir } from '../../support/temp.ts';
import { until } from '../../support/until.ts';
import { launch, missing, violations } from './chromium.ts';

const LOOKS: [string, BrowserContextOptions][] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['a phone', { viewport: { width: 390, height: 844 } }],
];

/** What is typed, by the names of the fields: all that the certificate and the record of the registry need. */
const TYPED: Record<string, string> = {
  'product_info.name': 'Adult bicycle helmet',
  'product_info.model': 'HLM-7',
  'product_info.gtin': '4006381333931',
  'product_info.lot': 'L2603',
  'product_info.version_id': 'V1',
  'product_info.date_of_manufacture': '2026-03',
  'product_info.place_of_manufacture': 'Ningbo, China',
  'testing_labs.0.test_date': '2026-02-18',
  'testing_labs.0.test_place': 'Ningbo, China',
  'testing_labs.0.report_number': 'HT-26-0218',
  'attestation.name': 'Dana Whitfield',
  'attestation.date': '2026-04-15',
  'attestation.statement': 'I attest that this certificate is true.',
  ...party('certifier', 'email', 'CRT-01'),
  ...party('records_contact', 'email', 'REC-01'),
  ...party('manufacturer', 'contact_email', 'MKR-01'),
  ...party('testing_labs.0', 'email', 'LAB-01'),
};

function party(path: string, mail: string, id: string): Record<string, string> {
  return {
    [`${path}.name`]: 'Northwind Helmets Co., Ltd.',
    [`${path}.address_parts.line1`]: '12 Example Road',
    [`${path}.address_parts.city`]: 'Ningbo',
    [`${path}.address_parts.state_province`]: 'Zhejiang',
    [`${path}.address_parts.postal_code`]: '315000',
    [`${path}.address_parts.country`]: 'CN',
    [`${path}.${mail}`]: 'office@maker.example',
    [`${path}.phone`]: '+86 574 5550 0100',
    [`${path}.alternate_id`]: id,
  };
}

describe.skipIf(missing.length > 0)('certificates in a browser', () => {
  const dir = tempDir();
  const registry = new RegistryStandIn();
  let server: RunningServer;
  let browser: Browser;
  let key: string;
  const complaints: string[] = [];

  beforeAll(async () => {
    ({ key } = await issueKey(dir, '--per-minute', '100000'));
    writeFileSync(join(dir, 'token'), TOKEN);
    writeFileSync(join(dir, 'secret'), SECRET);
    server = await serve(dir, [], {
      PORTSIDE_REGISTRY_URL: registry.url,
      PORTSIDE_REGISTRY_CERTIFIER_ID: 'C-1',
      PORTSIDE_REGISTRY_COLLECTION_ID: '0b9c6d1e-5a55-4f0c-9d57-0d6b2f3c1a11',
      PORTSIDE_REGISTRY_TOKEN_FILE: join(dir, 'token'),
      PORTSIDE_REGISTRY_SECRET_FILE: join(dir, 'secret'),
    });
    browser = await launch();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await registry.close();
  });

  async function signedIn(options: BrowserContextOptions = {}): Promise<{ context: BrowserContext; page: Page }> {
    const context = await browser.newContext({ baseURL: server.url, ...options });
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (
        message.type() === 'error' &&
        !/status of [45]\d\d|Status Error Code|htmx:(?:afterRequest|sendAbort)/.test(message.text())
      )
        complaints.push(message.text());
    });
    await page.goto('/work');
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/work');
    return { context, page };
  }

  async function fillForm(page: Page): Promise<void> {
    await page.goto('/work/certificates/new');
    for (const [name, value] of Object.entries(TYPED)) await page.locator(`[name="${name}"]`).fill(value);
    await page.locator('[name="product_info.lot_assigned_by"]').selectOption('manufacturer');
    await page.locator('[name="records_contact.role"]').selectOption('importer');
    await page.locator('[name="attestation.accepted"]').check();
  }

  /** A certificate that lacks something, or has a defect, is asked about first. */
  async function issueAllTheSame(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Issue the certificate' }).click();
    await page.getByText('Nothing was issued yet.').waitFor();
    await page.getByRole('button', { name: 'Issue it all the same' }).click();
  }

  test('from the empty form to a certificate that states every element and is filed', async () => {
    const { context, page } = await signedIn();
    await fillForm(page);
    await until('the paper follows', async () =>
      ((await page.locator('#paper').textContent()) ?? '').includes('Dana Whitfield'),
    );
    expect(await page.locator('#paper').textContent()).toContain('rules, one a line');
    // The form was loaded again, and words are looked for as they are typed once its script is there.
    await page.waitForLoadState();
    await page.getByLabel('Find rules by words').fill('glazing');
    await page.getByRole('button', { name: 'Add 16 CFR part 1201' }).click();
    expect(await page.locator('[name="cpsc_rules_cited"]').inputValue()).toBe('16 CFR part 1201');
    expect(await page.locator('[name="product_info.model"]').inputValue()).toBe('HLM-7');
    await page.getByText('Every element is filled').waitFor();
    await page.getByRole('button', { name: 'Issue the certificate' }).click();
    await page.waitForURL('**/work/certificates/*-*-*');
    await page.getByText('Nobody checked whether it is true.').waitFor();
    expect(await page.locator('.facts').getByText('stated', { exact: true }).count()).toBe(1);
    await page.getByRole('button', { name: 'File it' }).click();
    await page.waitForURL(/\/work\/certificates\/[0-9a-f-]{36}$/);
    // The code of this rule is one that was read, so it can be filed.
    await until('the registry has decided', async () => {
      await page.reload();
      return (await page.locator('#registry-title').locator('..').getByText('accepted').count()) > 0;
    });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download PDF' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^certificate-.*\.pdf$/);
    await context.close();
  }, 60_000);

  test('fifty lines of a sheet: three wrong cells are named, mended and sent alone', async () => {
    const { context, page } = await signedIn();
    const head =
      'sku,product_name,date_of_manufacture,place_of_manufacture,manufacturer_name,manufacturer_address,manufacturer_email,rules';
    const line = (at: number, date: string, mail: string) =>
      `S-${at},Helmet ${at},${date},"Ningbo, China",Bright,12 Road,${mail},16 CFR part 1203`;
    const good = (at: number) => line(at, '2026-03', 'qa@bright.example');
    const bad = new Map([
      [7, line(7, '04/03/2026', 'qa@bright.example')],
      [21, line(21, '', 'qa@bright.example')],
      [44, line(44, '2026-03', 'nobody')],
    ]);
    const send = async (name: string, lines: string[]) => {
      writeFileSync(join(dir, name), [head, ...lines].join('\n'));
      await page.goto('/work/certificates/batches');
      await page.locator('input[type=file]').setInputFiles(join(dir, name));
      await page.getByLabel('What to do').selectOption('make');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.waitForURL('**/work/certificates/batches/job_*');
      await page.getByRole('link', { name: 'Download XLSX' }).waitFor();
    };
    await send(
      'fifty.csv',
      Array.from({ length: 50 }, (_, at) => bad.get(at) ?? good(at)),
    );
    await page.getByRole('link', { name: '3 lines made no certificate.' }).click();
    await page.waitForURL('**status=not_made');
    const cells = await page.locator('.cells strong').allTextContents();
    expect(cells).toEqual(['date_of_manufacture', 'date_of_manufacture', 'manufacturer_email']);
    const skus = await page.locator('tbody .under').allTextContents();
    expect(skus).toEqual(['S-7', 'S-21', 'S-44']);
    await send('mended.csv', [...bad.keys()].map(good));
    expect(await page.getByRole('link', { name: '3 certificates' }).count()).toBe(1);
    await context.close();
  }, 60_000);

  test('a certificate is duplicated, and the old one superseded', async () => {
    const { context, page } = await signedIn();
    await fillForm(page);
    await issueAllTheSame(page);
    await page.waitForURL('**/work/certificates/*-*-*');
    const old = page.url();
    await page.getByRole('link', { name: 'Duplicate' }).click();
    await page.locator('[name="product_info.lot"]').fill('L2604');
    await issueAllTheSame(page);
    await page.waitForURL('**/work/certificates/*-*-*?issued=1');
    const successor = /([0-9a-f-]{36})/.exec(page.url())![1]!;
    await page.goto(old);
    await page.getByLabel('Reason').fill('Another lot');
    await page.getByLabel('Certificate that supersedes it').selectOption(successor);
    await page.getByRole('button', { name: 'End this certificate' }).click();
    await page.getByText('superseded', { exact: true }).waitFor();
    await context.close();
  }, 60_000);

  test('a party that was typed once is kept, corrected, and fills the next form', async () => {
    const { context, page } = await signedIn();
    await page.goto('/work/certificates/new');
    const maker = Object.entries(TYPED).filter(([name]) => name.startsWith('manufacturer.'));
    for (const [name, value] of maker) await page.locator(`[name="${name}"]`).fill(value);
    const section = page.getByRole('group', { name: 'Manufacture' });
    await section.getByRole('button', { name: 'Keep for later certificates' }).click();
    await page.getByText('Kept as MKR-01.').waitFor();
    await page.getByRole('link', { name: 'All parties' }).click();
    await page.getByRole('link', { name: 'Northwind Helmets' }).click();
    await page.getByLabel('Telephone').fill('+86 574 5550 0199');
    await page.getByRole('button', { name: 'Keep the party' }).click();
    await page.getByText('The party is kept as it stands here.').waitFor();
    await page.goto('/work/certificates/new');
    await page.locator('[name="product_info.name"]').fill('Typed before');
    await section.getByLabel('One that you know').selectOption({ label: 'Northwind Helmets Co., Ltd. (MKR-01)' });
    await section.getByRole('button', { name: 'Fill in' }).click();
    await until(
      'the form has the party',
      async () => (await page.locator('[name="manufacturer.phone"]').inputValue()) === '+86 574 5550 0199',
    );
    expect(await page.locator('[name="product_info.name"]').inputValue()).toBe('Typed before');
    await page.locator('[name="cpsc_rules_cited"]').fill('16 CFR part 1203');
    // The form was loaded again, and words are looked for as they are typed once its script is there.
    await page.waitForLoadState();
    await page.getByLabel('Find rules by words').fill('glazing');
    await page.getByRole('button', { name: 'Add 16 CFR part 1201' }).click();
    await until('both rules are there', async () =>
      /1203\s+16 CFR part 1201$/.test(await page.locator('[name="cpsc_rules_cited"]').inputValue()),
    );
    await page.goto('/work/certificates/parties/one?id=MKR-01');
    await page.getByRole('button', { name: 'Delete the party' }).click();
    await page.getByText('The party is gone.').waitFor();
    await context.close();
  }, 60_000);

  test('a session that ends while the form is filled loses nothing, and neither does a refusal', async () => {
    const { context, page } = await signedIn();
    await page.goto('/work/certificates/new');
    await page.locator('[name="product_info.name"]').fill('Half a lamp');
    await page.getByRole('button', { name: 'Issue the certificate' }).click();
    await page.locator('.field.faulty').first().waitFor();
    expect(await page.locator('[name="product_info.name"]').inputValue()).toBe('Half a lamp');
    await page.locator('[name="product_info.model"]').fill('HL-1');
    await context.clearCookies();
    await page.getByRole('button', { name: 'Issue the certificate' }).click();
    await page.getByText('You are signed out').waitFor();
    await page.goto('/work/sign-in?next=%2Fwork%2Fcertificates%2Fnew');
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/work/certificates/new');
    expect(await page.locator('[name="product_info.name"]').inputValue()).toBe('Half a lamp');
    expect(await page.locator('[name="product_info.model"]').inputValue()).toBe('HL-1');
    await context.close();
  }, 60_000);

  test('without JavaScript rules are found, one is added, and what is missing is named', async () => {
    const { context, page } = await signedIn({ javaScriptEnabled: false });
    await page.goto('/work/certificates/new');
    await page.locator('[name="product_info.name"]').fill('Helmet');
    await page.getByLabel('Find rules by words').fill('bicycle helmet');
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await page.getByRole('button', { name: 'Add 16 CFR part 1203' }).click();
    expect(await page.locator('[name="cpsc_rules_cited"]').inputValue()).toBe('16 CFR part 1203');
    expect(await page.locator('[name="product_info.name"]').inputValue()).toBe('Helmet');
    await page.getByText('Not filled yet').waitFor();
    await context.close();
  }, 60_000);

  test.each(LOOKS)(
    'no page in %s has a fault that axe finds, or is wider than the screen',
    async (_, options) => {
      const { context, page } = await signedIn(options);
      const check = async (what: string) => {
        expect([what, await violations(page)]).toEqual([what, []]);
        const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
        expect([what, isWide]).toEqual([what, false]);
      };
      await page.goto('/work/certificates');
      await check('certificates');
      await page.locator('tbody th a').first().click();
      await page.getByText('What it lacks').waitFor();
      await check('a certificate');
      await page.getByRole('button', { name: 'Make a link' }).click();
      await page.getByText('Address of the PDF').waitFor();
      await check('a link');
      await page.goto('/work/certificates/new?rule_words=helmet');
      await check('the form');
      await page.getByRole('button', { name: 'Issue the certificate' }).click();
      await page.locator('.field.faulty').first().waitFor();
      await check('a refused form');
      await page.goto('/work/certificates/parties/new');
      await check('a new party');
      await page.getByLabel('Key').fill('A B');
      await page.getByRole('button', { name: 'Keep the party' }).click();
      await page.getByText('Choose at least one.').waitFor();
      await check('a refused party');
      await page.getByLabel('manufacturer', { exact: true }).check();
      await page.getByLabel('Name', { exact: true }).fill('Bright');
      await page.getByRole('button', { name: 'Keep the party' }).click();
      await page.getByRole('button', { name: 'Delete the party' }).waitFor();
      await check('a party');
      await page.goto('/work/certificates/parties');
      await check('parties');
      await page.getByRole('link', { name: 'Bright' }).click();
      await page.getByRole('button', { name: 'Delete the party' }).click();
      await page.goto('/work/certificates/batches');
      await check('sheets');
      await page.locator('tbody th a').last().click();
      await page.getByText('Result').first().waitFor();
      await check('a sheet');
      await context.close();
    },
    60_000,
  );

  test('the browser complained about nothing', () => expect(complaints).toEqual([]));
});
