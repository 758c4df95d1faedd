import { expect, test } from 'bun:test';
import { COUNTRY_CODES, isCountryCode } from './countries.ts';

test('there are 249 codes, each once, in order, and each is a country to Intl', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  expect(COUNTRY_CODES).toHaveLength(249);
  expect([...new Set(COUNTRY_CODES)].sort()).toEqual([...COUNTRY_CODES]);
  expect(COUNTRY_CODES.filter((code) => names.of(code) === undefined)).toEqual([]);
});

test.each(['US', 'GB', 'TW', 'ZW', 'AD'])('%s is a country code', (code) => expect(isCountryCode(code)).toBe(true));

test.each(['UK', 'EU', 'XX', 'ZZ', 'AN', 'cn', ' CN', 'CHN', '', 'C', '__proto__', 'constructor'])(
  '%p is none',
  (text) => expect(isCountryCode(text)).toBe(false),
);
