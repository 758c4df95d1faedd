/** Every folder of `src` has a README, and a long file says why. `.dependency-cruiser.cjs` checks the imports between folders. */
import { expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
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

test('a file of src says that it has over 400 lines, and why, if it has', async () => {
  for await (const file of new Bun.Glob('**/*.{ts,tsx}').scan(src)) {
    const text = await Bun.file(join(src, file)).text();
    expect([file, text.slice(0, 1000).includes('over 400 lines')]).toEqual([file, text.split('\n').length > 400]);
  }
});
