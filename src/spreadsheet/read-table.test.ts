import { afterAll, expect, test } from 'bun:test';
import { cellsOf } from '../../test/support/tables.ts';
import { workbook } from '../../test/support/workbooks.ts';
import { sha256Hex } from '../domain/sha256.ts';
import { openCommandPool } from '../isolation/open-pools.ts';
import { readTable } from './read-table.ts';
import { TableRefused } from './table-refused.ts';

const pool = openCommandPool('spreadsheet', () => {});
afterAll(() => pool.close());

test('a table is read in a worker process', async () => {
  const table = await readTable({ bytes: Buffer.from('Part,HTS\nA,7317.00.55\n') }, {}, pool, ['test']);
  expect(table).toMatchObject({ format: 'csv', header: ['Part', 'HTS'], headerLine: 1, rows: 1 });
  expect(cellsOf(table)).toEqual([['A', '7317.00.55']]);
});

test('a refusal names the line', async () => {
  const read = readTable({ bytes: Buffer.from('Part,HTS\n"A,7317\n') }, {}, pool, ['test']);
  expect(read).rejects.toBeInstanceOf(TableRefused);
  await read.catch(({ fault }) => expect(fault).toMatchObject({ line: 2 }));
});

test('a large workbook is read to its end in a worker each time', async () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  // Hardly compressible, so that it is unpacked in many slices.
  const texts = (at: number) => Array.from({ length: 20 }, (_, column) => cell(sha256Hex(`${at} ${column}`)));
  const rows = Array.from({ length: 3000 }, (_, at) => `<row r="${at + 1}">${texts(at).join('')}</row>`);
  const bytes = workbook({ rows: rows.join('') });
  for (let times = 0; times < 3; times++) {
    expect((await readTable({ bytes }, {}, pool, ['test'])).rows).toBe(3000);
  }
});
