/** Every folder of `src` has a README, a long file says why, and links lead somewhere. `.dependency-cruiser.cjs` checks the imports. */
import { expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../support/paths.ts';

const src = join(root, 'src');
const rooms = readdirSync(src, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

test('every folder of src has a README of at most 30 lines', async () => {
  for (const name of rooms) {
    const header = Bun.file(join(src, name, 'README.md'));
    expect([name, await header.exists()]).toEqual([name, true]);
    expect((await header.text()).split('\n').length).toBeLessThanOrEqual(30);
  }
});

test('a file says that it has over 400 lines, and why, if it has', async () => {
  for await (const file of new Bun.Glob('{src,test,bench,deploy}/**/*.{ts,tsx}').scan(root)) {
    const text = await Bun.file(join(root, file)).text();
    expect([file, text.split('*/', 1)[0]!.includes('over 400 lines')]).toEqual([file, text.split('\n').length > 400]);
  }
});

test('a link of a Markdown file to another file leads to one', async () => {
  const broken: string[] = [];
  let links = 0;
  const patterns = ['*.md', '{bench,clients,data,deploy,docs,src,test}/**/*.md'];
  for (const file of patterns.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(root)])) {
    if (file.includes('node_modules')) continue;
    const text = await Bun.file(join(root, file)).text();
    // The reference is drawn by the server and has no file.
    for (const [, path] of text.matchAll(/\]\((?!https?:|mailto:|[#/]|\.\.\/reference\/)([^)\s#]+)/g)) {
      links++;
      if (!existsSync(join(root, dirname(file), path!))) broken.push(`${file}: ${path}`);
    }
  }
  expect(broken).toEqual([]);
  expect(links).toBeGreaterThan(200);
});
