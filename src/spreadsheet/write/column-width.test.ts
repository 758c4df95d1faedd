import { expect, test } from 'bun:test';
import { columnWidth } from './column-width.ts';

test.each([
  ['HTS', [], 10],
  ['HTS', ['7317.00.5518'], 14],
  ['A name with a filter arrow', ['1'], 30],
  ['HTS', [undefined, '', { type: 'number' as const, raw: '101210010', text: '0101210010' }], 12],
  ['Name', ['x'.repeat(30_000)], 40],
  ['n'.repeat(500), [], 40],
  ['品名', ['亜鉛めっき鋼板'], 16],
])('%s with %j', (name, cells, width) => {
  expect(columnWidth(name, cells)).toBe(width);
});
