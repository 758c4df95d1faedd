/** What a heading means. Case, blanks and punctuation do not count, and the usual other words are known. */
import { type BatchColumn, COLUMNS, columnNamed, PARTIES, type PartyName } from './columns.ts';

/** A heading is cut here before it is compared or shown. */
const HEADING_CHARS_MAX = 80;

/** The beginnings that mean a party, longest first. */
const BEGINNINGS: readonly (readonly [said: string, meant: string])[] = [
  ['records_custodian', 'records_contact'],
  ['record_keeper', 'records_contact'],
  ['records_keeper', 'records_contact'],
  ['recordkeeper', 'records_contact'],
  ['test_records_contact', 'records_contact'],
  ['records', 'records_contact'],
  ['importer_of_record', 'importer'],
  ['certifier', 'importer'],
  ['mfr', 'manufacturer'],
  ['maker', 'manufacturer'],
  ['factory', 'manufacturer'],
  ['test_laboratory', 'testing_lab'],
  ['testing_laboratory', 'testing_lab'],
  ['test_lab', 'testing_lab'],
  ['laboratory', 'testing_lab'],
  ['lab', 'testing_lab'],
  ['testing_exclusion', 'exclusion'],
];

/** What a field of a party is called too. */
const PARTY_WORDS = new Map<string, string>(
  Object.entries({
    company: 'name',
    company_name: 'name',
    contact_email: 'email',
    contact_name: 'name',
    mail: 'email',
    e_mail: 'email',
    email_address: 'email',
    e_mail_address: 'email',
    tel: 'phone',
    telephone: 'phone',
    phone_number: 'phone',
    telephone_number: 'phone',
    zip: 'postal_code',
    zip_code: 'postal_code',
    postcode: 'postal_code',
    post_code: 'postal_code',
    state: 'state_province',
    province: 'state_province',
    state_or_province: 'state_province',
    street: 'address_line1',
    line1: 'address_line1',
    line2: 'address_line2',
    mailing_address: 'address',
    full_address: 'address',
    country_code: 'country',
    date: 'test_date',
    date_of_test: 'test_date',
    report: 'report_number',
    report_no: 'report_number',
    report_id: 'report_number',
    report_link: 'report_url',
    accreditation: 'accreditation_id',
    accreditation_number: 'accreditation_id',
    cpsc_number: 'cpsc_id',
    cpsc_lab_id: 'cpsc_id',
    id: 'alternate_id',
  }),
);

/** What a column that belongs to no party is called too. */
const OTHER_WORDS = new Map<string, string>(
  Object.entries({
    product: 'product_name',
    name: 'product_name',
    item_name: 'product_name',
    product_title: 'product_name',
    product_description: 'description',
    brand: 'trade_name',
    brand_name: 'trade_name',
    colour: 'color',
    model_number: 'model',
    model_no: 'model',
    sku_number: 'sku',
    item_number: 'sku',
    item_no: 'sku',
    article_number: 'sku',
    product_sku: 'sku',
    product_model: 'model',
    ean: 'gtin',
    upc_code: 'upc',
    serial: 'serial_number',
    lot_number: 'lot',
    lot_no: 'lot',
    lot_code: 'lot',
    batch: 'lot',
    batch_no: 'lot',
    batch_code: 'lot',
    batch_number: 'lot',
    lot_batch: 'lot',
    lot_batch_no: 'lot',
    lot_batch_number: 'lot',
    lot_or_batch: 'lot',
    lot_or_batch_no: 'lot',
    lot_or_batch_number: 'lot',
    batch_lot: 'lot',
    batch_lot_no: 'lot',
    batch_lot_number: 'lot',
    version: 'version_id',
    manufacture_date: 'date_of_manufacture',
    manufacturing_date: 'date_of_manufacture',
    manufactured: 'date_of_manufacture',
    production_date: 'date_of_manufacture',
    date_manufactured: 'date_of_manufacture',
    mfg_date: 'date_of_manufacture',
    place_manufactured: 'place_of_manufacture',
    manufacture_place: 'place_of_manufacture',
    made_in: 'place_of_manufacture',
    production_start_date: 'production_start',
    production_end_date: 'production_end',
    rule: 'rules',
    citation: 'rules',
    citations: 'rules',
    rule_citation: 'rules',
    rule_citations: 'rules',
    rules_cited: 'rules',
    cpsc_rules: 'rules',
    cpsc_rules_cited: 'rules',
    regulation: 'rules',
    regulations: 'rules',
    standard: 'rules',
    standards: 'rules',
    test_date: 'testing_lab_test_date',
    date_of_test: 'testing_lab_test_date',
    testing_date: 'testing_lab_test_date',
    tested_on: 'testing_lab_test_date',
    test_place: 'testing_lab_test_place',
    place_of_test: 'testing_lab_test_place',
    test_report: 'testing_lab_report_number',
    test_report_number: 'testing_lab_report_number',
    report_number: 'testing_lab_report_number',
    report_url: 'testing_lab_report_url',
    test_report_url: 'testing_lab_report_url',
    exclusion: 'exclusion_citation',
    exclusion_reason: 'exclusion_basis',
    attested_by: 'attestation_name',
    attested_on: 'attestation_date',
    attested: 'attestation_accepted',
    attestation: 'attestation_statement',
  }),
);

/** `Product Name`, `productName` and `PRODUCT-NAME` as `product_name`. */
export function plainHeading(heading: string): string {
  let plain = '';
  let before = '';
  for (const char of heading.slice(0, HEADING_CHARS_MAX).normalize('NFKC')) {
    const isWord = /^[\p{L}\p{N}]$/u.test(char);
    const beginsWord = /^\p{Lu}$/u.test(char) && /^\p{Ll}$/u.test(before);
    if ((!isWord || beginsWord) && plain !== '' && !plain.endsWith('_')) plain += '_';
    if (isWord) plain += char.toLowerCase();
    before = char;
  }
  return plain.endsWith('_') ? plain.slice(0, -1) : plain;
}

export interface ReadHeading {
  column: BatchColumn;
  /** Which of several, from 1. Absent if the heading names none. */
  number?: number;
}

/** The column that a heading means. Undefined if it means none. */
export function readHeading(heading: string): ReadHeading | undefined {
  const plain = plainHeading(heading);
  const exact = columnNamed(plain) ?? meaning(plain);
  if (exact) return { column: exact };
  // `testing_lab_2_name`, `rule 3`. Not the second line of an address.
  const words = plain.replace(/_(?:address_)?line_([12])(?=$|_)/, '_address_line$1').split('_');
  const at = words.findIndex((word) => /^[1-9]\d?\d?$/.test(word));
  const others = (at < 0 ? words : words.toSpliced(at, 1)).join('_');
  const column = columnNamed(others) ?? meaning(others);
  if (!column) return undefined;
  if (at < 0) return { column };
  const number = Number(words[at]);
  return column.most !== undefined && number <= column.most ? { column, number } : undefined;
}

/** Every heading that means a column by itself, with the column. */
export function knownHeadings(): ReadonlyMap<string, string> {
  return new Map([...COLUMNS.map(({ name }) => [name, name] as const), ...Object.entries(OTHER_WORDS)]);
}

function meaning(plain: string): BatchColumn | undefined {
  const other = OTHER_WORDS.get(plain);
  if (other !== undefined) return columnNamed(other);
  const field = plain.startsWith('product_info_') ? plain.slice('product_info_'.length) : undefined;
  if (field !== undefined) return columnNamed(field) ?? columnNamed(`product_${field}`);
  for (const [said, meant] of ALL_BEGINNINGS) {
    if (plain === said) return columnNamed(`${meant}_name`) ?? columnNamed(`${meant}_citation`);
    if (!plain.startsWith(`${said}_`)) continue;
    const rest = plain.slice(said.length + 1);
    const word = PARTY_WORDS.get(rest) ?? rest;
    const column = columnNamed(`${meant}_${word}`);
    if (column) return column;
  }
  return undefined;
}

/** Other words for a column, for the help. Those for parties and their fields are put together freely. */
export function otherWordsOf({ name }: BatchColumn): string[] {
  const words = [...OTHER_WORDS].filter(([, meant]) => meant === name).map(([word]) => word);
  const party = PARTY_NAMES.find((known) => name.startsWith(`${known}_`));
  if (!party) return words;
  const field = name.slice(party.length + 1);
  const beginnings = [party, ...BEGINNINGS.filter(([, meant]) => meant === party).map(([said]) => said)];
  const fields = [field, ...[...PARTY_WORDS.keys()].filter((word) => PARTY_WORDS.get(word) === field)];
  const other = [
    ...beginnings.slice(1).map((said) => `${said}_${field}`),
    ...fields.slice(1).map((word) => `${party}_${word}`),
  ];
  return [...words, ...other].slice(0, WORDS_SHOWN);
}

const WORDS_SHOWN = 6;

const PARTY_NAMES = Object.keys(PARTIES) as PartyName[];
const ALL_BEGINNINGS = [...PARTY_NAMES.map((name) => [name, name] as const), ...BEGINNINGS];

/** The party that a text means. */
export function readParty(text: string): PartyName | undefined {
  const plain = plainHeading(text);
  const meant = ALL_BEGINNINGS.find(([said]) => said === plain)?.[1];
  return PARTY_NAMES.find((name) => name === meant);
}

/** The column of a party that a heading means in a sheet of parties, where no heading names the party. */
export function readPartyHeading(party: PartyName, heading: string): BatchColumn | undefined {
  const plain = plainHeading(heading);
  return columnNamed(`${party}_${PARTY_WORDS.get(plain) ?? plain}`);
}
