import { expect, test } from 'bun:test';
import type { Cell, TypedCell } from '../../domain/table.ts';
import { readCell } from './cells.ts';
import type { CellKind } from './columns.ts';

const number = (raw: string, text = raw, format?: string): TypedCell => ({
  type: 'number',
  raw,
  text,
  ...(format && { format }),
});
const date = (text: string, iso: string | undefined, format = 'yyyy-mm-dd'): TypedCell => ({
  type: 'date',
  raw: '46094.5',
  text,
  format,
  ...(iso !== undefined && { iso }),
});

test.each<[Cell, CellKind, string | boolean | string[]]>([
  [number('12', '0012', '0000'), 'code', '0012'],
  [number('12'), 'code', '12'],
  [number('4006381333931', '4.00638E+12'), 'code', '4006381333931'],
  [number('4006381333931'), 'code', '4006381333931'],
  ['12E34', 'code', '12E34'],
  [' AB 1 ', 'code', 'AB 1'],
  ['=HYPERLINK("http://a.example")', 'text', '=HYPERLINK("http://a.example")'],
  [date('2026-03-13', '2026-03-13'), 'date', '2026-03-13'],
  [date('3/13/26 18:00', '2026-03-13T18:00:00', 'm/d/yy h:mm'), 'date', '2026-03-13'],
  [date('Mar-26', '2026-03-01', 'mmm-yy'), 'month', '2026-03'],
  [date('1. März 2026', '2026-03-01', 'd"." mmmm yyyy'), 'month', '2026-03-01'],
  [{ type: 'date', raw: '2026-03-13T00:00:00', text: '2026-03-13T00:00:00', iso: '2026-03-13' }, 'date', '2026-03-13'],
  ['03/04/2026', 'date', '03/04/2026'],
  ['Yes', 'yes_or_no', true],
  [{ type: 'boolean', raw: '0', text: 'FALSE' }, 'yes_or_no', false],
  ['Importer', 'choice', 'importer'],
  ['16 CFR part 1203; 16 CFR part 1303', 'list', ['16 CFR part 1203', '16 CFR part 1303']],
  ['16 CFR part 1203, 16 CFR 1500.17(a)(3), (4)', 'list', ['16 CFR part 1203', '16 CFR 1500.17(a)(3), (4)']],
  ['16 CFR part 1203\r\n\r\n15 U.S.C. 2057', 'list', ['16 CFR part 1203', '15 U.S.C. 2057']],
])('%j as %s is %j', (cell, kind, value) => {
  expect(readCell(cell, kind)).toEqual({ value });
});

test.each<[Cell, CellKind, string]>([
  [number('1.2E+15', '1.2E+15'), 'code', 'shortened a long number'],
  [number('1200000000000', '1.20E+12', '0.00E+00'), 'code', 'shortened a long number'],
  [number('1200000000000000', '1.2E+15'), 'text', 'more than 15 digits'],
  [{ type: 'error', raw: '=A1', text: '=A1' }, 'text', 'a formula without a value'],
  [number('1234567890123456'), 'code', 'more than 15 digits'],
  ['1.20E+15', 'code', 'shortened a long number'],
  ['1,2E+15', 'code', 'shortened a long number'],
  [date('14. Mrz', '2026-03-14', 'd. mmm'), 'code', 'holds a date'],
  [{ type: 'error', raw: '#REF!', text: '#REF!' }, 'text', 'holds the error #REF!'],
  ['#N/A', 'date', 'holds the error #N/A'],
  [number('46094'), 'date', 'is not a date'],
  [number('2026'), 'month', 'is not a date'],
  [date('Mar-26', '2026-03-01', 'mmm-yy'), 'date', 'without a day'],
  [date('13-Mar', '2026-03-13', 'd-mmm'), 'date', 'not a whole date'],
  [date('18:00', '2026-03-13T18:00:00', 'h:mm'), 'date', 'not a whole date'],
  [date('18:00', '18:00:00'), 'date', 'is not a date'],
  [date('####', undefined), 'date', 'is not a date'],
  ['maybe', 'yes_or_no', 'must be yes or no'],
])('%j as %s is refused: %s', (cell, kind, fault) => {
  expect((readCell(cell, kind) as { fault: string }).fault).toContain(fault);
});

test.each<Cell | undefined>([undefined, '', '  ', { type: 'number', raw: '', text: '' }])('%j is empty', (cell) => {
  for (const kind of ['text', 'code', 'date', 'month', 'list', 'yes_or_no', 'choice'] as const) {
    expect(readCell(cell, kind)).toBeUndefined();
  }
});
