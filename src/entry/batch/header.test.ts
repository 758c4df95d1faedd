import { expect, test } from 'bun:test';
import { PortsideError } from '../../domain/errors.ts';
import { COLUMNS } from './columns.ts';
import { readHeading } from './header.ts';
import { readSheetColumns } from './sheet-columns.ts';

test('every column is known by its name, in any case and with blanks', () => {
  for (const column of COLUMNS) {
    const words = column.name.replaceAll('_', ' ');
    for (const heading of [column.name, words, words.toUpperCase(), ` ${column.name.replaceAll('_', '-')} `]) {
      expect([heading, readHeading(heading)?.column.name]).toEqual([heading, column.name]);
    }
  }
});

test.each([
  ['productName', 'product_name'],
  ['Product', 'product_name'],
  ['Item No.', 'sku'],
  ['EAN', 'gtin'],
  ['Lot #', 'lot'],
  ['Lot number', 'lot'],
  ['Rule citations', 'rules'],
  ['Test Date', 'testing_lab_test_date'],
  ['Lab', 'testing_lab_name'],
  ['Laboratory address', 'testing_lab_address'],
  ['Certifier name', 'importer_name'],
  ['Mfr. Phone', 'manufacturer_phone'],
  ['Manufacturer contact_email', 'manufacturer_email'],
  ['Importer ZIP code', 'importer_postal_code'],
  ['Manufacturer Address Line 2', 'manufacturer_address_line2'],
  ['product_info.name', 'product_name'],
  ['Ｓｋｕ', 'sku'],
  ['', undefined],
  ['__proto__', undefined],
  ['constructor', undefined],
  ['manufacturer_2_name', undefined],
  ['testing_lab_21_name', undefined],
])('%p means %p', (heading, name) => {
  expect(readHeading(heading)?.column.name).toBe(name!);
});

test.each([
  ['Lab 2 name', 'testing_lab_name', 2],
  ['testing_lab_name_20', 'testing_lab_name', 20],
  ['Rule 3', 'rules', 3],
  ['exclusion_1_basis', 'exclusion_basis', 1],
])('%p is number %p of %p', (heading, name, number) => {
  const read = readHeading(heading)!;
  expect([read.column.name, read.number]).toEqual([name, number]);
});

test('unknown and repeated headings refuse the sheet, each with its place and the nearest name', () => {
  const columns = () => readSheetColumns(['SKU', '', 'Produkt name', 'sku', '=1+1', 'rules', 'Citations'], 3);
  expect(columns).toThrow(PortsideError);
  try {
    columns();
  } catch (error) {
    expect((error as PortsideError).details).toEqual([
      { path: '/3/C', message: '"Produkt name" is not a column of a batch; did you mean "product_name"?' },
      { path: '/3/D', message: '"sku" means the same as "SKU". Remove one of them.' },
      { path: '/3/E', message: '"=1+1" is not a column of a batch.' },
    ]);
  }
  expect(() => readSheetColumns(['', ' '], 1)).toThrow('No row names the columns');
});
