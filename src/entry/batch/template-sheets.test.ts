import { expect, test } from 'bun:test';
import { NOW_MS } from '../../../test/support/certificate-fixtures.ts';
import { evaluate } from '../issue/evaluation.ts';
import { readRequest } from '../issue/validate.ts';
import { COLUMNS } from './columns.ts';
import { readParties } from './defaults.ts';
import { plainHeading, readHeading } from './header.ts';
import { prepareLine } from './prepare-line.ts';
import { readSheetColumns } from './sheet-columns.ts';
import { templateSheets } from './template-sheets.ts';

const [lines, parties, examples, help] = templateSheets();

test('the template has every column once, and its headings are read', () => {
  expect(readSheetColumns(lines!.header, 1).map(({ column }) => column)).toEqual([...COLUMNS]);
  expect(readParties(parties!.header, 1, [])).toEqual([]);
  expect([lines!.rows, parties!.rows]).toEqual([[], []]);
});

test('both examples state everything, and need no sheet of parties', () => {
  const columns = readSheetColumns(examples!.header, 1);
  expect(examples!.rows).toHaveLength(2);
  for (const [at, cells] of examples!.rows.entries()) {
    const { body, errors } = prepareLine({ line: at + 2, cells }, columns, { parties: [], values: {} }, NOW_MS);
    expect(errors).toEqual([]);
    expect(evaluate(readRequest(body, NOW_MS, 'v2'))).toMatchObject({ state: 'stated', defects: [] });
  }
});

test('an example whose parties are cleared takes them from the second sheet', () => {
  const columns = readSheetColumns(examples!.header, 1);
  const names = examples!.header;
  const keys: Record<string, string> = { manufacturer_alternate_id: 'F-MTY', testing_lab_alternate_id: 'LAB-1' };
  const ofTest = (name: string) => /_(?:test_date|test_place|report_number)$/.test(name);
  const cells = examples!.rows[1]!.map((cell, at) => {
    const name = names[at]!;
    return keys[name] ?? (/^(?:manufacturer|testing_lab)_/.test(name) && !ofTest(name) ? '' : cell);
  });
  const rows = [
    ['manufacturer', 'F-MTY', 'Pinturas', 'Monterrey, Mexico', 'q@pinturas.example', '+52 81 5555 0100'],
    ['testing_lab', 'LAB-1', 'Lab One', 'Monterrey, Mexico', 'r@lab.example', '+52 81 5555 0101'],
  ].map((row, at) => ({ line: at + 2, cells: row }));
  const known = readParties(['party', 'alternate_id', 'name', 'address', 'email', 'phone'], 1, rows);
  const { body, errors } = prepareLine({ line: 3, cells }, columns, { parties: known, values: {} }, NOW_MS);
  expect(errors).toEqual([]);
  expect(readRequest(body, NOW_MS, 'v2')).toMatchObject({
    product_info: { gtin: '00036000291452' },
    manufacturer: { name: 'Pinturas' },
    testing_labs: [{ name: 'Lab One', test_date: '2026-02-21' }],
    cpsc_rules_cited: ['16 CFR part 1303'],
  });
});

test.each([
  ['Lot/Batch No.', 'lot'],
  ['Batch / Lot Number', 'lot'],
  ['Lot or batch', 'lot'],
])('the heading %s is %s', (heading, name) => expect(readHeading(heading)?.column.name).toBe(name));

test.each([
  ['Lot/Charge identification', 'lot'],
  ['Batch & charge', 'lot'],
  ['Prodcut title', 'product_name'],
])('the refusal of %s names %s', (heading, name) => {
  expect(() => readSheetColumns([heading], 1)).toThrow(`did you mean "${name}"?`);
});

test('every other word that the help names is understood', () => {
  for (const [name, , , , words] of help!.rows) {
    for (const word of words!.split(', ').filter(Boolean)) {
      expect([word, readHeading(word)?.column.name]).toEqual([word, name!]);
      expect(plainHeading(word)).toBe(word);
    }
  }
});
