import { expect, test } from 'bun:test';
import { certaintyText, programmeName, rateText } from './tariff-words.ts';

test('a rate says what it is added to and charged on, and a missing one is not a free one', () => {
  expect(rateText({ rate: 50, rate_kind: 'additional', charged_on: 'full value' })).toBe(
    '50% added, on the full value',
  );
  expect(rateText({ rate: 15, rate_kind: 'total_incl_column1', charged_on: null })).toBe('15% in total with column 1');
  expect(rateText({ rate: null, rate_kind: 'minimum_import_price' })).toBe('minimum import price');
  expect(rateText({ rate: null, rate_kind: 'additional' })).toBe('no rate published');
  expect(rateText({ rate: 0, rate_kind: 'additional' })).toBe('0% added');
});

test('programmes that nobody named here are still readable', () => {
  expect(programmeName('mhd_parts')).toBe('heavy vehicle parts');
  expect(programmeName('section_301_china')).toBe('section 301 china');
  expect([certaintyText('law'), certaintyText('announced')]).toEqual(['law, date set', 'announced, not law as read']);
});
