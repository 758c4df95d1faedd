import { expect, test } from 'bun:test';
import { startPublicServer } from '../../../test/support/public-server.ts';

const server = await startPublicServer();
const page = async (asked: string) => (await server.ask(`/?code=${encodeURIComponent(asked)}`)).text();

test('words find numbers, each a link to its lookup, with the headings above', async () => {
  const text = await page('aluminium ladders');
  expect(text).toContain('<a href="/?code=7616.99.5130"><strong>7616.99.5130</strong>');
  expect(text).toContain('Other articles of aluminum › Other › Other › Other');
});

test('a misspelt word is answered with words that are like it', async () => {
  expect(await page('alumnium')).toContain('Did you mean <a href="/?code=aluminum">aluminum</a>');
});

test('what was typed is never markup', async () => {
  for (const asked of ['<img src=x onerror=alert(1)> steel', '"><script>steel', "steel' OR 'x"]) {
    const text = await page(asked);
    expect(text).toContain('class="found"');
    expect(text).not.toMatch(/<img|<script>steel|onerror=alert\(1\)>/);
  }
});

test('a code is described, and one that does not exist is said to be none, with those near it', async () => {
  expect(await page('0101.21.0010')).toContain(
    'Live horses, asses, mules and hinnies › Horses › Purebred breeding animals',
  );
  expect(await page('7326.90.8699')).toContain('The schedule has no such number');
  expect(await page('101210010')).toContain('Not the number of a product');
});

test('no request was reported as a fault', () => expect(server.faults).toEqual([]));
