/** Every promise of SECURITY.md names the test that shows it, and none of the inputs that it was tried with broke it. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { root } from '../support/paths.ts';
import { securityTable } from '../support/security-table.ts';

const promises = await securityTable();

test('every promise names a test that exists', async () => {
  expect(promises.length).toBeGreaterThan(35);
  const missing: string[] = [];
  for (const { file, test: name } of promises) {
    const path = join(root, file);
    const source = (await Bun.file(path).exists()) ? await Bun.file(path).text() : '';
    const literal = RegExp.escape(name);
    const called = new RegExp(`\\(\\s*(['"\`])${literal}\\1,`).test(source);
    if (!called) missing.push(`${file} "${name}"`);
  }
  expect(missing).toEqual([]);
});

test('every promise was tried, and held each time', () => {
  const doubtful = promises.filter(({ tried, held }) => tried === 0 || held !== tried);
  expect(doubtful.map(({ promise }) => promise)).toEqual([]);
});
