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

test('the first example states everything; the second takes its parties from the second sheet', () => {
  const columns = readSheetColumns(examples!.header, 1);
  const [own, shared] = examples!.rows.map((cells, at) => ({ line: at + 2, cells }));
  const first = prepareLine(own!, columns, { parties: [], values: {} }, NOW_MS);
  expect(evaluate(readRequest(first.body, NOW_MS, 'v2'))).toMatchObject({ state: 'stated', defects: [] });
  const rows = [
    ['manufacturer', 'F-MTY', 'Pinturas', 'Monterrey, Mexico', 'q@pinturas.example', '+52 81 5555 0100'],
    ['testing_lab', 'LAB-1', 'Lab One', 'Monterrey, Mexico', 'r@lab.example', '+52 81 5555 0101'],
  ].map((cells, at) => ({ line: at + 2, cells }));
  const known = readParties(['party', 'alternate_id', 'name', 'address', 'email', 'phone'], 1, rows);
  const second = prepareLine(shared!, columns, { parties: known, values: {} }, NOW_MS);
  expect(second.errors).toEqual([]);
  expect(readRequest(second.body, NOW_MS, 'v2')).toMatchObject({
    product_info: { gtin: '00036000291452' },
    manufacturer: { name: 'Pinturas' },
    testing_labs: [{ name: 'Lab One', test_date: '2026-02-21' }],
    cpsc_rules_cited: ['16 CFR part 1303', '16 CFR part 1500'],
  });
});

test('every other word that the help names is understood', () => {
  for (const [name, , , , words] of help!.rows) {
    for (const word of words!.split(', ').filter(Boolean)) {
      expect([word, readHeading(word)?.column.name]).toEqual([word, name!]);
      expect(plainHeading(word)).toBe(word);
    }
  }
});
