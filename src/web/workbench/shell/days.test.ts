import { expect, test } from 'bun:test';
import { addDays, isDay } from './days.ts';

test('days cross months, leap years and years', () => {
  expect([addDays('2026-03-01', -1), addDays('2028-03-01', -1), addDays('2026-12-31', 1)]).toEqual([
    '2026-02-28',
    '2028-02-29',
    '2027-01-01',
  ]);
});

test('a date that is on no calendar is not a day', () => {
  expect(['2026-02-29', '2026-13-01', '2026-00-10', 'today'].filter(isDay)).toEqual([]);
  expect(isDay('2028-02-29')).toBe(true);
});
