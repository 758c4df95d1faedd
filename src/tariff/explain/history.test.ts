import { expect, test } from 'bun:test';
import { seededRandom } from '../../../test/support/seed.ts';
import { addDays, inPeriod } from '../dates.ts';
import { embeddedTariff } from '../embedded.ts';
import { programmeCoverage } from '../lookup/coverage.ts';
import { FIRST_DATE } from '../tariff.ts';
import { termsOverTime } from './history.ts';

const data = embeddedTariff();
const history = (digits: string) => termsOverTime(digits, FIRST_DATE, data);

/** Every day on which anything begins or has ended, with the days around it. */
const days = [
  ...new Set(
    [
      FIRST_DATE,
      ...data.lists.flatMap(({ listings }) =>
        listings.flatMap(({ from, to }) => [from, ...(to ? [addDays(to, 1)] : [])]),
      ),
      ...data.successions.map(({ retired_on }) => retired_on),
      '2030-01-01',
    ].flatMap((day) => [addDays(day, -1), day, addDays(day, 1)]),
  ),
].filter((day) => day >= FIRST_DATE);

test('on every day around every change, the period says what the coverage rules say of that day', () => {
  const random = seededRandom('tariff history');
  const numbers = data.schedule.codes().filter((digits) => digits.slice(0, 2) < '98');
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)]!;
  const listed = data.lists.flatMap(({ listings }) => listings.map(({ digits }) => digits));
  const old = data.successions.map((row) => row.old.replaceAll('.', ''));
  let compared = 0;
  for (let n = 0; n < 60; n++) {
    const whole = pick([numbers, listed, listed, old][n % 4]!);
    const digits = whole.slice(0, pick([4, 6, 8, 10]));
    const periods = history(digits);
    for (const day of days) {
      const [period, ...others] = periods.filter((each) => inPeriod(day, each));
      expect([digits, day, others]).toEqual([digits, day, []]);
      const wanted = programmeCoverage(digits, day, data)
        .filter(({ coverage }) => coverage !== 'none')
        .flatMap(({ programme, coverage, listings }) => {
          const terms = new Set(listings.map((listing) => listing.terms));
          return [...terms].map(({ ch99_heading, rate, note }) => [programme, coverage, ch99_heading, rate, note]);
        });
      const told = period!.listed.map((of) => [of.programme, of.coverage, of.ch99_heading, of.rate, of.note]);
      expect([digits, day, told]).toEqual([digits, day, wanted]);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(1000);
}, 60_000);

test('periods have no gaps, differ from their neighbours, and are bounded in size', () => {
  for (const digits of ['8708', '3004', '7326', '8544', '0101', '7326908688']) {
    const periods = history(digits);
    expect(periods[0]!.from).toBe(FIRST_DATE);
    expect(periods.at(-1)!.to).toBeNull();
    for (const [at, { from, listed }] of periods.entries()) {
      if (at === 0) continue;
      expect(addDays(periods[at - 1]!.to!, 1)).toBe(from);
      expect(listed).not.toEqual(periods[at - 1]!.listed);
    }
    for (const { codes, codes_total } of periods.flatMap(({ listed }) => listed)) {
      expect(codes.length).toBe(Math.min(10, codes_total));
    }
    expect(JSON.stringify(periods).length).toBeLessThan(100_000);
  }
});

test('a steel derivative: 25% from the start, 50% from June 2025, another heading from April 2026', () => {
  const told = history('7326908688').map(({ from, to, listed }) => [
    from,
    to,
    listed[0]!.rate,
    listed[0]!.ch99_heading,
  ]);
  expect(told).toEqual([
    ['2025-03-12', '2025-06-03', 25, '9903.81.89/.90'],
    ['2025-06-04', '2026-04-05', 50, '9903.81.89/.90'],
    ['2026-04-06', null, 50, '9903.82.02'],
  ]);
});

test('a number that was given to other goods has their periods since', () => {
  const told = history('3004909244').map(({ from, to, listed }) => [
    from,
    to,
    listed.map(({ programme }) => programme),
  ]);
  expect(told).toEqual([
    ['2025-03-12', '2025-08-17', []],
    ['2025-08-18', '2026-01-31', ['aluminum', 'steel']],
    ['2026-02-01', null, []],
  ]);
});

test('what begins after the law was read is scheduled', () => {
  const polysilicon = history('2804610000');
  expect(polysilicon.map(({ from, scheduled }) => [from, scheduled])).toEqual([
    ['2025-03-12', false],
    ['2026-12-04', true],
  ]);
});
