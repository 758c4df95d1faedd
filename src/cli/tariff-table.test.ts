import { expect, test } from 'bun:test';
import type { Explanation } from '../tariff/explain/explain.ts';
import { droppedZeros, formatLookups } from './tariff-table.ts';

const answers = (...pairs: [code: string, status: string][]) =>
  pairs.map(([code, status]) => ({ code, status, as_of: '2026-11-22' }) as Explanation);
const COLUMNS = {
  code: ({ code }: Explanation) => code,
  status: ({ status }: Explanation) => status,
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
  expect(lines[1]).toBe('7326.90.8688  hit      50      -        -');
  expect(text).not.toContain('\u001b');
  expect(text).toContain('4 codes as of 2026-11-22: 2 hit, 1 clear, 1 invalid\n');
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
});

test('a code without its leading zero is pointed out, other invalid codes are not', () => {
  expect(droppedZeros(answers(['101210010', 'invalid']))).toContain('One has an odd number of digits');
  expect(droppedZeros(answers(['101.21.00', 'invalid'], ['10121', 'invalid']))).toContain('2 have');
  expect(droppedZeros(answers(['9903.82.02', 'invalid'], ['horse', 'invalid'], ['1', 'invalid']))).toBe('');
});
