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
  ['x;=1+1;y', true],
  ['x\t@SUM(A1)', true],
  ['x\n=1+1', true],
  ['x\r\n-2+3', true],
  ["x;'=1", true],
  [';=1', true],
  ["x;y ;'", false],
  ['a; +86 (755) 555-0142', false],
  ['a;-12.5;b', false],
])('%j is changed in a CSV file: %p', (cell, isChanged) => {
  expect(needsGuard(cell)).toBe(isChanged);
  const written = withoutQuotes(csvRow([cell]));
  expect(withoutGuard(written)).toBe(cell);
});

test.each([',', ';', '\t'])('a program that splits at %j meets no formula', (separator) => {
  const starts = ['=', '@', '+', '-', "'=", '\t=', '\r=', '""=', ' ='];
  const cells = starts.flatMap((start) =>
    [';', '\t', '\n', '\r\n', ',', ''].map((before) => `x${before}${start}1+cmd|A0`),
  );
  const found = cells.filter((cell) => {
    const row = csvRow([cell]);
    // Quotes protect a cell only from a program that splits at commas.
    const parts = separator === ',' ? [withoutQuotes(row)] : row.split(new RegExp(`[${separator}\r\n]`));
    return parts.some((part) => /^[=@+-]/.test(part));
  });
  expect(found).toEqual([]);
});

function withoutQuotes(row: string): string {
  return row.trimEnd().replace(/^"|"$/g, '').replaceAll('""', '"');
}
