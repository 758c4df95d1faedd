import { describe, expect, test } from 'bun:test';
import { cellsOf, refusalOf } from '../../test/support/tables.ts';
import type { Cell } from '../domain/table.ts';
import { HEADER_ROWS, headerAt } from './header.ts';
import { readBytes } from './worker-tasks.ts';

const at = (...rows: Cell[][]) => headerAt(rows.map((cells, number) => ({ line: number + 1, cells })));
const VALUES = ['A-1', '7317.00.55', 'CN', '40'];

describe('the header is', () => {
  test.each<[name: string, rows: Cell[][], at: number]>([
    ['the first row of names', [['Part', 'HTS', 'Origin', 'Pieces'], VALUES], 0],
    ['below a title', [['Parts list of November 2026'], ['Part', 'HTS', 'Origin', 'Pieces'], VALUES], 1],
    [
      'below a title and notes in two cells',
      [['Acme Ltd', '12345 Main Street'], ['Date', '2026-11-20'], ['Part', 'HTS', 'Origin', 'Pieces'], VALUES],
      2,
    ],
    [
      'the second of two rows, where the first names groups',
      [['Goods', '', 'Origin', ''], ['Part', 'HTS', 'Country', 'Port'], VALUES],
      1,
    ],
    [
      'the second of two rows, where a title is in most columns of the first',
      [
        ['Parts list', 'of Acme', 'November'],
        ['Part', 'HTS', 'Origin', 'Pieces'],
        ['A-1', '7317.00.55', 'CN', '40'],
      ],
      1,
    ],
    [
      'the first of two equally full rows',
      [['Part', 'HTS', 'Origin', 'Pieces'], ['text', 'ten digits', 'ISO code', 'number'], VALUES],
      0,
    ],
    ['in German', [['Teil', 'Zolltarifnummer', 'Ursprungsland', 'Stück'], VALUES], 0],
    ['in Chinese', [['零件号', '海关编码', '原产国', '数量'], VALUES], 0],
    ['in Arabic', [['رقم الجزء', 'رمز النظام المنسق', 'بلد المنشأ', 'الكمية'], VALUES], 0],
    ['in Russian', [['Артикул', 'Код ТН ВЭД', 'Страна', 'Штук'], VALUES], 0],
    ['with a digit, a sign, and signs alone', [['HTS8', '#', '% duty', '№'], VALUES], 0],
    ['with years', [['Part', 'HTS', '2025', '2026'], VALUES], 0],
    [
      'with years and months that a workbook made numbers and dates',
      [
        [
          'Part',
          'HTS',
          { type: 'number', raw: '2026', text: '2026' },
          { type: 'date', raw: '46204', text: 'Jul-26', format: 'mmm-yy', iso: '2026-07-01' },
        ],
        VALUES,
      ],
      0,
    ],
    ['with empty names', [['Part', '', 'HTS', 'Origin'], VALUES], 0],
    ['of one column', [['HTS'], ['7317.00.55'], ['7318']], 0],
    ['with a long name that has digits', [['Part', 'HTS code of 2026, 10 digits', 'Origin', 'Pieces'], VALUES], 0],
  ])('%s', (_, rows, found) => {
    expect(at(...rows)).toBe(found);
  });

  test.each<[name: string, rows: Cell[][]]>([
    ['values from the first row on', [VALUES, ['A-2', '7318.15', 'DE', '1']]],
    ['a column of numbers', [['7317.00.55'], ['7318']]],
    ['a row of numbers', [['1', '2', '3', '4'], VALUES]],
    [
      'numbers of a tariff as names',
      [
        ['7317', '7318', '7319'],
        ['4', '5', '6'],
      ],
    ],
    [
      'years alone',
      [
        ['2025', '2026'],
        ['7317.00.55', '4'],
      ],
    ],
    ['no rows', []],
    [
      'dates and values of a workbook',
      [
        [
          'A-1',
          { type: 'date', raw: '46204', text: '7/1/2026', iso: '2026-07-01' },
          { type: 'number', raw: '40', text: '40' },
        ],
      ],
    ],
    ['sentences', [['x'.repeat(161), 'y'.repeat(161)]]],
  ])('not found in %s', (_, rows) => {
    expect(at(...rows)).toBe(-1);
  });
});

test('empty lines above a header are not counted among its rows, and keep its line', async () => {
  const table = await readBytes(Buffer.from(`${'\n'.repeat(20)} , \nParts\nPart,HTS\nA,7317.00.55\n`));
  expect(table).toMatchObject({ header: ['Part', 'HTS'], headerLine: 23, rows: 1, preamble: [{ line: 22 }] });
});

test('without a header every row is a row of values', async () => {
  const table = await readBytes(Buffer.from('A,7317.00.55\nB,7318.15\n'));
  expect(table).toMatchObject({ header: [], headerLine: 0, rows: 2, preamble: [] });
});

test('nothing of a file is lost, wherever its header is', async () => {
  for (let above = 0; above <= HEADER_ROWS + 2; above++) {
    const lines = [
      ...Array.from({ length: above }, (_, number) => `Note ${number}`),
      'Part,HTS,Origin',
      'A,7317.00.55,CN',
    ];
    const table = await readBytes(Buffer.from(lines.join('\n')));
    const shown = table.headerLine > 0 ? 1 : 0;
    expect(table.preamble.length + shown + table.rows).toBe(lines.length);
    expect(cellsOf(table)).toHaveLength(table.rows);
    expect([table.headerLine, above < HEADER_ROWS ? table.header[1] : undefined]).toEqual(
      above < HEADER_ROWS ? [above + 1, 'HTS'] : [table.headerLine, undefined],
    );
  }
});

test('the sender may name the line of the header, or say that there is none', async () => {
  const file = Buffer.from('Part,HTS\nA,7317\nB,7318\n');
  expect(await readBytes(file, { headerLine: 2 })).toMatchObject({ header: ['A', '7317'], rows: 1 });
  expect(await readBytes(file, { headerLine: 0 })).toMatchObject({ header: [], rows: 3 });
  expect(await refusalOf(file, { headerLine: 4 })).toStartWith('line 4: The header must be one of the first 20 rows');
});
