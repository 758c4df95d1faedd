import { expect, test } from 'bun:test';
import { parse } from 'csv-parse/sync';
import columns from '../../../data/entry/registry-csv-columns.json' with { type: 'json' };
import { NOW_MS } from '../../../test/support/certificate-fixtures.ts';
import { type Body, randomBody } from '../../../test/support/registry-requests.ts';
import { seededRandom } from '../../../test/support/seed.ts';
import { NOTHING_FILED } from '../../domain/filing.ts';
import { readRequest } from '../issue/validate.ts';
import { citationCodes } from './citation-codes.ts';
import { csvGaps, registryCsv } from './registry-csv.ts';
import { draftEntry } from './registry-entry.ts';

const parts = { line1: '12 Example Road, "A"', city: 'Ningbo', postal_code: '315000', country: 'CN' };
const lab = (key: string) => ({
  name: `Harbour Test House ${key}`,
  alternate_id: key,
  test_date: '2026-02-18',
  address_parts: parts,
  phone: '+86 574 5550 0101',
  email: 'reports@lab.example',
});
const body = () => ({
  product_info: {
    name: 'Ränder; Größe',
    model: 'HLM-7',
    version_id: 'V1',
    date_of_manufacture: '2026-03',
    place_of_manufacture: 'Ningbo',
  } as Body,
  manufacturer: {
    name: 'Northwind',
    alternate_id: 'MKR',
    address_parts: parts,
    phone: '+86 574 5550 0100',
    contact_email: 'a@maker.example',
  } as Body,
  testing_labs: [
    { ...lab('L-1'), component: 'Shell' },
    { ...lab('L-2'), cpsc_id: '1234' },
  ] as Body[],
  cpsc_rules_cited: ['16 CFR part 1203', '16 CFR part 1512'],
  records_contact: { role: 'importer' },
  identifiers: [{ type: 'serial', value: 'S-1' }],
  exclusions: [] as Body[],
});
const drafted = (change: (value: ReturnType<typeof body>) => void = () => {}) => {
  const changed = body();
  change(changed);
  const request = readRequest(changed, NOW_MS, 'v2');
  return { request, ...draftEntry({ gccId: 'id', request }, NOTHING_FILED, citationCodes(), NOW_MS) };
};

test('83 columns, CRLF, the spellings of the template', () => {
  const { entry, request, gaps } = drafted();
  expect(gaps).toEqual([]);
  expect(csvGaps(entry, request)).toEqual([]);
  const csv = registryCsv([entry]);
  expect(csv.split('\r\n')).toHaveLength(3);
  expect(csv.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  const [head, row] = parse(csv) as string[][];
  expect(head).toEqual(columns);
  expect(row).toHaveLength(83);
  const cells = Object.fromEntries(head!.map((name, at) => [name, row![at]!]).filter(([, cell]) => cell !== ''));
  expect(cells).toEqual({
    'Product Update': 'N',
    'New Version ID': 'V1',
    'Primary Product ID': 'HLM-7',
    'Primary Product ID Type': 'Model Number',
    'Serial Number': 'S-1',
    'Certificate Type': 'GCC',
    'Product Name (Model)': 'Ränder; Größe',
    'Manufacturer Is New?': 'Y',
    'Manufacturer Alternate ID': 'MKR',
    'Manufacturer Name': 'Northwind',
    'Manufacturer Address Line 1': '12 Example Road, "A"',
    'Manufacturer City': 'Ningbo',
    'Manufacturer Country': 'China',
    'Manufacturer Zip/Postal Code': '315000',
    'Manufacturer Phone': '+86 574 5550 0100',
    'Manufacturer Email': 'a@maker.example',
    'Manufacture Date': '03/2026',
    'Lab 1 Type': 'LAB',
    'Lab 1 Is New?': 'Y',
    'Lab 1 Alternate ID': 'L-1',
    'Lab 1 Name': 'Harbour Test House L-1',
    'Lab 1 Address Line 1': '12 Example Road, "A"',
    'Lab 1 City': 'Ningbo',
    'Lab 1 Country': 'China',
    'Lab 1 Zip/Postal Code': '315000',
    'Lab 1 Phone': '+86 574 5550 0101',
    'Lab 1 Email': 'reports@lab.example',
    'Lab 1 Citation Codes': '1203;1512',
    'Lab 1 Is Component?': 'Yes',
    'Lab 1 Component Description': 'Shell',
    'Lab 2 Type': 'ITL',
    'Lab 2 Is New?': 'N',
    'Lab 2 CPSC-ID': '1234',
    'Lab 2 Citation Codes': '1203;1512',
    'Last Test Date': '02/18/2026',
    'Point of Contact (POC) for Test Result Records': 'Importer',
    'POC Is New?': 'N',
  });
});

test.each<[string, (value: ReturnType<typeof body>) => void, string]>([
  ['a third laboratory', (value) => value.testing_labs.push({ ...lab('L-3'), cpsc_id: '1235' }), '/testing_labs/2'],
  [
    'a second laboratory that is not known yet',
    (value) => value.testing_labs.splice(1, 1, lab('L-2')),
    '/testing_labs/1',
  ],
  ['an exclusion', (value) => value.exclusions.push({ citation: '16 CFR 1610.1(d)(1)', basis: 'x' }), '/exclusions'],
  [
    'two identifiers of one kind',
    (value) => value.identifiers.push({ type: 'serial', value: 'S-2' }),
    '/identifiers/1/value',
  ],
  ['a formula in a name', (value) => Object.assign(value.product_info, { name: '=1+1' }), '/product_info/name'],
  [
    'a name that begins with @',
    (value) => Object.assign(value.testing_labs[0]!, { name: '@lab' }),
    '/testing_labs/0/name',
  ],
  [
    'an identifier that begins with a hyphen',
    (value) => value.identifiers.splice(0, 1, { type: 'serial', value: '-S' }),
    '/identifiers/0/value',
  ],
  [
    'a Product ID that begins with a hyphen',
    (value) => Object.assign(value.product_info, { model: '-M' }),
    '/product_info/model',
  ],
  [
    'an English name that is a formula',
    (value) => Object.assign(value.product_info, { name_en: '=1' }),
    '/product_info/name_en',
  ],
])('%s does not fit, and JSON holds it', (_, change, field) => {
  const { entry, request, gaps } = drafted(change);
  expect(gaps).toEqual([]);
  expect(csvGaps(entry, request)).toEqual([{ field, reason: expect.stringMatching(/ Use JSON\.$/), for: 'registry' }]);
});

test('every text of a random entry that fits is in a cell of its own, unchanged', () => {
  const random = seededRandom('registry csv');
  let held = 0;
  for (let n = 0; n < 200; n++) {
    const request = readRequest(randomBody(random, { rate: 0 }), NOW_MS, 'v2');
    const { entry } = draftEntry({ gccId: 'id', request }, NOTHING_FILED, citationCodes(), NOW_MS);
    if (csvGaps(entry, request).length > 0) continue;
    held++;
    const [, row] = parse(registryCsv([entry])) as string[][];
    const { primaryProductIdType: _, identifiers = [], labs = [], ...core } = entry.coreProduct;
    const texts = [
      ...Object.values(core).filter((value) => typeof value === 'string'),
      ...Object.values(core.manufacturer),
      ...Object.values(core.poc),
      ...identifiers.map(({ identifier }) => identifier),
      ...Object.values(labs[0] ?? {}).filter((value) => typeof value === 'string'),
      ...labs.map(({ citationCodes: codes }) => codes.join(';')),
    ];
    for (const text of texts) expect(row).toContain(text as string);
  }
  expect(held).toBeGreaterThan(20);
});
