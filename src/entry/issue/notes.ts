/** Notes on a valid request. They are printed on the certificate, never refuse a request and never change its state. */
import { type GccRequest, labsOf, type Note } from '../../domain/certificate.ts';
import { rowOf } from '../registry/fields.ts';
import { citationNotes } from './citations.ts';

/** Products made from this day on need a certificate (CPSIA, Pub. L. 110-314 § 102). */
const CERTIFICATES_SINCE = '2008-11-12';
const OLD_TEST_YEARS = 2;
/** Maximum lengths that public clients of the eFiling Product Registry enforce. We did not find CPSC's own document. */
const REGISTRY_NAME_MAX = rowOf('/productList/0/coreProduct/name')!.max!;
const REGISTRY_PARTY_MAX = rowOf('/productList/0/coreProduct/manufacturer/name')!.max!;

export function requestNotes(request: GccRequest): Note[] {
  return [...productNotes(request), ...labNotes(request), ...citationNotes(request.cpsc_rules_cited)];
}

function productNotes({ product_info: product, manufacturer }: GccRequest): Note[] {
  const notes: Note[] = [];
  const note = (path: string, kind: string, message: string) => notes.push({ path, kind, message });
  // A month is earlier only if all its days are.
  const made = product.date_of_manufacture;
  if (made < CERTIFICATES_SINCE.slice(0, made.length)) {
    note(
      '/product_info/date_of_manufacture',
      'before_certificates',
      `Made before ${CERTIFICATES_SINCE}, when certificates began to be required.`,
    );
  }
  if (product.gtin !== undefined && !isGtin(product.gtin)) {
    note('/product_info/gtin', 'gtin', 'Not a GTIN: 8, 12, 13 or 14 digits, the last of which checks the others.');
  }
  // A SKU need not be a GTIN. One that looks like a GTIN but has a wrong check digit is probably mistyped.
  if (product.sku !== undefined && /^(?:\d{8}|\d{12,14})$/.test(product.sku) && !isGtin(product.sku)) {
    note('/product_info/sku', 'gtin', 'Has the length of a GTIN, but its check digit does not fit.');
  }
  if ([...product.name].length > REGISTRY_NAME_MAX) {
    note(
      '/product_info/name',
      'registry_length',
      `Longer than the ${REGISTRY_NAME_MAX} characters known of the CPSC Product Registry.`,
    );
  }
  if ([...manufacturer.name].length > REGISTRY_PARTY_MAX) {
    note(
      '/manufacturer/name',
      'registry_length',
      `Longer than the ${REGISTRY_PARTY_MAX} characters known of the CPSC Product Registry.`,
    );
  }
  return notes;
}

function labNotes(request: GccRequest): Note[] {
  const notes: Note[] = [];
  const made = request.product_info.date_of_manufacture;
  const oldest = String(Number(made.slice(0, 4)) - OLD_TEST_YEARS).padStart(4, '0') + made.slice(4);
  for (const { path, lab } of labsOf(request)) {
    // Only a note: no interval between tests is prescribed for a GCC, and a test before or after manufacture is lawful.
    if (lab.test_date < oldest) {
      const message = `Tested more than ${OLD_TEST_YEARS} years before manufacture.`;
      notes.push({ path: `${path}/test_date`, kind: 'old_test', message });
    }
    if (lab.cpsc_id !== undefined && !isCpscLabId(lab.cpsc_id)) {
      const message = 'CPSC laboratory numbers are known to have four digits.';
      notes.push({ path: `${path}/cpsc_id`, kind: 'lab_id', message });
    }
  }
  return notes;
}

/** The check digit of GS1 General Specifications, 7.9: weights 3 and 1 from the right. */
export function isGtin(text: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(text)) return false;
  let sum = 0;
  for (const [index, digit] of [...text].reverse().entries()) sum += Number(digit) * (index % 2 === 0 ? 1 : 3);
  return sum % 10 === 0;
}

export function isCpscLabId(text: string): boolean {
  return /^\d{4}$/.test(text);
}
