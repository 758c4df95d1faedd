/** Every promise of SECURITY.md names the test that shows it. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { root } from '../support/paths.ts';

const text = await Bun.file(join(root, 'SECURITY.md')).text();
const section = text.slice(text.indexOf('## What each boundary refuses'), text.indexOf('## Known limits'));
const promises = section.split('\n').filter((line) => line.startsWith('- '));

test('every promise names a test that exists', async () => {
  expect(promises.length).toBeGreaterThan(35);
  const missing: string[] = [];
  for (const promise of promises) {
    const [, file, name] = /`((?:src|test)\/[^`]+)` "([^"]+)"$/.exec(promise) ?? [];
    const path = join(root, file ?? 'none');
    const source = (await Bun.file(path).exists()) ? await Bun.file(path).text() : '';
    const literal = RegExp.escape(name ?? '');
    const called = new RegExp(`\\(\\s*(['"\`])${literal}\\1,`).test(source);
    if (!called) missing.push(promise);
  }
  expect(missing).toEqual([]);
});
