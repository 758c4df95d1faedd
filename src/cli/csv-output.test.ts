import { expect, test } from 'bun:test';
import { Command, CommanderError } from 'commander';
import { parse } from 'csv-parse/sync';
import { formatCsv, formatOf, withFormatOptions } from './csv-output.ts';

const COLUMNS = { name: ({ name }: { name: unknown }) => name as string };

test.each([
  ['plain', 'plain'],
  ['a,b', 'a,b'],
  ['she said "no"', 'she said "no"'],
  ['two\r\nlines', 'two\r\nlines'],
  ['=HYPERLINK("http://x")', `'=HYPERLINK("http://x")`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['+cmd|calc', `'+cmd|calc`],
  ['-1+2', `'-1+2`],
  ['+49 40 123-456', '+49 40 123-456'],
  ['\t=1', `'\t'=1`],
  ['x;=1+1;y', `x;'=1+1;y`],
  ['', ''],
  [null, ''],
  [undefined, ''],
  [0, '0'],
  [false, 'false'],
])('the cell %p is read back as %p', (cell, expected) => {
  const text = formatCsv([{ name: cell }, { name: 'last' }], COLUMNS);
  expect(text).toEndWith('\r\n');
  expect(parse(text, { relax_column_count: false, skip_empty_lines: false })).toEqual([['name'], [expected], ['last']]);
});

test('a result without rows still has its header', () => {
  expect(formatCsv([], COLUMNS)).toBe('name\r\n');
});

const parsed = (...args: string[]) =>
  withFormatOptions(new Command().exitOverride().configureOutput({ writeErr: () => {} }))
    .parse(args, { from: 'user' })
    .opts();

test.each([
  [[], 'table'],
  [['--json'], 'json'],
  [['--format', 'json'], 'json'],
  [['--format', 'csv'], 'csv'],
  [['--format', 'table'], 'table'],
])('%p prints %s', (args, format) => {
  expect(formatOf(parsed(...args))).toBe(format as 'csv');
});

test.each([[['--format', 'xml']], [['--format']], [['--json', '--format', 'csv']]])('%p is wrong usage', (args) => {
  expect(() => parsed(...args)).toThrow(CommanderError);
});
