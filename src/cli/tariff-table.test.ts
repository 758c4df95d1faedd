import { expect, test } from 'bun:test';
import { STANDINGS, type Standing } from '../domain/tariff-standing.ts';
import type { Explanation } from '../tariff/explain/explain.ts';
import { droppedZeros, formatLookups } from './tariff-table.ts';

const OF_STATUS: Record<string, Standing> = { hit: 'listed', clear: 'not_listed', invalid: 'not_a_number' };
const answers = (...pairs: [code: string, status: string][]) =>
  pairs.map(([code, status]) => ({ code, status, standing: OF_STATUS[status], as_of: '2026-11-22' }) as Explanation);
const COLUMNS = {
  code: ({ code }: Explanation) => code,
  standing: ({ standing }: Explanation) => STANDINGS[standing].label,
  rates: () => '50',
  ch99_headings: () => '',
  listed_as: () => undefined,
};

test('each code is one line that fits the terminal, and the statuses are counted', () => {
  const text = formatLookups(
    answers(['7326.90.8688', 'hit'], ['0101.21.0010', 'clear'], ['7326.19', 'hit'], ['\u001b[2Jx', 'invalid']),
    COLUMNS,
    { width: 80 },
  );
  const lines = text.split('\n');
  expect(lines[1]).toBe('7326.90.8688  Listed        50      -        -');
  expect(text).not.toContain('\u001b');
  expect(text).toContain('4 codes as of 2026-11-22: 2 listed, 1 not listed, 1 not a number\n');
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
});

test('a code without its leading zero is pointed out, other invalid codes are not', () => {
  expect(droppedZeros(answers(['101210010', 'invalid']))).toContain('One has an odd number of digits');
  expect(droppedZeros(answers(['101.21.00', 'invalid'], ['10121', 'invalid']))).toContain('2 have');
  expect(droppedZeros(answers(['9903.82.02', 'invalid'], ['horse', 'invalid'], ['1', 'invalid']))).toBe('');
});
