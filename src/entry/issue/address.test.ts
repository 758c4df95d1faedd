import { expect, test } from 'bun:test';
import { composedAddress, namesAllParts, namesOtherPlace } from './address.ts';

const parts = (city: string, postal_code: string) => ({ line1: '88 Keji Road', city, postal_code, country: 'CN' });

test.each([
  ['88 Keji Road, Shenzhen 518057, China', 'Guangzhou', '510000'],
  ['400 Harbor Way, Oakland, CA 94607', 'New York', '10001'],
  ['400 Harbor Way, New Haven, CT 06510', 'New York', '10001'],
])('%s is not in %s %s', (address, city, code) => {
  expect(namesOtherPlace(address, parts(city, code))).toBe(true);
});

test.each([
  ['88 Keji Road, SHENZHEN', 'Shenzhen', '518057'],
  ['88 Keji Road, Nanshan District 518057', 'Shenzhen', '518057'],
  ['Königsallee 1, 40212 Düsseldorf', 'Duesseldorf', 'D-40213'],
  ['Koenigsallee 1, Dusseldorf', 'Düsseldorf', '40212'],
  ['Strandvej 5, København K', 'Kobenhavn', '1050'],
  ['ul. Piotrkowska 1, Lodz', 'Łódź', '90-001'],
  ['10 Downing Street, London, sw1a2aa', 'City of Westminster', 'SW1A 2AA'],
  ['1 Market St., St. Louis, MO', 'Saint Louis', '63101'],
  ['400 Harbor Way, CA 94607-1234', 'Oakland', '94607'],
  ['400 Harbor Way, CA 94607', 'Oakland', '94607-1234'],
  ['12 Le Loi, Ho Chi Minh', 'Ho Chi Minh City', '700000'],
  // The parts may translate the address.
  ['深圳市科技路88号', 'Shenzhen', '518057'],
  ['88号 Keji Road, 深圳', 'Shenzhen', '518057'],
  ['88 Keji Road, Shenzhen', '深圳', '518057'],
])('%s can be in %s %s', (address, city, code) => {
  expect(namesOtherPlace(address, parts(city, code))).toBe(false);
});

test('a composed address is in its own place', () => {
  for (const place of [parts('Å', '1'), parts('Bad Homburg', '61348'), parts('San', 'n/a')]) {
    expect(namesOtherPlace(composedAddress(place), place)).toBe(false);
  }
});

const oakland = { line1: '400 Harbor Way', city: 'Oakland', state_province: 'CA', postal_code: '94607', country: 'US' };

test.each([
  ['400 Harbor Way, Oakland, CA 94607, United States', oakland],
  ['400 HARBOR WAY\nOAKLAND CA 94607\nUS', oakland],
  ['400 Harbor Way, Oakland, CA 94607, U.S.A., US.', oakland],
  [
    '中国广东省深圳市科技路88号 518057 China',
    { line1: '科技路88号', city: '深圳市', postal_code: '518057', country: 'CN' },
  ],
])('the address %s says all its parts', (address, stated) => {
  expect(namesAllParts(address, stated)).toBe(true);
});

test.each([
  // Another number, another code, another state, no country, a country that is a state, another unit.
  ['1400 Harbor Way, Oakland, CA 94607, United States', oakland],
  ['400 Harbor Way, Oakland, CA 946071, United States', oakland],
  ['400 Harbor Way, Oakland, CAL 94607, United States', oakland],
  ['400 Harbor Way, Oakland, CA 94607', oakland],
  ['400 Harbor Way, Oakland, CA, 94607', { ...oakland, country: 'CA' }],
  ['400 Harbor Way, Oakland, CA 94607, United States', { ...oakland, unit: '5' }],
])('the address %s does not say all of %j', (address, stated) => {
  expect(namesAllParts(address, stated)).toBe(false);
});

test('a composed address says all its parts', () => {
  for (const place of [oakland, { ...oakland, unit: 'Suite 5', line2: 'c/o Acme' }]) {
    expect(namesAllParts(composedAddress(place), place)).toBe(true);
  }
});
