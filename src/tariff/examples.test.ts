import { describe, expect, test } from 'bun:test';
import { Value } from 'typebox/value';
import { LookupRequest } from '../api/v1/tariff-lookup/schema.ts';
import { embeddedTariff } from './embedded.ts';
import { Tariff } from './tariff.ts';

const tariff = new Tariff(embeddedTariff(), { now: () => Date.parse('2026-11-20T17:00:00Z') });

// code, date, status, in scope, rates in order
const EXAMPLES: [string, string, string, boolean, number[]][] = [
  ['7326.90.8688', '2026-11-20', 'hit', true, [50, 25]],
  ['7326.90.86.88', '2026-11-20', 'hit', true, [50, 25]],
  ['7326908688', '2026-11-20', 'hit', true, [50, 25]],
  // All numbers under these are derivatives, at two rates.
  ['7326.90.86', '2026-11-20', 'hit', true, [50, 25]],
  ['7326', '2026-11-20', 'hit', true, [50, 25]],
  ['0101.21.0010', '2026-11-20', 'clear', false, []],
  ['101210010', '2026-11-20', 'invalid', false, []],
  ['9903.82.02', '2026-11-20', 'invalid', false, []],
  ['9817.00.96', '2026-11-20', 'invalid', false, []],
  ['7701.00.00', '2026-11-20', 'invalid', false, []],
  ['7616.99.5160', '2026-11-20', 'adjacent', true, [50, 25]],
  ['7206.10.0000', '2026-11-20', 'in_scope_no_bis14', true, []],
  // 7602 scrap and 7303 are not covered although in metal chapters.
  ['7602.00.00', '2026-11-20', 'clear', false, []],
  ['7303.00.00', '2026-11-20', 'clear', false, []],
  // Statistical suffixes decide within 8708.29.21 and 9403.20.00.
  ['8708.29.2120', '2026-11-20', 'hit', true, [15, 25]],
  ['8708.29.2140', '2026-11-20', 'adjacent', true, [25, 15]],
  ['9403.20.0075', '2026-11-20', 'hit', true, [25]],
  ['9403.20.0050', '2026-11-20', 'adjacent', false, [25]],
  // A retired suffix stays a hit while the note prints it. An unknown suffix is matched by its prefix.
  ['8413.91.9055', '2026-11-20', 'hit', true, [25]],
  ['8415.90.8099', '2026-11-20', 'hit', true, [15, 25]],
  // Ten digits are never cut to eight: 3004.90.9244 was listed, 3004.90.9299 was not. Since 2026-02-01 the goods that were
  // listed are 3004.90.9251, and 3004.90.9244 is lorazepam.
  ['3004.90.9244', '2026-01-31', 'hit', true, [50]],
  ['3004.90.9244', '2026-02-01', 'adjacent', false, [50]],
  ['3004.90.9251', '2026-02-01', 'hit', true, [50]],
  ['3004.90.9299', '2026-04-05', 'adjacent', false, [50]],
  // A number that ends in 00 is its line, also after USITC divided it.
  ['3004.90.9200', '2026-04-05', 'adjacent', true, [50]],
  ['3004.32.0000', '2026-11-20', 'in_scope_no_bis14', true, []],
  ['8607.30.1000', '2026-11-20', 'hit', true, [25]],
  ['7326.90.8600', '2026-11-20', 'hit', true, [50, 25]],
  ['3004.90.9900', '2026-11-20', 'clear', false, []],
  ['3004.90.9244', '2026-04-06', 'clear', false, []],
  // The note in force until 2026-09-28 prints the number, which USITC gave to other goods before the note came into force.
  ['3004.90.9225', '2026-09-28', 'in_scope_no_bis14', true, []],
  ['3004.90.9225', '2026-09-29', 'clear', false, []],
  // The rate step of 2025-06-04.
  ['7326.90.8688', '2025-06-03', 'hit', true, [25]],
  ['7326.90.8688', '2025-06-04', 'hit', true, [50]],
  // The lists of June 2026: farm and HVAC goods from 25 to 15 in total.
  ['8415.10.60', '2026-06-07', 'hit', true, [25]],
  ['8415.10.60', '2026-06-08', 'hit', true, [15, 25]],
  ['9403.20.0075', '2026-06-07', 'adjacent', false, [25]],
];

describe('worked examples', () => {
  test.each(EXAMPLES)('%s on %s is %s', (code, date, status, inScope, rates) => {
    const result = tariff.at(date).lookup(code);
    expect(result).toMatchObject({ code, status, in_scope: inScope, hit: status === 'hit' } as never);
    expect(result.adjacent_hits.map((hit) => hit.proposed_rate)).toEqual(rates);
  });

  test('polysilicon is in scope from its scheduled day', () => {
    const polysilicon = tariff.data.lists
      .flatMap((list) => list.listings)
      .filter((listing) => listing.terms.programme === 'polysilicon');
    const notYetInScope = polysilicon.filter(({ code }) => !tariff.at('2026-12-03').lookup(code).in_scope);
    expect(notYetInScope.length).toBeGreaterThan(0);
    for (const { code } of polysilicon) expect(tariff.at('2026-12-04').lookup(code).in_scope).toBe(true);
  });

  test.each([
    [{ codes: [] }, false],
    [{ codes: Array(50).fill('7601') }, true],
    [{ codes: Array(51).fill('7601') }, false],
    [{ codes: ['7601'], note: 'ignored' }, true],
    [{ codes: [7601] }, false],
    [{ codes: '7601' }, false],
    [{}, false],
  ])('the request body %j: valid is %p', (body, valid) => {
    expect(Value.Check(LookupRequest, body)).toBe(valid);
  });
});
