import { expect, test } from 'bun:test';
import type { Cell } from '../../domain/table.ts';
import { readValue } from './read-value.ts';

const number = (format: string): Cell => ({ type: 'number', raw: '1000', text: '1,000.00', format });

test.each([
  '[$€-407]#,##0.00',
  '#,##0 "JPY"',
  '#,##0.00\\ "€"',
  '[$$-1009]#,##0',
  '[$CAD] #,##0',
  '[$kr-41D]0',
  '£#,##0',
])('a number that is shown in another currency is unclear: %s', (format) => {
  expect(readValue(number(format), '.').kind).toBe('unclear');
});

test.each([
  '#,##0.00',
  '$#,##0_);[Red]($#,##0)',
  '[$$-409]#,##0.00',
  '[$$-en-US]#,##0',
  '[$USD] #,##0',
  '[$-409]#,##0',
  '0.00',
])('a number that is shown in dollars, or in none, is one of dollars: %s', (format) => {
  expect(readValue(number(format), '.')).toEqual({ kind: 'value', value: 1000 });
});

test.each(['1000 EUR', '€ 1000', 'CAD 5', '5 kr'])('a text in another currency is unclear: %s', (text) => {
  expect(readValue(text, '.').kind).toBe('unclear');
});

test.each([
  ['USD', 'value'],
  ['us$', 'value'],
  ['U.S. dollars', 'value'],
  ['US Dollar', 'value'],
  ['JPY', 'unclear'],
  ['C$', 'unclear'],
  ['', 'unclear'],
])('a column that says %p makes the value of its line a %s', (currency, kind) => {
  expect(readValue('1000', '.', currency).kind).toBe(kind as 'value');
});
