/** What the template of a batch holds. The examples are on a sheet of their own, so that nobody makes a certificate of them. */
import { type BatchColumn, COLUMNS, PARTIES } from './columns.ts';
import { otherWordsOf } from './header.ts';

const LINES_SHEET = 'Certificates';
export const PARTIES_SHEET = 'Parties';
const EXAMPLES_SHEET = 'Examples';
export const HELP_SHEET = 'Help';

/** Two lines that can be made as they are. They name their parties themselves: an example on the sheet of parties would be taken for one. */
const EXAMPLES: readonly Readonly<Record<string, string>>[] = [
  {
    product_name: 'Adult bicycle helmet',
    model: 'MRD-M',
    sku: '0012',
    lot: 'L-2603',
    lot_assigned_by: 'manufacturer',
    date_of_manufacture: '2026-03',
    place_of_manufacture: 'Shenzhen, Guangdong, China',
    rules: '16 CFR part 1203',
    importer_name: 'Harbor Imports LLC',
    importer_address: '12 Pier Road, Long Beach, CA 90802, United States',
    importer_email: 'compliance@harbor-imports.example',
    importer_phone: '+1 562 555 0100',
    manufacturer_name: 'Bright Harbor Sports Co., Ltd.',
    manufacturer_address: '88 Keji Road, Nanshan, Shenzhen 518057, China',
    manufacturer_email: 'qa@bright-harbor.example',
    manufacturer_phone: '+86 755 5550 0188',
    records_contact_name: 'Ana Ortiz',
    records_contact_address: '12 Pier Road, Long Beach, CA 90802, United States',
    records_contact_email: 'records@harbor-imports.example',
    records_contact_phone: '+1 562 555 0101',
    records_contact_role: 'importer',
    testing_lab_name: 'Harbor Testing Laboratories',
    testing_lab_address: '5 Test Street, Shenzhen 518057, China',
    testing_lab_email: 'reports@harbor-testing.example',
    testing_lab_phone: '+86 755 5550 0200',
    testing_lab_test_date: '2026-02-20',
    testing_lab_test_place: 'Shenzhen, China',
    testing_lab_report_number: 'HT-2026-0417',
    attestation_name: 'Ana Ortiz',
    attestation_title: 'Director of compliance',
    attestation_date: '2026-04-01',
    attestation_accepted: 'yes',
    attestation_statement: 'The sentence that you attest to, in your own words.',
  },
  {
    product_name: 'Latex house paint, white',
    sku: 'PNT-01',
    gtin: '00036000291452',
    date_of_manufacture: '2026-03-14',
    place_of_manufacture: 'Monterrey, Mexico',
    rules: '16 CFR part 1303',
    manufacturer_name: 'Pinturas del Norte S.A. de C.V.',
    manufacturer_address_line1: 'Av. Industria 120',
    manufacturer_city: 'Monterrey',
    manufacturer_state_province: 'Nuevo León',
    manufacturer_postal_code: '64000',
    manufacturer_country: 'MX',
    manufacturer_email: 'calidad@pinturas-norte.example',
    manufacturer_phone: '+52 81 5550 0110',
    testing_lab_name: 'Laboratorio Regional de Pruebas',
    testing_lab_address: 'Calle Prueba 8, Monterrey 64000, Mexico',
    testing_lab_email: 'informes@laboratorio-regional.example',
    testing_lab_phone: '+52 81 5550 0120',
    testing_lab_test_date: '2026-02-21',
    testing_lab_test_place: 'Monterrey, Mexico',
    testing_lab_report_number: 'MT-118',
    importer_name: 'Harbor Imports LLC',
    importer_address: '12 Pier Road, Long Beach, CA 90802, United States',
    importer_email: 'compliance@harbor-imports.example',
    importer_phone: '+1 562 555 0100',
    records_contact_name: 'Ana Ortiz',
    records_contact_address: '12 Pier Road, Long Beach, CA 90802, United States',
    records_contact_email: 'records@harbor-imports.example',
    records_contact_phone: '+1 562 555 0101',
    attestation_name: 'Ana Ortiz',
    attestation_title: 'Director of compliance',
    attestation_date: '2026-04-01',
    attestation_accepted: 'yes',
    attestation_statement: 'The sentence that you attest to, in your own words.',
  },
];

/** Columns of the sheet of parties, without `party`: those that each of them has, then those of one. */
function partyColumns(): string[] {
  const names = COLUMNS.flatMap(({ name }) => {
    const party = Object.keys(PARTIES).find((known) => name.startsWith(`${known}_`));
    return party === undefined ? [] : [name.slice(party.length + 1)];
  });
  return [...new Set(names)].filter((name) => !OF_A_TEST.includes(name));
}

/** They differ from line to line. The sheet of parties takes them too. */
const OF_A_TEST = ['test_date', 'test_place', 'report_number', 'report_url', 'component', 'rules'];

export interface TemplateSheet {
  name: string;
  header: readonly string[];
  rows: readonly (readonly string[])[];
}

export function templateSheets(): TemplateSheet[] {
  const header = COLUMNS.map(({ name }) => name);
  return [
    { name: LINES_SHEET, header, rows: [] },
    { name: PARTIES_SHEET, header: ['party', ...partyColumns()], rows: [] },
    {
      name: EXAMPLES_SHEET,
      header,
      rows: EXAMPLES.map((example) => header.map((name) => example[name] ?? '')),
    },
    {
      name: HELP_SHEET,
      header: ['column', 'required', 'write', 'meaning', 'also understood'],
      rows: COLUMNS.map((column) => [
        column.name,
        requiredText(column),
        writeText(column),
        column.description.replaceAll('`', ''),
        otherWordsOf(column).join(', '),
      ]),
    },
  ];
}

function requiredText({ name, pointer, isRequired }: BatchColumn): string {
  if (['model', 'sku', 'gtin'].includes(name)) return 'one of model, sku, gtin';
  if (name === 'manufacturer_address') return 'yes, or its parts';
  if (!isRequired) return '';
  if (pointer.includes('/address_parts/')) return 'if the address is in parts';
  if (pointer.startsWith('/product_info/') || pointer.startsWith('/manufacturer/')) return 'yes';
  return pointer.startsWith('/testing_labs/') ? 'if a laboratory is stated' : 'if an exclusion is stated';
}

const WRITE: Partial<Record<BatchColumn['kind'], string>> = {
  date: 'YYYY-MM-DD, or a date cell',
  month: 'YYYY-MM-DD or YYYY-MM, or a date cell',
  list: 'one or several, separated by a semicolon or a line break',
  yes_or_no: 'yes or no',
};

function writeText({ name, kind, most }: BatchColumn): string {
  const several = most === undefined || kind === 'list' ? '' : `; further ones: ${numberedName(name)}`;
  return `${WRITE[kind] ?? 'text'}${several}`;
}

function numberedName(name: string): string {
  return name.replace(/^(testing_lab|exclusion)_/, '$1_2_');
}
