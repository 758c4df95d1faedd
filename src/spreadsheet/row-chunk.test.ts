import { expect, test } from 'bun:test';
import { deflateRawSync } from 'node:zlib';
import type { TableRow } from '../domain/table.ts';
import { packRows, unpackRows } from './row-chunk.ts';

test('rows come back as they were, with cells that a spreadsheet damaged', () => {
  const rows: TableRow[] = [
    { line: 2, cells: ['7317.00.55', { type: 'number', raw: '7.317E9', text: '7.317E+09', format: '0.00E+00' }] },
    { line: 3, cells: ['', 'Śruby 螺丝 \u0000'] },
  ];
  expect(unpackRows<TableRow>(packRows(rows))).toEqual(rows);
});

test('a chunk that would unpack to more than is ever packed is refused', () => {
  expect(() => unpackRows(deflateRawSync(`["${'0'.repeat(65 << 20)}"]`))).toThrow();
});
