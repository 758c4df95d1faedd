import { describe, expect, test } from 'bun:test';
import { cellsOf, refusalOf, rowsOf } from '../../test/support/tables.ts';
import { readBytes } from './worker-tasks.ts';

const read = (text: string) => readBytes(Buffer.from(text), { format: 'json' });
const number = (raw: string) => ({ type: 'number' as const, raw, text: raw });

describe('JSON rows', () => {
  test('are objects, whose fields are the columns in the order in which they first appear', async () => {
    const table = await read('\uFEFF[{"part":"A","hts":"7317"},{"hts":"7318","origin":"CN"},{},{"origin":"DE"}]');
    expect(table).toMatchObject({
      format: 'json',
      header: ['part', 'hts', 'origin'],
      headerLine: 0,
      rows: 3,
      columns: 3,
    });
    expect(rowsOf(table)).toEqual([
      { line: 1, cells: ['A', '7317'] },
      { line: 2, cells: ['', '7318', 'CN'] },
      { line: 4, cells: ['', '', 'DE'] },
    ]);
  });

  test('are arrays, the first of which may be the header', async () => {
    const table = await read('[["Part","HTS"],["A","7317.00.55"],[],["B",null,true]]');
    expect(table).toMatchObject({ header: ['Part', 'HTS'], headerLine: 1, rows: 2, columns: 3 });
    expect(cellsOf(table)).toEqual([
      ['A', '7317.00.55'],
      ['B', '', { type: 'boolean', raw: 'true', text: 'true' }],
    ]);
  });

  test('keep every digit of a number', async () => {
    const digits = ['12345678901234567890', '0.30000000000000004', '7.317E9', '1E400', '-0', '7317005518.000'];
    expect(cellsOf(await read(`[{"hts":${digits.join('},{"hts":')}}]`))).toEqual(digits.map((raw) => [number(raw)]));
  });

  test('have fields of any name', async () => {
    const table = await read('[{"__proto__":"A","":"B","a\\"b\\\\":"C:,{","constructor":"D"}]');
    expect(table.header).toEqual(['__proto__', '', 'a"b\\', 'constructor']);
    expect(cellsOf(table)).toEqual([['A', 'B', 'C:,{', 'D']]);
  });
});

test.each([
  ['an object', '{"rows":[]}', 'The file must be an array of rows'],
  ['a number', '7317', 'The file must be an array of rows'],
  ['an empty array', '[]', 'The file has no rows with content.'],
  ['rows of blanks', '[{"a":null},{"a":" "},[]]', 'line 3: must be an object, as the other rows'],
  ['texts', '["7317","7318"]', 'line 1: must be an array of cells, as the other rows'],
  ['arrays among objects', '[{"a":1},["a"]]', 'line 2: must be an object'],
  ['null among objects', '[{"a":1},null]', 'line 2: must be an object'],
  ['an object in a cell', '[{"a":1},{"hts":{"code":"7317"}}]', 'line 2, column hts: must be text, a number'],
  ['an array in a cell', '[["a",["7317"]]]', 'line 1, column 2: must be text, a number'],
  ['a field given twice', '[{"a":1},{"hts":"7317","hts":"7318"}]', 'line 2: This object gives a field twice.'],
  [
    'a field given twice by an escape',
    '[{"hts":"7317","\\u0068ts":"7318"}]',
    'line 1: This object gives a field twice.',
  ],
  ['a cell 64 deep', `[[${'['.repeat(64)}${']'.repeat(64)}]]`, 'line 1, column 1: must be text, a number'],
  ['an end that is missing', '[{"a":1}', 'The file is not JSON'],
  ['two values', '[["a"]] [["b"]]', 'The file is not JSON'],
  ['a comment', '[["a"]] // b', 'The file is not JSON'],
  ['not a number', '[[NaN]]', 'The file is not JSON'],
])('%s is refused by name', async (_, text, message) => {
  expect(await refusalOf(Buffer.from(text), { format: 'json' })).toStartWith(message);
});

test('more than 1,000 fields are refused with the row', async () => {
  const rows = Array.from({ length: 1001 }, (_, at) => ({ [`f${at}`]: 1 }));
  expect(await refusalOf(Buffer.from(JSON.stringify(rows)))).toBe(
    'line 1001: Objects have at most 1,000 different fields.',
  );
});
