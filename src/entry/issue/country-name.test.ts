import { expect, test } from 'bun:test';
import { COUNTRY_CODES } from '../../domain/countries.ts';
import { countryName } from './country-name.ts';

test('every country code has an English name that fits, and no two have the same', () => {
  const names = COUNTRY_CODES.map((code) => countryName(code)!);
  expect(new Set(names).size).toBe(COUNTRY_CODES.length);
  for (const name of names) expect(name).toMatch(/^\p{Script=Latin}[\p{Script=Latin}&.,’() -]{1,49}$/u);
});

test.each([
  ['CN', 'China'],
  ['cn', 'China'],
  ['HK', 'Hong Kong'],
  ['US', 'United States'],
  ['Viet Nam', 'Viet Nam'],
  ['UK', undefined],
  ['EU', undefined],
  ['zz', undefined],
])('%s is %s', (text, name) => {
  expect(countryName(text)).toBe(name);
});
