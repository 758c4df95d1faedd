/**
 * `portside pixel scan`: what a file is decides its content, a page that cannot be scanned is a row of the result and makes the
 * exit code 1, and nothing that is not a page gets a score.
 */
import { expect, test } from 'bun:test';
import { mkdirSync, symlinkSync } from 'node:fs';
import { Value } from 'typebox/value';
import { PixelReport } from '../../../src/api/v2/pixel-scans/schema.ts';
import { DEMO_STORE_URL } from '../../../src/pixel/demo-store/address.ts';
import { command } from '../../support/command.ts';
import { run } from '../../support/program.ts';
import { tempDir } from '../../support/temp.ts';

const PAGE = `<script>fbq('init','123456789012345')</script>`;

test('a folder is scanned file by file; a subfolder is skipped, and a dangling link is a row', async () => {
  const dir = tempDir();
  await Bun.write(`${dir}/pages/a.html`, PAGE);
  mkdirSync(`${dir}/pages/sub.html`);
  symlinkSync('/nowhere', `${dir}/pages/z.html`);
  const { code, stdout, stderr } = await command(['pixel', 'scan', 'pages', '--json'], dir);
  expect(stderr).toBe('1 of 2 pages could not be scanned.\n');
  expect(code).toBe(1);
  const [a, z, ...rest] = JSON.parse(stdout);
  expect(a).toMatchObject({ address: 'a.html', report: { severity_counts: { error: 0 } } });
  expect(z).toMatchObject({
    address: 'z.html',
    fault: 'pages/z.html is neither an address nor a file that can be read.',
  });
  expect(rest).toEqual([]);
});

test('a list may name files, hosts without a scheme and entries that cannot be read', async () => {
  const dir = tempDir();
  await Bun.write(`${dir}/page.html`, PAGE);
  await Bun.write(`${dir}/list.txt`, '# mine\npage.html\nlocalhost.localdomain\nnot a page\nmissing.html\n');
  const { code, stdout } = await command(['pixel', 'scan', 'list.txt', '--json'], dir);
  expect(code).toBe(1);
  const rows: { address: string; report?: object; fault?: string }[] = JSON.parse(stdout);
  expect(rows.map(({ address }) => address)).toEqual([
    'page.html',
    'https://localhost.localdomain',
    'not a page',
    'missing.html',
  ]);
  expect(rows.map(({ report }) => report !== undefined)).toEqual([true, false, false, false]);
  for (const { fault } of rows.slice(1)) expect(fault).toMatch(/\.$/);
});

test.each([
  ['an empty folder', 'empty', /holds no \.html file/],
  ['an empty list', 'empty.txt', /lists no page/],
  ['a file that is not there', 'missing.html', /neither an address nor a file/],
  ['a list that is not there', 'missing.txt', /neither an address nor a file/],
])('%s is a sentence and exit code 1, not a stack', async (_, target, message) => {
  const dir = tempDir();
  mkdirSync(`${dir}/empty`);
  await Bun.write(`${dir}/empty.txt`, '# nothing\n');
  const { code, stdout, stderr } = await command(['pixel', 'scan', target], dir);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(message);
  expect(stderr).not.toContain('    at ');
});

test('what is not a page is refused by name, alone, in a list and beside other targets', async () => {
  const dir = tempDir();
  await Bun.write(`${dir}/report.html`, '%PDF-1.7\n');
  await Bun.write(`${dir}/ok.html`, PAGE);
  const alone = await command(['pixel', 'scan', 'report.html'], dir);
  expect(alone).toEqual({
    code: 1,
    stdout: '',
    stderr: 'report.html is a PDF, not a page, custom pixel, GTM container or HAR file.\n',
  });
  const beside = await command(['pixel', 'scan', 'report.html', 'ok.html', '--json'], dir);
  expect(beside.code).toBe(1);
  expect(JSON.parse(beside.stdout)).toMatchObject([
    { fault: 'report.html is a PDF, not a page, custom pixel, GTM container or HAR file.' },
    { address: 'ok.html' },
  ]);
  const listed = await run(['pixel', 'scan', '-', '--format', 'csv'], dir, {}, 'ok.html\nreport.html\n');
  expect(listed.code).toBe(1);
  expect(listed.stdout).toBe(
    'page,score,errors,warnings,infos,rules,fault,state,not_looked_at,kind\r\n' +
      'ok.html,88,0,1,2,legacy_meta_pixel_call legacy_pixel_without_consent_gate not_shopify,,judged,,page\r\n' +
      'report.html,,,,,,"report.html is a PDF, not a page, custom pixel, GTM container or HAR file.",,,\r\n',
  );
});

test('a host gets https://, unless a file has its name', async () => {
  const dir = tempDir();
  expect((await command(['pixel', 'scan', 'shop.invalid'], dir)).stderr).toMatch(
    /does not resolve|could not be looked up/,
  );
  await Bun.write(`${dir}/shop.invalid`, PAGE);
  expect((await command(['pixel', 'scan', 'shop.invalid'], dir)).stdout).toMatch(/^shop\.invalid\n88\/100/);
});

const BROKEN = `<script>gtag('config','UA-12345678-1')</script>`;
test.each([
  ['error', BROKEN, 1],
  ['warn', BROKEN, 1],
  ['never', BROKEN, 0],
  [undefined, BROKEN, 1],
  ['error', PAGE, 0],
  ['warn', PAGE, 1],
  [undefined, PAGE, 0],
] as const)('--fail-on %s decides the exit code by the findings of %s: %i', async (failOn, page, code) => {
  const dir = tempDir();
  await Bun.write(`${dir}/page.html`, page);
  const flag = failOn === undefined ? [] : ['--fail-on', failOn];
  for (const targets of [['page.html'], ['page.html', 'page.html']]) {
    const outcome = await command(['pixel', 'scan', ...targets, ...flag], dir);
    expect(outcome.code).toBe(code);
    expect(outcome.stdout).toContain('page.html');
    expect(outcome.stderr).toContain(code === 0 ? '' : `(--fail-on ${failOn ?? 'error'}).`);
  }
});

test('a page from standard input is scanned, and JSON of one page is the report of v2 with its address', async () => {
  const { code, stdout } = await run(['pixel', 'scan', '-', '--json'], tempDir(), {}, PAGE);
  expect(code).toBe(0);
  const { url, ...report } = JSON.parse(stdout);
  expect(url).toBe('standard input');
  expect([...Value.Errors(PixelReport, report)]).toEqual([]);
});

test('what a page names is read unless --no-deep is given; --deep is the default', async () => {
  const dir = tempDir();
  const rulesOf = async (...more: string[]) => {
    const { stdout } = await command(['pixel', 'scan', DEMO_STORE_URL, '--json', '--fail-on', 'never', ...more], dir);
    return JSON.parse(stdout).findings.map(({ rule_id }: { rule_id: string }) => rule_id);
  };
  // A tag in the container GTM-DEMO123.
  expect(await rulesOf()).toContain('universal_analytics_tag');
  expect(await rulesOf('--deep')).toContain('universal_analytics_tag');
  expect(await rulesOf('--no-deep')).not.toContain('universal_analytics_tag');
});
