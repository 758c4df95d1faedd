/**
 * What of a request a certificate shows, in order: one table for each heading of 16 CFR 1110.11(a). A field that has no row here is not
 * on paper; `certificate-content.test.ts` fails when the request has such a field.
 */

export const HEADINGS = [
  'Product identification',
  'Rules, bans, standards and regulations cited',
  'Finished product certifier',
  'Contact for records of test results',
  'Date and place of manufacture',
  'Date and place of testing',
  'Attestation by the certifier',
] as const;

export interface Item {
  /** JSON pointer into the request, or below a laboratory. */
  path: string;
  label: string;
  /** Shown only if it is stated. The others are the elements that a whole missing party names. */
  optional?: true;
  /** Short as a rule: two such items that follow each other may be on one line. */
  short?: true;
}

const item = (path: string, label: string): Item => ({ path, label });
const optional = (path: string, label: string): Item => ({ path, label, optional: true });
const short = (each: Item): Item => ({ ...each, short: true });

/** Name and address of a party, with its name in English. The parts of the address are in the row of the address. */
const party = (path: string, nameLabel: string): Item[] => [
  item(`${path}/name`, nameLabel),
  optional(`${path}/name_en`, 'Name in English'),
  item(`${path}/address`, 'Address'),
];

const contact = (path: string, emailField = 'email'): Item[] => [
  short(item(`${path}/${emailField}`, 'E-mail')),
  short(item(`${path}/phone`, 'Telephone')),
  short(optional(`${path}/alternate_id`, 'Alternate ID')),
];

/** The rows of a heading by its number. Rules (2), laboratories (6) and identifiers have rows of their own. */
export const ITEMS: Readonly<Record<number, readonly Item[]>> = {
  1: [
    item('/product_info/name', 'Product'),
    optional('/product_info/name_en', 'Product in English'),
    optional('/product_info/description', 'Description'),
    optional('/product_info/description_en', 'Description in English'),
    short(optional('/product_info/trade_name', 'Trade or brand name')),
    short(optional('/product_info/color', 'Color')),
    short(optional('/product_info/style', 'Style')),
    short(optional('/product_info/model', 'Model')),
    short(optional('/product_info/sku', 'SKU')),
    short(optional('/product_info/gtin', 'GTIN')),
    short(optional('/product_info/lot', 'Lot')),
    short(optional('/product_info/lot_assigned_by', 'Lot assigned by')),
    short(optional('/product_info/version_id', 'Version in the registry')),
  ],
  3: [...party('/certifier', 'Name'), ...contact('/certifier')],
  4: [
    ...party('/records_contact', 'Name'),
    ...contact('/records_contact'),
    short(optional('/records_contact/role', 'Role of the contact')),
  ],
  5: [
    short(item('/product_info/date_of_manufacture', 'Date of manufacture')),
    short(optional('/product_info/production_start', 'Production from')),
    short(optional('/product_info/production_end', 'Production to')),
    short(item('/product_info/place_of_manufacture', 'Place of manufacture')),
    ...party('/manufacturer', 'Manufacturer'),
    ...contact('/manufacturer', 'contact_email'),
  ],
  7: [
    short(item('/attestation/name', 'Name')),
    short(optional('/attestation/title', 'Title')),
    short(item('/attestation/date', 'Date')),
    item('/attestation/statement', 'Statement attested to'),
    item('/attestation/accepted', 'Attestation made'),
  ],
};

/** The rows of one laboratory. Their paths are below it. */
export const LAB_ITEMS: readonly Item[] = [
  short(item('/test_date', 'Date of test')),
  short(item('/test_place', 'Place of test')),
  ...party('', 'Tested by'),
  ...contact(''),
  short(optional('/accreditation_id', 'Accreditation ID')),
  short(optional('/cpsc_id', 'CPSC laboratory ID')),
  short(optional('/report_number', 'Report number')),
  optional('/report_url', 'Report at'),
  optional('/rules', 'Rules tested'),
  optional('/component', 'Component tested'),
];

/** The registry's seven kinds of identifiers. */
export const IDENTIFIER_LABELS = {
  gtin: 'GTIN',
  upc: 'UPC',
  sku: 'SKU',
  model: 'Model',
  serial: 'Serial number',
  registered: 'Registered number',
  alternate: 'Alternate ID',
} as const;
