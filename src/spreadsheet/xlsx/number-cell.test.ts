import { expect, test } from 'bun:test';
import { numberCell } from './number-cell.ts';

const seen = (raw: string, format?: string, is1904 = false) => numberCell(raw, format, is1904)?.text;

test.each([
  ['101210010', '0000000000', '0101210010'],
  ['7317005518', '0000\\.00\\.0000', '7317.00.5518'],
  ['101210010', '0000"."00"."0000', '0101.21.0010'],
  ['7.317E9', '0.00E+00', '7.32E+09'],
  ['7.317E9', undefined, '7317000000'],
  ['12345678901234567890', undefined, '12345678901234567890'],
  ['0.30000000000000004', undefined, '0.3'],
  ['-1234567.891', '#,##0.00', '-1,234,567.89'],
  ['-1234.5', '#,##0.0;(#,##0.0)', '(1,234.5)'],
  ['0', '0.0%', '0.0%'],
  ['0.995', '0%', '100%'],
  ['12345', '##0.0E+0', '12.3E+3'],
  ['5551234', '[<=9999999]###-####;(###) ###-####', '555-1234'],
  ['-0.001', '0.00', '-0.00'],
  ['1500000', '0.0,,"M"', '1.5M'],
])('%s in %s is seen as %s', (raw, format, text) => {
  expect(seen(raw, format)).toBe(text);
});

test.each([
  ['46204', 'm/d/yyyy', '7/1/2026', '2026-07-01'],
  ['46204', 'd-mmm-yy', '1-Jul-26', '2026-07-01'],
  ['46204', 'mmm-yy', 'Jul-26', '2026-07-01'],
  ['46204.75', 'm/d/yyyy h:mm', '7/1/2026 18:00', '2026-07-01T18:00:00'],
  ['0.5', 'h:mm:ss AM/PM', '12:00:00 PM', '12:00:00'],
  ['1.5', '[h]:mm:ss', '36:00:00', '1900-01-01T12:00:00'],
  ['60', 'm/d/yyyy', '2/29/1900', undefined],
  ['61', 'yyyy-mm-dd', '1900-03-01', '1900-03-01'],
  ['46204', 'dddd, mmmm d', 'Wednesday, July 1', '2026-07-01'],
])('day %s in %s is seen as %s', (raw, format, text, iso) => {
  const cell = numberCell(raw, format, false);
  expect(cell).toMatchObject({ type: 'date', raw, text });
  expect(cell?.iso).toBe(iso);
});

test('dates of older Excel for Mac count from 1904', () => {
  expect(numberCell('44742', 'yyyy-mm-dd', true)).toMatchObject({ text: '2026-07-01', iso: '2026-07-01' });
});

test.each(['', 'x', '1e99999', '1.2.3', '--1'])('"%s" is not a number', (raw) => {
  expect(numberCell(raw, undefined, false)).toBeUndefined();
});
