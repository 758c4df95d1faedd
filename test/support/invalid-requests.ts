import { type RequestBody, validBody } from './certificate-fixtures.ts';

function changed(change: (body: RequestBody) => unknown): unknown {
  const body = validBody();
  change(body);
  return body;
}
const product = (fields: object) => changed((body) => Object.assign(body.product_info, fields));
const manufacturer = (fields: object) => changed((body) => Object.assign(body.manufacturer, fields));
const lab = (fields: object) => changed((body) => Object.assign(body.testing_lab, fields));
const top = (fields: object) => changed((body) => Object.assign(body, fields));

const IDENTIFIERS = ['/product_info/model', '/product_info/sku'];

/** Well-formed JSON with invalid content, and every path that must be reported, in the order of the schema. */
export const INVALID_REQUESTS: [name: string, body: unknown, paths: string[]][] = [
  ['a list', [], ['']],
  ['null', null, ['']],
  ['a string', 'certificate', ['']],
  ['nothing at all', {}, ['/product_info', '/manufacturer', '/testing_lab']],
  ['no product', changed((body) => Reflect.deleteProperty(body, 'product_info')), ['/product_info']],
  ['a product that is text', top({ product_info: 'helmet' }), ['/product_info']],
  ['a manufacturer that is a list', top({ manufacturer: [] }), ['/manufacturer']],
  ['a laboratory that is null', top({ testing_lab: null }), ['/testing_lab']],
  [
    'empty objects',
    { product_info: {}, manufacturer: {}, testing_lab: {} },
    [
      '/product_info/name',
      '/product_info/date_of_manufacture',
      '/product_info/place_of_manufacture',
      '/manufacturer/name',
      '/manufacturer/address',
      '/manufacturer/contact_email',
      '/testing_lab/name',
      '/testing_lab/test_date',
      ...IDENTIFIERS,
    ],
  ],
  ['a name that is a number', product({ name: 7 }), ['/product_info/name']],
  ['a name of invisible characters', product({ name: ' \u200b\ufeff\u3164' }), ['/product_info/name']],
  ['a name too long', product({ name: 'x'.repeat(1001) }), ['/product_info/name']],
  ['neither model nor SKU', product({ model: undefined }), IDENTIFIERS],
  ['an empty model and no SKU', product({ model: '' }), IDENTIFIERS],
  ['a model that is a number, reported once', product({ model: 5 }), ['/product_info/model']],
  ['a SKU too long beside a valid model', product({ sku: 's'.repeat(201) }), ['/product_info/sku']],
  ['an optional field that is null', product({ lot: null }), ['/product_info/lot']],
  ['no place', product({ place_of_manufacture: undefined }), ['/product_info/place_of_manufacture']],
  ['a day that does not exist', product({ date_of_manufacture: '2026-02-30' }), ['/product_info/date_of_manufacture']],
  ['a date-time', lab({ test_date: '2025-02-20T00:00:00Z' }), ['/testing_lab/test_date']],
  ['a date as a number', lab({ test_date: 20250220 }), ['/testing_lab/test_date']],
  ['a test in the future', lab({ test_date: '2026-12-01' }), ['/testing_lab/test_date']],
  ['an address too long', manufacturer({ address: 'x'.repeat(4001) }), ['/manufacturer/address']],
  ['an e-mail address without a domain', manufacturer({ contact_email: 'qa@harbor' }), ['/manufacturer/contact_email']],
  ['an empty e-mail address', manufacturer({ contact_email: '' }), ['/manufacturer/contact_email']],
  ['an accreditation that is an object', lab({ accreditation_id: { id: 1 } }), ['/testing_lab/accreditation_id']],
  ["a laboratory's invalid e-mail address", lab({ email: 'lab' }), ['/testing_lab/email']],
  ['rules that are text', top({ cpsc_rules_cited: '16 CFR part 1203' }), ['/cpsc_rules_cited']],
  ['101 rules', top({ cpsc_rules_cited: Array(101).fill('16 CFR part 1203') }), ['/cpsc_rules_cited']],
  [
    'invalid rules among valid ones',
    top({ cpsc_rules_cited: ['16 CFR part 1203', '', 4, 'x'.repeat(301), null] }),
    ['/cpsc_rules_cited/1', '/cpsc_rules_cited/2', '/cpsc_rules_cited/3', '/cpsc_rules_cited/4'],
  ],
  ['a certifier that is text', top({ certifier: 'us' }), ['/certifier']],
  ["a certifier's invalid e-mail address", top({ certifier: { email: 'x@y' } }), ['/certifier/email']],
  [
    'a records contact of wrong types',
    top({ records_contact: { name: 1, phone: 2 } }),
    ['/records_contact/name', '/records_contact/phone'],
  ],
  ['an exclusion without a basis', top({ exclusions: [{ citation: '16 CFR 1610.1(d)(1)' }] }), ['/exclusions/0/basis']],
  ['an exclusion that is text', top({ exclusions: ['16 CFR 1610.1(d)(1)'] }), ['/exclusions/0']],
  [
    'an attestation that is yes',
    top({ attestation: { accepted: 'yes', date: 'today' } }),
    ['/attestation/date', '/attestation/accepted'],
  ],
  [
    'too much text in total, although no field is too long',
    top({ cpsc_rules_cited: Array(100).fill('鋼'.repeat(300)), certifier: { address: 'x'.repeat(1900) } }),
    [''],
  ],
  [
    'too many line breaks in total',
    top({ exclusions: Array(6).fill({ citation: '16 CFR 1610', basis: 'x\n'.repeat(90) }) }),
    [''],
  ],
  [
    'faults of every kind at once',
    {
      product_info: { name: 1, sku: '', date_of_manufacture: '2025-02-29', place_of_manufacture: '\n' },
      manufacturer: 'x',
      testing_lab: { name: 'ok', test_date: '1899-01-01' },
      cpsc_rules_cited: {},
    },
    [
      '/product_info/name',
      '/product_info/date_of_manufacture',
      '/product_info/place_of_manufacture',
      '/manufacturer',
      '/testing_lab/test_date',
      '/cpsc_rules_cited',
      ...IDENTIFIERS,
    ],
  ],
];
