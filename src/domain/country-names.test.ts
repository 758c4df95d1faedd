import { describe, expect, test } from 'bun:test';
import { COUNTRY_CODES } from './countries.ts';
import { countryAdvice, countryLabel, countryName, readCountry } from './country-names.ts';

test.each([
  ['DE', 'DE'],
  ['de', 'DE'],
  [' Germany ', 'DE'],
  ['GERMANY', 'DE'],
  ['Deutschland', 'DE'],
  ['Allemagne', 'DE'],
  ['Türkiye', 'TR'],
  ['Turkiye', 'TR'],
  ['México', 'MX'],
  ['Mexico', 'MX'],
  ['Korea, Republic of', 'KR'],
  ['South Korea', 'KR'],
  ['PRC', 'CN'],
  ['CHN', 'CN'],
  ['China (CN)', 'CN'],
  ['CN - China', 'CN'],
  ['DE Germany', 'DE'],
  ['United States of America', 'US'],
  ['Ireland', 'IE'],
  ['Austria', 'AT'],
  ['Malaysia', 'MY'],
  ['Israel', 'IL'],
  ['Chile', 'CL'],
  ['日本', 'JP'],
  // The first letters of one name are the code of another country.
  ['Ge', 'GE'],
  ['China (CH)', null],
  ['CH - China', null],
  ['EU', null],
  ['Korea', null],
  ['Germny', null],
  ['Germany, France', null],
  ['', null],
  ['x'.repeat(5000), null],
  ['__proto__', null],
  ['constructor', null],
])('%p means %p', (text, code) => expect(readCountry(text)).toBe(code));

test('every country is read by its own name, its label and its code', () => {
  for (const code of COUNTRY_CODES) {
    for (const text of [code, countryName(code), countryLabel(code)])
      expect([text, readCountry(text)]).toEqual([text, code]);
  }
});

describe('advice', () => {
  test.each([
    ['Germny', 'Did you mean Germany (DE)?'],
    ['EU', 'Say which member'],
    ['korea', 'South Korea (KR) or North Korea (KP)'],
    ['qqqq', 'Use its name, or its two letters'],
    ['', 'Use its name'],
    ['__proto__', 'is not a country'],
  ])('%p', (text, advice) => expect(countryAdvice(text)).toContain(advice));

  test('is short, whatever was typed', () => expect(countryAdvice('x'.repeat(9000)).length).toBeLessThan(150));
});
