/**
 * The text of a certificate as data: the seven headings in the order of 16 CFR 1110.11(a), each item under its heading, and
 * fixed words for what was not stated. The text quotes no regulation, infers nothing and claims nothing.
 */
import type { Certificate, Defect, Note } from '../../domain/certificate.ts';

export const NOT_STATED = 'Not stated in the request.';

/** A row of a table: one labelled item. `value` is absent if the request did not state it. */
export interface Row {
  label: string;
  value?: string;
  /** Smaller text below the value: a rule's title, a note. */
  details?: string[];
}

export interface Section {
  /** 1 to 7 for the headings of part 1110; absent for sections after them. */
  number?: number;
  heading: string;
  rows: Row[];
}

export interface Content {
  title: string;
  basis: string;
  identity: Row[];
  /** Absent when nothing is missing. */
  banner?: { heading: string; text: string; missing: string };
  sections: Section[];
  footer: string;
}

/** Every item of the request that a certificate shows: its JSON pointer, the number of its section, and its label. */
const ITEMS: readonly { path: string; section: number; label: string }[] = [
  { path: '/product_info/name', section: 1, label: 'Product' },
  { path: '/product_info/description', section: 1, label: 'Description' },
  { path: '/product_info/model', section: 1, label: 'Model' },
  { path: '/product_info/sku', section: 1, label: 'SKU' },
  { path: '/product_info/gtin', section: 1, label: 'GTIN' },
  { path: '/product_info/lot', section: 1, label: 'Lot' },
  { path: '/certifier/name', section: 3, label: 'Name' },
  { path: '/certifier/address', section: 3, label: 'Address' },
  { path: '/certifier/email', section: 3, label: 'E-mail' },
  { path: '/certifier/phone', section: 3, label: 'Telephone' },
  { path: '/records_contact/name', section: 4, label: 'Name' },
  { path: '/records_contact/address', section: 4, label: 'Address' },
  { path: '/records_contact/email', section: 4, label: 'E-mail' },
  { path: '/records_contact/phone', section: 4, label: 'Telephone' },
  { path: '/product_info/date_of_manufacture', section: 5, label: 'Date of manufacture' },
  { path: '/product_info/place_of_manufacture', section: 5, label: 'Place of manufacture' },
  { path: '/manufacturer/name', section: 5, label: 'Manufacturer' },
  { path: '/manufacturer/address', section: 5, label: 'Address' },
  { path: '/manufacturer/contact_email', section: 5, label: 'E-mail' },
  { path: '/manufacturer/phone', section: 5, label: 'Telephone' },
  { path: '/testing_lab/test_date', section: 6, label: 'Date of test' },
  { path: '/testing_lab/test_place', section: 6, label: 'Place of test' },
  { path: '/testing_lab/name', section: 6, label: 'Tested by' },
  { path: '/testing_lab/address', section: 6, label: 'Address' },
  { path: '/testing_lab/email', section: 6, label: 'E-mail' },
  { path: '/testing_lab/phone', section: 6, label: 'Telephone' },
  { path: '/testing_lab/accreditation_id', section: 6, label: 'Accreditation ID' },
  { path: '/testing_lab/cpsc_id', section: 6, label: 'CPSC laboratory ID' },
  { path: '/testing_lab/report_number', section: 6, label: 'Report number' },
  { path: '/attestation/name', section: 7, label: 'Name' },
  { path: '/attestation/title', section: 7, label: 'Title' },
  { path: '/attestation/date', section: 7, label: 'Date' },
  { path: '/attestation/accepted', section: 7, label: 'Attestation made' },
];

export const HEADINGS = [
  'Product identification',
  'Rules, bans, standards and regulations cited',
  'Finished product certifier',
  'Contact for records of test results',
  'Date and place of manufacture',
  'Date and place of testing',
  'Attestation by the certifier',
] as const;

/** The certificate's text in the order of the page. */
export function certificateContent(certificate: Certificate): Content {
  const { gccId, issuedAtMs, verifyUrl, missing } = certificate;
  return {
    title: 'General Certificate of Conformity',
    basis: 'Consumer Product Safety Act, 15 U.S.C. 2063(a)(1)  ·  16 CFR part 1110',
    identity: [
      { label: 'Certificate ID', value: gccId },
      { label: 'Issued', value: `${utcMinute(issuedAtMs)} UTC` },
      { label: 'Verify at', value: verifyUrl },
    ],
    banner: missing.length
      ? {
          heading: 'Incomplete: not yet usable as a certificate',
          text:
            'Prepared from the data in the request. The finished product certifier must supply the items marked ' +
            '“Not stated” and make the attestation before this is used as a certificate.',
          missing: `Missing: ${missingByHeading(missing)}.`,
        }
      : undefined,
    sections: [
      ...HEADINGS.map((heading, index) => ({
        number: index + 1,
        heading,
        rows: index === 1 ? ruleRows(certificate) : itemRows(certificate, index + 1),
      })),
      ...remarkSections(certificate),
    ],
    footer: 'Made from data supplied in a request. The data was not verified.',
  };
}

function utcMinute(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
}

function itemRows(certificate: Certificate, section: number): Row[] {
  const { request, missing } = certificate;
  const items = ITEMS.filter((item) => item.section === section);
  const rows: Row[] = [];
  // A party with no stated field is one row that names all its items.
  const missingParty = missing.find((path) => items.every((item) => item.path.startsWith(`${path}/`)));
  if (missingParty) return [{ label: joinLabels(items.map((item) => item.label)) }];
  for (const { path, label } of items) {
    const value = valueAt(request, path);
    if (value !== undefined || missing.includes(path)) rows.push({ label, value, details: remarks(certificate, path) });
  }
  // A section must not be empty, even if the list of missing items is wrong.
  return rows.length ? rows : [{ label: joinLabels(items.map((item) => item.label)) }];
}

/** "Name, address, e-mail, telephone". */
function joinLabels(labels: readonly string[]): string {
  return labels.map((label, index) => (index ? label.toLowerCase() : label)).join(', ');
}

/** The text to print for a JSON pointer of the request. Undefined if it is absent or empty, which counts as not stated. */
function valueAt(request: object, path: string): string | undefined {
  let value: unknown = request;
  for (const key of path.slice(1).split('/')) value = (value as Record<string, unknown> | undefined)?.[key];
  if (typeof value === 'boolean') return value ? 'Yes, as stated in the request.' : 'No, as stated in the request.';
  return typeof value === 'string' && value.trim() ? value : undefined;
}

function ruleRows(certificate: Certificate): Row[] {
  const { citations, request, missing } = certificate;
  const rules: Row[] = citations.map(({ text, title }, index) => ({
    label: `Rule ${index + 1}`,
    value: text,
    details: [...(title ? [title] : []), ...remarks(certificate, `/cpsc_rules_cited/${index}`)],
  }));
  const exclusions: Row[] = request.exclusions.map(({ citation, basis }, index) => ({
    label: 'Testing exclusion claimed',
    value: citation,
    details: [`Basis: ${basis}`, ...remarks(certificate, `/exclusions/${index}`)],
  }));
  const rows = [...rules, ...exclusions];
  if (!rows.length) return [{ label: 'Rules' }];
  // Texts that name no rule are shown as given, but then the rules still count as not stated.
  const rulesStated = !missing.includes('/cpsc_rules_cited');
  return rulesStated ? rows : [...rows, { label: 'Rules', details: ['What is listed above cites no rule.'] }];
}

/** Whether the JSON pointer `path` is `ancestor` or a descendant of it. */
function within(path: string, ancestor: string): boolean {
  return path === ancestor || path.startsWith(`${ancestor}/`);
}

/** Defects and notes on `path` or a descendant of it. */
function remarks({ defects, notes }: Certificate, path: string): string[] {
  return [...defects, ...notes].filter((remark) => within(remark.path, path)).map(remarkText);
}

function remarkText(remark: Note | Defect): string {
  return 'source' in remark ? `Defect: ${remark.message} (${remark.source})` : `Note: ${remark.message}`;
}

/** Defects and notes on anything else than the printed items, in a section of their own. */
function remarkSections(certificate: Certificate): Section[] {
  const { defects, notes, citations, request, missing } = certificate;
  const shown = [
    ...ITEMS.map((item) => item.path).filter((path) => valueAt(request, path) !== undefined || missing.includes(path)),
    ...citations.map((_, index) => `/cpsc_rules_cited/${index}`),
    ...request.exclusions.map((_, index) => `/exclusions/${index}`),
  ];
  const rest = [...defects, ...notes].filter((remark) => !shown.some((path) => within(remark.path, path)));
  if (!rest.length) return [];
  return [
    {
      heading: 'Defects and notes',
      rows: rest.map((remark) => ({ label: labelOf(remark.path), value: remarkText(remark) })),
    },
  ];
}

/** "3 Finished product certifier (name, address); 7 Attestation by the certifier (date)". */
function missingByHeading(paths: readonly string[]): string {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const section = sectionOf(path);
    const group = section ? `${section} ${HEADINGS[section - 1]}` : 'Other';
    groups.set(group, [...(groups.get(group) ?? []), labelOf(path).toLowerCase()]);
  }
  const order = [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
  return order.map(([group, labels]) => `${group} (${labels.join(', ')})`).join('; ');
}

function sectionOf(path: string): number | undefined {
  const item = ITEMS.find((candidate) => within(candidate.path, path));
  if (item) return item.section;
  return /^\/(cpsc_rules_cited|exclusions)/.test(path) ? 2 : undefined;
}

function labelOf(path: string): string {
  const item = ITEMS.find((candidate) => candidate.path === path);
  if (item) return item.label;
  if (ITEMS.some((candidate) => within(candidate.path, path))) return 'all items';
  return path.startsWith('/cpsc_rules_cited') ? 'rules cited' : path.split('/').slice(1).join(' ').replaceAll('_', ' ');
}
