import { describe, expect, test } from 'bun:test';
import type { Cell } from '../../domain/table.ts';
import { embeddedTariff } from '../embedded.ts';
import { formatCode, parseCode } from '../hts-code.ts';
import { type CodeReading, readCode } from './read-code.ts';

const { numbers } = embeddedTariff();
const read = (cell: Cell) => readCode(cell, (digits) => numbers.exists(digits));
const number = (raw: string, text = raw, format?: string): Cell => ({
  type: 'number',
  raw,
  text,
  ...(format && { format }),
});

describe('a damaged number is told, with what it probably was, and never looked up', () => {
  const CASES: [Cell, RegExp, string[]][] = [
    ['101210010', /leading zero/, ['0101.21.0010']],
    ['101.21.0010', /leading zero/, ['0101.21.0010']],
    ['101210010.0', /decimal/, ['0101.21.0010']],
    ['7317005502.0', /decimal/, ['7317.00.5502']],
    ['7.317E+09', /powers of ten/, ['7316…', '7317…']],
    ['7,317E+09', /powers of ten/, ['7316…', '7317…']],
    ['7.317005502E9', /powers of ten/, ['7317.00.5502']],
    ['1.0121E+08', /powers of ten/, ['0101…']],
    ['7.32E+09', /powers of ten/, ['73…']],
    ['7E+09', /powers of ten/, []],
    ['01.02.2026', /date/, []],
    ['2026-02-01', /date/, []],
    ['Dec-25', /date/, []],
    ['25.12.2009', /date/, ['2009.12.25']],
    ['7,317,005,502', /grouped/, ['7317.00.5502']],
    ['7.317.005.502', /grouped/, ['7317.00.5502']],
    ['7 317 005 502', /grouped/, ['7317.00.5502']],
    ["'7317005502", /apostrophes/, ['7317.00.5502']],
    ['="0101210010"', /quotes/, ['0101.21.0010']],
    ['73I7OO55O2', /letter/, ['7317.00.5502']],
    ['8482.1', /last zero/, ['8482.10']],
    ['7317-00-5502', /other signs/, ['7317.00.5502']],
    ['7317.00.5502 / 7318.15.2010', /several/, ['7317.00.5502', '7318.15.2010']],
    ['nails 7317.00.5502', /words/, ['7317.00.5502']],
    ['7317 7318', /not 4, 6, 8|separated|several/, []],
    ['73170055020', /more than ten/, []],
    ['731700550', /digit is missing/, []],
    ['７３１７００５５０２', /other digits/, ['7317.00.5502']],
    ['7317005502\u200b', /invisible/, ['7317.00.5502']],
    [number('7.317E9', '7317000000'), /powers of ten/, ['7316…', '7317…']],
    [number('7317005502', '7.32E+09', '0.00E+00'), /powers of ten/, ['7317.00.5502']],
    [number('7317005502', '7,317,005,502', '#,##0'), /grouped/, ['7317.00.5502']],
    [number('101210010'), /leading zero/, ['0101.21.0010']],
    [{ type: 'date', raw: '40172', text: '2009-12-25', format: 'yyyy-mm-dd' }, /date/, ['2009.12.25']],
  ];
  for (const [cell, what, probably] of CASES) {
    test(JSON.stringify(cell), () => {
      const reading = read(cell);
      expect(reading).toMatchObject({ kind: 'damaged', what: expect.stringMatching(what) });
      expect(reading.kind === 'damaged' ? reading.probably : []).toEqual(probably);
    });
  }
});

test.each(['nails', 'n/a', '#N/A', '9903.81.90', '7701', '0000', '98', '-', `${'7'.repeat(5000)}`, 'Q4-2026'])(
  'what was never a number is invalid: %p',
  (text) => {
    expect(['invalid', 'damaged']).toContain(read(text).kind);
    expect(read(text)).not.toHaveProperty('probably.0');
  },
);

test('a cell with nothing to see is blank', () => {
  for (const text of ['', ' ', '\t\n', '\u00a0', '\u200b\ufeff']) expect(read(text)).toEqual({ kind: 'blank' });
});

test('a number is looked up exactly if a lookup accepts its text, also one whose format shows its zeros', () => {
  for (const text of ['7317.00.5502', '7317005502', ' 7317 ', '7326.90.86.88', '8482.1050']) {
    expect(read(text)).toEqual({ kind: 'code', text, digits: parseCode(text)! });
  }
  expect(read(number('101210010', '0101210010', '0000000000'))).toMatchObject({ kind: 'code', digits: '0101210010' });
});

test('what a spreadsheet can do to any number of the schedule is never read as another number', () => {
  for (let at = 0; at < numbers.size; at += 13) {
    const digits = numbers.at(at);
    for (const spoilt of [
      Number(digits).toExponential(2),
      Number(digits).toExponential(),
      `${digits}.0`,
      `'${digits}`,
      Number(digits).toLocaleString('en-US'),
    ]) {
      const reading = read(spoilt);
      expect(reading.kind).toBe('damaged');
      if (reading.kind === 'damaged' && reading.probably.length > 0 && !spoilt.includes('e')) {
        expect(reading.probably.map((code) => code.replaceAll('.', ''))).toContain(digits);
      }
    }
    const lost = read(String(Number(digits)));
    expect(digits.startsWith('0') ? lost.kind : 'damaged').toBe('damaged');
  }
});

describe('blanks between the parts and the name of the schedule lose nothing, and are read', () => {
  test.each([
    ['9401 61 4011', '9401614011'],
    ['9401\u00a061\u00a04011', '9401614011'],
    [' 9401  61 40 11 ', '9401614011'],
    ['HTS 8302.10.6030', '8302106030'],
    ['HTS: 8302.10.6030', '8302106030'],
    ['HTSUS 8302 10 6030', '8302106030'],
    ['HTSUS No. 8302106030', '8302106030'],
    ['US HTS code: 8302.10.6030', '8302106030'],
    ['HS 8302.10', '830210'],
    ['hs8302.10', '830210'],
    ['HTS#8302.10.6030', '8302106030'],
  ])('%p', (text, digits) => expect(read(text)).toEqual({ kind: 'code', text: formatCode(digits), digits }));

  test('and what they could hide is not', () => {
    for (const text of [
      '7317 7318',
      '7318.15 2065',
      '73 1815',
      '9401 614 011',
      'HTS',
      'HTS 73',
      'HTS8',
      'HTS 8.71E+9',
      'HTS 101210010',
    ])
      expect([text, read(text).kind]).not.toEqual([text, 'code']);
    expect(read('HTS 9903.82.02')).toMatchObject({ kind: 'invalid', what: expect.stringContaining('chapter 99') });
  });
});

describe('the one probable number may be accepted if no digit was lost', () => {
  const acceptable = (reading: CodeReading) => (reading.kind === 'damaged' ? reading.acceptable : 'not damaged');
  test.each([
    ['6506106030.0', '6506.10.6030'],
    ['73I7OO55O2', '7317.00.5502'],
    ['73l7.00.55O2', '7317.00.5502'],
    ['731B.15.2065', '7318.15.2065'],
    ['7317-00-5502', '7317.00.5502'],
    ["'7317005502", '7317.00.5502'],
    ['7,317,005,502', '7317.00.5502'],
    ['7317005502\u200b', '7317.00.5502'],
    ['bolt 7318.15.2065', '7318.15.2065'],
    // Digits were lost.
    ['8.71E+9', null],
    ['7.317005502E9', null],
    ['101210010', null],
    ['101210010.0', null],
    ["'101210010", null],
    ['8482.1', null],
    ['731700550', null],
    ['25.12.2009', null],
    // Two numbers, or one that the schedule does not have.
    ['7317.00.5502 / 7318.15.2010', null],
    ['73I7.00.9999', null],
    ['nails 7317.00.5502, 7318.99', null],
    ['7318.15.2065 or 7318', null],
    ['9401.61 40.11', '9401.61.4011'],
    ['BOSS 1', 'not damaged'],
  ])('%p: %p', (text, number) => expect(acceptable(read(text))).toBe(number));
});
