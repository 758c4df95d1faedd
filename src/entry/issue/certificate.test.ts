import { describe, expect, test } from 'bun:test';
import { NOW_MS, REQUESTS, type RequestBody, validBody } from '../../../test/support/certificate-fixtures.ts';
import { attachedRecord, RECORD_SCHEMA, RECORD_VERSION } from './attached-record.ts';
import { makeCertificate, verifyUrlOf } from './certificate.ts';
import { evaluate } from './evaluation.ts';
import { CSV_HEADER, exportedRecord, exportedRow } from './export.ts';
import { isGtin } from './notes.ts';
import { readRequest } from './validate.ts';

const GCC_ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

function certificateOf(body: unknown) {
  return makeCertificate(readRequest(body, NOW_MS), {
    gccId: GCC_ID,
    issuedAtMs: NOW_MS,
    verifyUrl: verifyUrlOf('https://portside.example/', GCC_ID),
  });
}

function changed(change: (body: RequestBody) => void) {
  const body = validBody();
  change(body);
  return certificateOf(body);
}

const STATED = REQUESTS.find(([name]) => name.includes('complete-every-optional-field'))?.[1] as RequestBody;

describe('missing items', () => {
  test('of a request with only the required fields', () => {
    expect(certificateOf(validBody()).missing).toEqual([
      '/cpsc_rules_cited',
      '/certifier',
      '/records_contact',
      '/manufacturer/phone',
      '/testing_lab/test_place',
      '/testing_lab/address',
      '/testing_lab/email',
      '/testing_lab/phone',
      '/attestation',
    ]);
  });

  test('of a request that states everything: none', () => expect(certificateOf(STATED).missing).toEqual([]));

  test.each<[change: (body: RequestBody) => void, missing: string[]]>([
    [
      (body) => Object.assign(body, { certifier: { name: 'X' } }),
      ['/certifier/address', '/certifier/email', '/certifier/phone'],
    ],
    [(body) => Object.assign(body, { attestation: { name: 'X', accepted: false } }), ['/attestation/accepted']],
    [(body) => Object.assign(body, { attestation: { accepted: true } }), ['/attestation/name']],
    // Without its date or statement, the attestation is stated with a defect.
    [(body) => Object.assign(body, { attestation: { name: 'X', accepted: true } }), []],
    [(body) => Object.assign(body, { cpsc_rules_cited: [] }), ['/cpsc_rules_cited']],
    [(body) => Object.assign(body, { cpsc_rules_cited: ['Complies with all CPSC rules'] }), ['/cpsc_rules_cited']],
    [
      (body) => Object.assign(body, { cpsc_rules_cited: ['None', 'Meets every 2026 standard', 'CPSIA compliant'] }),
      ['/cpsc_rules_cited'],
    ],
    [(body) => Object.assign(body, { cpsc_rules_cited: ['Complies with all CPSC rules', '16 CFR 1203'] }), []],
    [(body) => Object.assign(body, { cpsc_rules_cited: ['16 CFR parts 1630 and 1631'] }), []],
    [
      (body) =>
        Object.assign(body, {
          cpsc_rules_cited: ['Complies with all CPSC rules'],
          exclusions: [{ citation: 'Exempt from all requirements', basis: 'Small' }],
        }),
      ['/cpsc_rules_cited'],
    ],
    [
      (body) =>
        Object.assign(body, {
          cpsc_rules_cited: [],
          exclusions: [{ citation: '16 CFR 1610.1(d)(1)', basis: 'Heavy' }],
        }),
      // An exclusion alone cites no rule.
      ['/cpsc_rules_cited'],
    ],
    [(body) => Reflect.deleteProperty(body, 'records_contact'), ['/records_contact']],
  ])('case %#', (change, missing) => {
    const body = structuredClone(STATED);
    change(body);
    expect(evaluate(readRequest(body, NOW_MS)).missing).toEqual(missing);
  });
});

test('a certificate contains the URL of its verify page', () => {
  expect(certificateOf(validBody()).verifyUrl).toBe(`https://portside.example/verify/${GCC_ID}`);
});

test('citations are shown as given, with a title only if it is verified', () => {
  const { citations } = changed((body) =>
    Object.assign(body, { cpsc_rules_cited: ['16 CFR pt. 1203', '16 CFR 1212', 'EN 71'] }),
  );
  expect(citations).toEqual([
    { text: '16 CFR pt. 1203', title: 'Safety standard for bicycle helmets' },
    { text: '16 CFR 1212' },
    { text: 'EN 71' },
  ]);
});

describe('notes', () => {
  test.each<[note: string, change: (body: RequestBody) => void]>([
    [
      '/product_info/date_of_manufacture before_certificates',
      (body) => Object.assign(body.product_info, { date_of_manufacture: '2008-11-11' }),
    ],
    ['/product_info/gtin gtin', (body) => Object.assign(body.product_info, { gtin: '4006381333932' })],
    ['/product_info/sku gtin', (body) => Object.assign(body.product_info, { sku: '036000291453' })],
    ['/product_info/name registry_length', (body) => Object.assign(body.product_info, { name: 'x'.repeat(251) })],
    ['/manufacturer/name registry_length', (body) => Object.assign(body.manufacturer, { name: 'x'.repeat(101) })],
    ['/testing_lab/test_date old_test', (body) => Object.assign(body.testing_lab, { test_date: '2023-03-13' })],
    ['/testing_lab/cpsc_id lab_id', (body) => Object.assign(body.testing_lab, { cpsc_id: '12345' })],
    ['/cpsc_rules_cited/0 unknown', (body) => Object.assign(body, { cpsc_rules_cited: ['EN 71'] })],
  ])('%s', (note, change) => {
    const notes = (certificate: ReturnType<typeof certificateOf>) =>
      certificate.notes.map(({ path, kind }) => `${path} ${kind}`);
    expect(notes(changed(change))).toContain(note);
    expect(notes(certificateOf(validBody()))).not.toContain(note);
  });

  test('of a month that ends after certificates began there is no note, and of the month before there is', () => {
    const kinds = (date_of_manufacture: string) => {
      const body = validBody();
      Object.assign(body.product_info, { date_of_manufacture });
      return evaluate(readRequest(body, NOW_MS, 'v2')).notes.map(({ kind }) => kind);
    };
    expect(kinds('2008-11')).not.toContain('before_certificates');
    expect(kinds('2008-10')).toContain('before_certificates');
    expect(kinds('2022-01')).toEqual([]);
  });

  test('a test at most two years before manufacture, on that day or later gets no note', () => {
    for (const test_date of ['2023-03-14', '2025-03-14', '2026-01-01']) {
      expect(changed((body) => Object.assign(body.testing_lab, { test_date })).notes).toEqual([]);
    }
  });
});

test.each([
  ['4006381333931', true],
  ['04006381333931', true],
  ['036000291452', true],
  ['96385074', true],
  ['4006381333930', false],
  ['400638133393', false],
  ['4006381333931 ', false],
  ['', false],
])('GTIN %p: %p', (text, valid) => {
  expect(isGtin(text)).toBe(valid);
});

describe('the attached record', () => {
  test('names its schema first, then what was evaluated', () => {
    const record = attachedRecord(certificateOf(STATED));
    expect(Object.keys(record).slice(0, 2)).toEqual(['schema', 'schemaVersion']);
    expect(RECORD_SCHEMA).toBe('urn:portside:gcc-record');
    expect(record).toMatchObject({
      schema: RECORD_SCHEMA,
      schemaVersion: RECORD_VERSION,
      state: 'stated',
      missing: [],
    });
    expect(attachedRecord(certificateOf(validBody()))).toMatchObject({ state: 'incomplete', notes: [] });
  });

  test.each(REQUESTS)('contains the whole request as JSON: %s', (_name, body) => {
    const record = attachedRecord(certificateOf(body));
    expect(JSON.parse(JSON.stringify(record)).request).toEqual(readRequest(body, NOW_MS));
  });
});

describe('CSV', () => {
  const stored = (body: unknown, revokedAtMs?: number) => ({
    gccId: GCC_ID,
    keyId: 'k',
    requestId: 'r',
    issuedAtMs: NOW_MS,
    verifyUrl: `https://once.example/verify/${GCC_ID}`,
    requestJson: JSON.stringify(readRequest(body, NOW_MS)),
    sha256: 'ab'.repeat(32),
    pdfBytes: 1,
    state: 'incomplete' as const,
    ...(revokedAtMs === undefined ? {} : { revokedAtMs }),
  });

  test('has as many cells in a row as in the header', () => {
    const row = exportedRow(exportedRecord(stored(validBody(), NOW_MS)));
    const cells = row.replace(/"[^"]*"/g, 'quoted').split(',');
    expect(cells).toHaveLength(CSV_HEADER.split(',').length);
    expect(row).toContain('2026-11-20T12:00:00.000Z');
    expect(row).toContain(`,https://once.example/verify/${GCC_ID},`);
    expect(row).toEndWith('\r\n');
  });

  test('quotes cells, and lets no cell run as a formula', () => {
    const body = validBody();
    Object.assign(body.product_info, { model: '=HYPERLINK("x")', name: '@SUM(1)', lot: '-1+cmd' });
    Object.assign(body.manufacturer, { phone: '+86 (755) 555-0188' });
    const row = exportedRow(exportedRecord(stored(body)));
    expect(row).toContain(`"'=HYPERLINK(""x"")"`);
    expect(row).toContain(`'@SUM(1)`);
    expect(row).toContain(`'-1+cmd`);
    expect(row).toContain(`,+86 (755) 555-0188,`);
  });
});
