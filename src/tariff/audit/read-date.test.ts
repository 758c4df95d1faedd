import { expect, test } from 'bun:test';
import type { Cell } from '../../domain/table.ts';
import { readDate, SwappedDates } from './read-date.ts';

const dateCell = (iso: string): Cell => ({ type: 'date', raw: '46000', text: iso, iso });

function likely(...cells: Cell[]): boolean {
  const swapped = new SwappedDates();
  for (const cell of cells) swapped.see(cell, readDate(cell));
  return swapped.areLikely;
}

test('a date that a spreadsheet may have swapped is two days', () => {
  expect(readDate(dateCell('2026-03-04'), 'day', true)).toEqual({
    kind: 'unclear',
    what: '"2026-03-04" is 2026-03-04 or 2026-04-03',
  });
  expect(readDate(dateCell('2026-04-04'), 'day', true)).toEqual({ kind: 'date', date: '2026-04-04' });
  expect(readDate('13/04/2026', 'day', true)).toMatchObject({ kind: 'date', date: '2026-04-13' });
  expect(readDate(dateCell('2026-03-04'), 'day')).toEqual({ kind: 'date', date: '2026-03-04' });
});

test('dates were swapped where those after the 12th are texts and all others are dates', () => {
  expect(likely(dateCell('2026-03-04'), '13/04/2026')).toBe(true);
  expect(likely(dateCell('2026-03-04'), '04/13/2026')).toBe(true);
  expect(likely(dateCell('2026-03-04'), dateCell('2026-03-14'), '13/04/2026')).toBe(false);
  expect(likely(dateCell('2026-03-04'), '2026-04-13')).toBe(false);
  expect(likely(dateCell('2026-03-03'), '13/04/2026')).toBe(false);
  expect(likely('03/04/2026', '13/04/2026')).toBe(false);
});
