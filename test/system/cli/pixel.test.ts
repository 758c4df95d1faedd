/** `portside pixel scan` over many pages: a bad entry is a row of the result and does not end the scan. */
import { expect, test } from 'bun:test';
import { mkdirSync, symlinkSync } from 'node:fs';
import { run } from '../../support/program.ts';
import { tempDir } from '../../support/temp.ts';

const PAGE = `<script>fbq('init','123456789012345')</script>`;

test('a folder is scanned file by file; a subfolder is skipped, and a dangling link is a row', async () => {
  const dir = tempDir();
  await Bun.write(`${dir}/pages/a.html`, PAGE);
  mkdirSync(`${dir}/pages/sub.html`);
  symlinkSync('/nowhere', `${dir}/pages/z.html`);
  const { code, stdout, stderr } = await run(['pixel', 'scan', 'pages', '--json'], dir);
  expect(stderr).toBe('');
  expect(code).toBe(0);
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
  const { code, stdout } = await run(['pixel', 'scan', 'list.txt', '--json'], dir);
  expect(code).toBe(0);
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
  const { code, stdout, stderr } = await run(['pixel', 'scan', target], dir);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(message);
  expect(stderr).not.toContain('    at ');
});
