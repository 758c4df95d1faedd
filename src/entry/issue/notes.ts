/** Notes on a valid request. They are printed on the certificate and never refuse a request. */
import { type GccRequest, labsOf, type Note } from '../../domain/certificate.ts';
import { citationNotes, parseCitation } from './citations.ts';

/** Products made from this day on need a certificate (CPSIA, Pub. L. 110-314 § 102). */
const CERTIFICATES_SINCE = '2008-11-12';
const OLD_TEST_YEARS = 2;
/** Maximum lengths that public clients of the eFiling Product Registry enforce. We did not find CPSC's own document. */
export const REGISTRY_NAME_MAX = 250;
export const REGISTRY_PARTY_MAX = 100;

export function requestNotes(request: GccRequest): Note[] {
  return [...productNotes(request), ...labNotes(request), ...languageNotes(request), ...ruleNotes(request)];
}

function productNotes({ product_info: product, manufacturer }: GccRequest): Note[] {
  const notes: Note[] = [];
  const note = (path: string, kind: string, message: string) => notes.push({ path, kind, message });
  if (product.date_of_manufacture < CERTIFICATES_SINCE) {
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

/** 15 U.S.C. 2063(g)(2): the content must be in English. The same content in another language may be added. */
function languageNotes(request: GccRequest): Note[] {
  const { product_info: product, manufacturer, certifier, records_contact: records } = request;
  const texts: Record<string, string | undefined> = {
    '/product_info/name': product.name,
    '/product_info/place_of_manufacture': product.place_of_manufacture,
    '/manufacturer/name': manufacturer.name,
    '/manufacturer/address': manufacturer.address,
    ...Object.fromEntries(
      labsOf(request).flatMap(({ path, lab }) => [
        [`${path}/name`, lab.name],
        [`${path}/address`, lab.address],
        [`${path}/test_place`, lab.test_place],
      ]),
    ),
    '/certifier/name': certifier?.name,
    '/certifier/address': certifier?.address,
    '/records_contact/name': records?.name,
    '/records_contact/address': records?.address,
  };
  return Object.entries(texts)
    .filter(([, text]) => text !== undefined && /\p{L}/u.test(text) && !/\p{Script=Latin}/u.test(text))
    .map(([path]) => ({
      path,
      kind: 'english',
      message: 'Required content must also stand in English (15 U.S.C. 2063(g)(2)).',
    }));
}

function ruleNotes({ cpsc_rules_cited: cited, exclusions }: GccRequest): Note[] {
  const unknown = exclusions.flatMap(({ citation }, position) =>
    parseCitation(citation)
      ? []
      : [
          {
            path: `/exclusions/${position}/citation`,
            kind: 'unknown',
            message: 'Not recognised as a citation. Printed as given.',
          },
        ],
  );
  return [...citationNotes(cited), ...unknown];
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
