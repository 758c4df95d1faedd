/** Lists of stores: the column that has them, and no line that goes unnoticed. */
import { expect, test } from 'bun:test';
import { packRows } from '../../spreadsheet/row-chunk.ts';
import { isStoreAddress, sameSpelling } from './store-address.ts';
import { storesOfTable } from './store-list.ts';

type Row = string[];

/** As `readTable` gives it: `header` is the row that it takes for the header, from 0. */
function table(rows: Row[], header?: number) {
  const all = rows.map((cells, at) => ({ line: at + 1, cells }));
  return {
    header: header === undefined ? [] : all[header]!.cells,
    headerLine: header === undefined ? 0 : header + 1,
    preamble: all.slice(0, header ?? 0),
    chunks: [packRows(all.slice(header === undefined ? 0 : header + 1))],
  };
}

function read(rows: Row[], header?: number) {
  const { stores, column } = storesOfTable(table(rows, header));
  return [column, ...stores.map(({ line, address }) => `${line} ${address}`)];
}

test.each<[string, Row[], number | undefined, string[]]>([
  [
    'a named column',
    [
      ['Client', 'URL'],
      ['A', 'a.example'],
      ['B', 'b.example'],
    ],
    0,
    ['"URL"', '2 a.example', '3 b.example'],
  ],
  [
    'a title above the header',
    [['Stores 2026'], ['Name', 'Website'], ['A', 'a.example']],
    1,
    ['"Website"', '3 a.example'],
  ],
  [
    'no header at all',
    [['a.example'], ['https://b.example/x']],
    undefined,
    ['1', '1 a.example', '2 https://b.example/x'],
  ],
  ['a store that was taken for the header', [['a.example'], ['b.example']], 0, ['1', '1 a.example', '2 b.example']],
  [
    'an unknown header',
    [
      ['Kunde', 'Laden'],
      ['A', 'a.example'],
    ],
    0,
    ['"Laden"', '2 a.example'],
  ],
  [
    'an address of a house beside an address of a page',
    [
      ['Address', 'Shop'],
      ['1 Main St.', 'a.example'],
      ['2 Main St.', 'b.example'],
    ],
    0,
    ['"Shop"', '2 a.example', '3 b.example'],
  ],
  [
    'comments',
    [
      ['url', 'note'],
      ['# old', ''],
      ['a.example', ''],
    ],
    0,
    ['"url"', '3 a.example'],
  ],
  // What is not an address stays in the list, so that it is refused and not left out.
  ['a wrong line in one column', [['shop'], ['shpo'], ['a.example']], 0, ['"shop"', '2 shpo', '3 a.example']],
  ['a wrong first line without a header', [['shpo'], ['a.example']], undefined, ['1', '1 shpo', '2 a.example']],
  [
    'an empty cell',
    [
      ['name', 'url'],
      ['A', 'a.example'],
      ['B', ''],
    ],
    0,
    ['"url"', '2 a.example', '3 '],
  ],
  ['nothing that is an address', [['x'], ['y']], undefined, ['1', '1 x', '2 y']],
])('%s', (_, rows, header, expected) => {
  expect(read(rows, header)).toEqual(expected);
});

test('a table without rows lists no store', () => {
  expect(storesOfTable({ header: [], headerLine: 0, preamble: [], chunks: [] }).stores).toEqual([]);
});

test.each([
  ['shop.example', true],
  ['https://shop.example/a?b=c,d#e', true],
  ['SHOP.example:8443/x', true],
  ['bücher.example', true],
  ['http://127.0.0.1:80/', true],
  ['shop', false],
  ['', false],
  ['ftp://shop.example', false],
  ['mailto:a@shop.example', false],
  ['a b.example', false],
  ['https://', false],
  [`a.example/${'x'.repeat(3000)}`, false],
])('%.40j is an address: %p', (text, is) => {
  expect(isStoreAddress(text)).toBe(is);
});

test('two spellings of one page are the same store', () => {
  for (const other of ['https://SHOP.example', 'https://shop.example:443/', 'shop.example/#top'])
    expect(sameSpelling(other)).toBe(sameSpelling('shop.example'));
  for (const other of ['http://shop.example/', 'www.shop.example', 'shop.example/cart'])
    expect(sameSpelling(other)).not.toBe(sameSpelling('shop.example'));
});
