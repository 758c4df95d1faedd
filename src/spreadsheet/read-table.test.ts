import { afterAll, expect, test } from 'bun:test';
import { cellsOf } from '../../test/support/tables.ts';
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
