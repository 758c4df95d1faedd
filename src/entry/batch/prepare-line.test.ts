import { describe, expect, test } from 'bun:test';
import { FULL_LINE } from '../../../test/support/batch-sheets.ts';
import { NOW_MS } from '../../../test/support/certificate-fixtures.ts';
import type { GccRequest } from '../../domain/certificate.ts';
import { PortsideError } from '../../domain/errors.ts';
import type { Cell } from '../../domain/table.ts';
import { evaluate } from '../issue/evaluation.ts';
import { readRequest } from '../issue/validate.ts';
import { type Defaults, readDefaultValues, readParties } from './defaults.ts';
import { prepareLine } from './prepare-line.ts';
import { readSheetColumns } from './sheet-columns.ts';

const NOTHING: Defaults = { parties: [], values: {} };

function prepared(line: Readonly<Record<string, Cell>>, defaults = NOTHING) {
  const columns = readSheetColumns(Object.keys(line), 1);
  return prepareLine({ line: 2, cells: Object.values(line) }, columns, defaults, NOW_MS);
}

function requestOf(line: Readonly<Record<string, Cell>>, defaults = NOTHING): GccRequest {
  const { body, errors } = prepared(line, defaults);
  expect(errors).toEqual([]);
  return readRequest(body, NOW_MS, 'v2');
}

function without(...beginnings: string[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(FULL_LINE).filter(([name]) => !beginnings.some((beginning) => name.startsWith(beginning))),
  );
}

test('a line that states everything is a certificate that states everything', () => {
  const request = requestOf(FULL_LINE);
  expect(evaluate(request)).toMatchObject({ state: 'stated', missing: [], defects: [] });
  expect(request.testing_labs).toHaveLength(1);
  expect(request.certifier).toMatchObject({ name: 'Harbor Imports LLC' });
  expect(request.manufacturer.contact_email).toBe('qa@bright-harbor.example');
});

test('errors name the heading of the file, and are told once for each cell', () => {
  const { date_of_manufacture: _, manufacturer_name: __, ...rest } = FULL_LINE;
  const line = {
    ...rest,
    'Mfg. date': '14.03.2026',
    SKU: { type: 'number', raw: '1.2E15', text: '1.2E+15' } as const,
    'Records role': 'owner',
  };
  const { sku: ___, records_contact_role: ____, ...own } = line as Record<string, Cell>;
  const { body, errors } = prepared(own);
  expect(body).toBeUndefined();
  expect(errors).toEqual([
    { column: 'SKU', message: expect.stringContaining('shortened a long number') },
    { column: 'Mfg. date', message: 'Must be a date written YYYY-MM-DD or a month written YYYY-MM.' },
    { column: 'manufacturer_name', message: 'Is empty, and every certificate states it.' },
    { column: 'Records role', message: expect.stringContaining('Must be one of') },
  ]);
});

test('a line without any identifier says so at the SKU', () => {
  const { sku: _, ...line } = FULL_LINE;
  expect(prepared(line).errors).toEqual([{ column: 'sku', message: expect.stringContaining('needs a model, an SKU') }]);
});

test('a value below no heading is an error, an empty cell there is not', () => {
  const columns = readSheetColumns([...Object.keys(FULL_LINE), ''], 1);
  const cells = Object.values(FULL_LINE);
  expect(prepareLine({ line: 2, cells: [...cells, ' '] }, columns, NOTHING, NOW_MS).errors).toEqual([]);
  const { errors } = prepareLine({ line: 2, cells: [...cells, '', 'note'] }, columns, NOTHING, NOW_MS);
  expect(errors).toEqual([{ column: 'column AG', message: 'Has a value but no heading.' }]);
});

test('several laboratories, exclusions, rules and identifiers stand in numbered columns', () => {
  const request = requestOf({
    ...FULL_LINE,
    rule_2: '16 CFR part 1303; 16 CFR part 1500',
    upc: '036000291452',
    testing_lab_rules: '16 CFR part 1203',
    testing_lab_3_name: 'Third Lab',
    testing_lab_3_test_date: '2026-02-21',
    testing_lab_3_rules: '16 CFR part 1303',
    exclusion_2_citation: '16 CFR 1303.2(b)',
    exclusion_2_basis: 'No paint.',
  });
  expect(request.cpsc_rules_cited).toEqual(['16 CFR part 1203', '16 CFR part 1303', '16 CFR part 1500']);
  expect(request.testing_labs?.map(({ name }) => name)).toEqual(['Harbor Testing Laboratories', 'Third Lab']);
  expect(request.exclusions).toEqual([{ citation: '16 CFR 1303.2(b)', basis: 'No paint.' }]);
  expect(request.identifiers).toEqual([{ type: 'upc', value: '036000291452' }]);
});

test('a fault of the third laboratory names its column, though it is the second of the request', () => {
  const line = { ...FULL_LINE, 'Lab 3 name': 'Third Lab', 'Lab 3 test date': '2026-13-01' };
  expect(prepared(line).errors).toEqual([{ column: 'Lab 3 test date', message: 'Must be a day that exists.' }]);
  const { 'Lab 3 test date': _, ...half } = line;
  expect(prepared(half).errors).toEqual([
    { column: 'testing_lab_test_date 3', message: 'Is empty, and every certificate states it.' },
  ]);
});

test('a line that is longer than any certificate is one error', () => {
  expect(prepared({ ...FULL_LINE, description: 'x'.repeat(100_001) }).errors).toHaveLength(1);
});

describe('parties', () => {
  const header = ['Party', 'id', 'Company', 'address', 'e-mail', 'phone', 'test date'];
  const row = (line: number, ...cells: string[]) => ({ line, cells });
  const factories = readParties(header, 1, [
    row(2, 'Manufacturer', 'F1', 'Factory One', 'One Street, China', 'one@factory.example', '+86 755 5550 0001'),
    row(3, 'factory', 'F2', 'Factory Two', 'Two Street, China', 'two@factory.example', '+86 755 5550 0002'),
    row(4, 'Laboratory', 'L1', 'Lab One', 'Lab Street, China', 'lab@lab.example', '+86 755 5550 0003', '2026-01-02'),
  ]);
  const lines = without('manufacturer_', 'testing_lab_');

  test('one row of a party holds for every line, and a line states its own test', () => {
    const request = requestOf(
      { ...lines, manufacturer_alternate_id: 'F2', test_date: '2026-02-03' },
      { parties: factories, values: {} },
    );
    expect(request.manufacturer).toMatchObject({ name: 'Factory Two', phone: '+86 755 5550 0002' });
    expect(request.testing_labs).toMatchObject([{ name: 'Lab One', test_date: '2026-02-03' }]);
  });

  test('where there are several rows, the line must say which', () => {
    const errors = (id: string) =>
      prepared({ ...lines, manufacturer_alternate_id: id }, { parties: factories, values: {} }).errors;
    expect(errors('')[0]).toMatchObject({
      column: 'manufacturer_alternate_id',
      message: expect.stringContaining('2 rows'),
    });
    expect(errors('F9')[0]).toMatchObject({ message: expect.stringContaining('does not have') });
  });

  test('a party that the line names takes nothing from another', () => {
    const line = { ...lines, test_date: '2026-02-03', manufacturer_name: 'Factory Nine' };
    const { errors } = prepared(line, { parties: factories, values: {} });
    expect(errors.map(({ column }) => column)).toEqual(['manufacturer_email', 'manufacturer_address']);
  });

  test('values for every line are taken where the line is empty', () => {
    const values = readDefaultValues({
      'Place of manufacture': 'Vietnam',
      'Certifier name': 'Other Imports',
      'importer phone': '+1 562 555 0199',
    });
    const request = requestOf({ ...without('importer_'), place_of_manufacture: '' }, { parties: [], values });
    expect(request.product_info.place_of_manufacture).toBe('Vietnam');
    expect(request.certifier).toEqual({ name: 'Other Imports', phone: '+1 562 555 0199' });
    // The importer of the line keeps its own telephone alone.
    const own = requestOf({ ...without('importer_phone') }, { parties: [], values });
    expect(own.certifier?.phone).toBeUndefined();
    expect(own.product_info.place_of_manufacture).toBe('Shenzhen, Guangdong, China');
  });

  test('a sheet of parties is refused with the cell', () => {
    const refusal = (...rows: string[][]) => {
      try {
        readParties(
          header,
          1,
          rows.map((cells, at) => row(at + 2, ...cells)),
        );
      } catch (error) {
        return (error as PortsideError).details;
      }
      return undefined;
    };
    expect(refusal(['retailer', 'R1'])).toEqual([
      { path: '/2/A', message: expect.stringContaining('Must be importer') },
    ]);
    expect(refusal(['importer', 'I1', 'A', 'B', 'c@d.example', '1', '2026-01-01'])).toEqual([
      { path: '/2/G', message: 'importer has no such field.' },
    ]);
    expect(() => readParties(['name'], 1, [])).toThrow('needs a column "party"');
    expect(() => readParties(['party', 'colour'], 1, [])).toThrow('"colour" is not a column');
    expect(() => readDefaultValues({ farbe: 'x' })).toThrow(PortsideError);
  });
});
