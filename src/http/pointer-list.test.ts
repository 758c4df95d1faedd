import { expect, test } from 'bun:test';
import { nameIgnoredFields, pointerList } from './pointer-list.ts';

const CASES: [string, string[], string][] = [
  ['plain names', ['/certifier/adress', '/exclusions/0/why'], '/certifier/adress, /exclusions/0/why'],
  ['a line break, which would add a header', ['/a\r\nSet-Cookie: x=1'], '/a%0D%0ASet-Cookie:%20x=1'],
  ['a comma and a percent sign', ['/a, /b', '/100%'], '/a%2C%20/b, /100%25'],
  ['other scripts and emoji', ['/größe', '/📦'], '/gr%C3%B6%C3%9Fe, /%F0%9F%93%A6'],
  ['half of a surrogate pair', ['/\ud800x'], '/%EF%BF%BDx'],
  ['a long name', [`/${'x'.repeat(100_000)}`], `/${'x'.repeat(99)}...`],
  ['a long name that is cut within an escape', [`/${'x'.repeat(98)}éa`], `/${'x'.repeat(98)}...`],
];
test.each(CASES)('%s', (_name, pointers, text) => {
  expect(pointerList(pointers)).toBe(text);
});

test('the header names ten fields, and says that there are more', () => {
  const headers: Record<string, string> = {};
  const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, 1]));
  nameIgnoredFields(headers, { properties: {} }, fields(10));
  expect(headers['x-ignored-fields']).toBe('/f0, /f1, /f2, /f3, /f4, /f5, /f6, /f7, /f8, /f9');
  nameIgnoredFields(headers, { properties: {} }, fields(11));
  expect(headers['x-ignored-fields']).toEndWith('/f8, /f9, ...');
});

test('the header is printable ASCII of bounded length, whatever the names are', () => {
  const names = Array.from({ length: 11 }, (_, i) => `${i}${'\u{10ffff}\0\n\x7f%'.repeat(5000)}`);
  const text = pointerList(
    names.map((name) => `/${name}`),
    10,
  );
  expect(text).toMatch(/^[!-~ ]{1,1100}$/);
});

test('a body without unknown fields gets no header', () => {
  const headers = {};
  nameIgnoredFields(headers, { properties: { codes: { items: {} } } }, { codes: ['1'] });
  expect(headers).toEqual({});
});
