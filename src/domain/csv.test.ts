import { expect, test } from 'bun:test';
import { csvRow, needsGuard, withoutGuard } from './csv.ts';

test.each([
  ['=1+1', true],
  ['@SUM(A1)', true],
  ['\tx', true],
  ['-2+3', true],
  ['+cmd', true],
  ["'=1", true],
  ["'+1", true],
  ["''-1", true],
  ['+86 (755) 555-0142', false],
  ['-12.5', false],
  ['', false],
  ["'", false],
  ["O'Neill = x", false],
])('%j is changed in a CSV file: %p', (cell, isChanged) => {
  expect(needsGuard(cell)).toBe(isChanged);
  const written = csvRow([cell]).trimEnd().replace(/^"|"$/g, '').replaceAll('""', '"');
  expect(withoutGuard(written) === cell || cell.startsWith('\t')).toBe(true);
});
