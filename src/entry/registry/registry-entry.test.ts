/** Entries and their gaps. The table of gaps makes the file one of over 400 lines. */
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { NOW_MS } from '../../../test/support/certificate-fixtures.ts';
import { root } from '../../../test/support/paths.ts';
import { fileableBody, randomBody } from '../../../test/support/registry-requests.ts';
import { seededRandom } from '../../../test/support/seed.ts';
import type { GccRequest } from '../../domain/certificate.ts';
import { type FiledHistory, NOTHING_FILED } from '../../domain/filing.ts';
import { readRequest } from '../issue/validate.ts';
import { checkEnvelope } from './check-envelope.ts';
import { citationCodes } from './citation-codes.ts';
import { draftEntry } from './registry-entry.ts';
import { draftEnvelope, registryGaps } from './registry-envelope.ts';

const GCC_ID = '5f0c5e7e-8a3c-4a5e-9d57-0d6b2f3c1a11';
const parts = {
  line1: '12 Example Road',
  city: 'Ningbo',
  state_province: 'Zhejiang',
  postal_code: '315000',
  country: 'CN',
};

type Fileable = ReturnType<typeof fileableBody>;

const requestOf = (change: (body: Fileable) => void = () => {}): GccRequest => {
  const body = fileableBody();
  change(body);
  return readRequest(JSON.parse(JSON.stringify(body)), NOW_MS, 'v2');
};
const draft = (request: GccRequest, history: FiledHistory = NOTHING_FILED) =>
  draftEntry({ gccId: GCC_ID, request }, history, citationCodes(), NOW_MS);

test('a certificate is the entry that the sample shows', async () => {
  const sample = await Bun.file(join(root, 'test/fixtures/registry/valid-1-helmet.json')).json();
  // Nobody stated that the whole product was tested, so it is not said.
  delete sample.productList[0].coreProduct.labs[0].isComponent;
  const request = requestOf((body) => {
    Object.assign(body.product_info, {
      trade_name: 'Northwind',
      description: 'In-mould helmet with rear dial, sizes M and L',
      color: 'Black',
    });
    body.testing_labs[0]!.phone = '+86 574 5550 0100';
  });
  expect({ productList: [draft(request).entry] }).toEqual(sample);
});

/** What takes the place of a field, and the gap that names it. The request without the change has no gap. */
const GAPS: [name: string, change: (body: Fileable) => void, field: string, reason: RegExp][] = [
  [
    'no telephone',
    (body) => delete body.manufacturer.phone,
    '/manufacturer/phone',
    /^Manufacturer Phone is missing\.$/,
  ],
  [
    'a long telephone',
    (body) => {
      body.manufacturer.phone = '5'.repeat(21);
    },
    '/manufacturer/phone',
    /21 characters, and at most 20 fit/,
  ],
  [
    'a long name',
    (body) => {
      body.product_info.name = 'n'.repeat(251);
    },
    '/product_info/name',
    /^Product Name \(Model\) has 251/,
  ],
  [
    'a long e-mail',
    (body) => {
      body.manufacturer.contact_email = `${'e'.repeat(40)}@mail.example`;
    },
    '/manufacturer/contact_email',
    /^Manufacturer Email has/,
  ],
  [
    'a quoted e-mail',
    (body) => {
      body.manufacturer.contact_email = '"a b"@mail.example';
    },
    '/manufacturer/contact_email',
    /is not an e-mail address/,
  ],
  [
    'a long city',
    (body) => {
      body.testing_labs[0]!.address_parts = { ...parts, city: 'c'.repeat(51) };
    },
    '/testing_labs/0/address_parts/city',
    /^Lab 1 City has 51/,
  ],
  [
    'no country code',
    (body) => {
      body.manufacturer.address_parts = { ...parts, country: 'EU' };
    },
    '/manufacturer/address_parts/country',
    /^Manufacturer Country is not a country/,
  ],
  [
    'a long postal code',
    (body) => {
      body.manufacturer.address_parts = { ...parts, postal_code: '12345678901' };
    },
    '/manufacturer/address_parts/postal_code',
    /^Manufacturer Zip/,
  ],
  [
    'a lot of nobody',
    (body) => delete body.product_info.lot_assigned_by,
    '/product_info/lot_assigned_by',
    /^Lot Number Assigned By is missing/,
  ],
  [
    'a long lot',
    (body) => {
      body.product_info.lot = 'l'.repeat(21);
    },
    '/product_info/lot',
    /^Lot Number has 21/,
  ],
  [
    'no keeper of records',
    (body) => {
      body.records_contact = {};
    },
    '/records_contact/role',
    /^Point of Contact \(POC\) for Test Result Records is missing/,
  ],
  [
    'a long party key',
    (body) => {
      body.manufacturer.alternate_id = 'k'.repeat(51);
    },
    '/manufacturer/alternate_id',
    /^Manufacturer Alternate ID has 51/,
  ],
  [
    'one key for two parties',
    (body) => {
      body.testing_labs[0]!.alternate_id = 'MKR-01';
    },
    '/testing_labs/0/alternate_id',
    /^Lab 1 Alternate ID stands for a party with other details/,
  ],
  [
    'a wrong GTIN',
    (body) => {
      body.product_info.gtin = '4006381333932';
    },
    '/product_info/gtin',
    /^Primary Product ID is not a GTIN/,
  ],
  [
    'a wrong UPC',
    (body) => void body.identifiers.push({ type: 'upc', value: '036000291453' }),
    '/identifiers/0/value',
    /is not a UPC/,
  ],
  [
    'no identifier that fits',
    (body) => {
      delete body.product_info.gtin;
      body.product_info.model = 'm'.repeat(20);
    },
    '/product_info/model',
    /^Primary Product ID needs an identifier of at most 19 characters/,
  ],
  [
    'a laboratory number of another kind',
    (body) => {
      body.testing_labs[0]!.cpsc_id = 'A2LA 1234.01';
    },
    '/testing_labs/0/cpsc_id',
    /four digits/,
  ],
  [
    'a foreign rule',
    (body) => {
      body.cpsc_rules_cited.push('EN 71-3');
      body.testing_labs[0]!.rules = [...body.cpsc_rules_cited];
    },
    '/cpsc_rules_cited/1',
    /^Lab 1 Citation Codes lack a code for this citation: it is not recognised/,
  ],
  [
    "a children's rule",
    (body) => {
      body.cpsc_rules_cited.push('16 CFR part 1501');
      body.testing_labs[0]!.rules = [...body.cpsc_rules_cited];
    },
    '/cpsc_rules_cited/1',
    /Children's Product Certificate/,
  ],
  [
    'a vacated rule',
    (body) => {
      body.cpsc_rules_cited.push('16 CFR part 1260');
      body.testing_labs[0]!.rules = [...body.cpsc_rules_cited];
    },
    '/cpsc_rules_cited/1',
    /vacated/,
  ],
  [
    'a section without a code',
    (body) => {
      body.cpsc_rules_cited.push('16 CFR 1203.9999');
      body.testing_labs[0]!.rules = [...body.cpsc_rules_cited];
    },
    '/cpsc_rules_cited/1',
    /no code is known for it, but for 16 CFR part 1203/,
  ],
  [
    'a statute without a code',
    (body) => {
      body.cpsc_rules_cited.push('15 U.S.C. 2056e');
      body.testing_labs[0]!.rules = [...body.cpsc_rules_cited];
    },
    '/cpsc_rules_cited/1',
    /no code is known/,
  ],
  [
    'a rule that nobody tested',
    (body) => void body.cpsc_rules_cited.push('16 CFR part 1512'),
    '/cpsc_rules_cited/1',
    /no laboratory tested/,
  ],
  [
    'an exclusion that is a rule',
    (body) => void body.exclusions.push({ citation: '16 CFR part 1610', basis: 'x' }),
    '/exclusions/0/citation',
    /it is a rule, not a testing exclusion/,
  ],
  [
    'an exclusion cited as a rule',
    (body) => {
      body.cpsc_rules_cited.push('16 CFR 1610.1(d)(1)');
      body.testing_labs[0]!.rules = [...body.cpsc_rules_cited];
    },
    '/cpsc_rules_cited/1',
    /it is a testing exclusion, not a rule/,
  ],
  [
    "a children's exclusion",
    (body) => void body.exclusions.push({ citation: '16 CFR 1500.91', basis: 'x' }),
    '/exclusions/0/citation',
    /children's products only/,
  ],
  [
    'a laboratory without a rule',
    (body) => void body.testing_labs.push({ ...body.testing_labs[0]!, rules: [] }),
    '/testing_labs/1/rules',
    /^Lab 2 Citation Codes are missing/,
  ],
  [
    'a long component',
    (body) => {
      body.product_info.style = 's'.repeat(51);
    },
    '/product_info/style',
    /^Product\/Model Style has 51/,
  ],
];

describe('gaps', () => {
  test('the request of the table has none', () => {
    expect(draft(requestOf()).gaps).toEqual([]);
  });

  test.each(GAPS)('%s is the one gap', (_, change, field, reason) => {
    expect(draft(requestOf(change)).gaps).toEqual([{ field, reason: expect.stringMatching(reason), for: 'registry' }]);
  });

  test('an address in one text lacks each part that the registry asks for', () => {
    const gaps = registryGaps(
      requestOf((body) => {
        delete body.manufacturer.address_parts;
        body.manufacturer.address = '12 Example Road, Ningbo';
      }),
      NOW_MS,
    );
    expect(gaps.map(({ field }) => field)).toEqual(
      ['line1', 'city', 'country', 'postal_code'].map((part) => `/manufacturer/address_parts/${part}`),
    );
  });

  test('neither laboratory nor exclusion: all that is missing is named', () => {
    const gaps = registryGaps(
      requestOf((body) => void Object.assign(body, { testing_labs: [] })),
      NOW_MS,
    );
    expect(gaps.map(({ field }) => field)).toEqual([
      '/cpsc_rules_cited/0',
      '/testing_labs',
      '/testing_labs',
      '/exclusions',
    ]);
  });

  test('a request of version 1 can lack a lot, and every reason names its field', () => {
    const request = readRequest(
      {
        product_info: { name: 'Helmet', model: 'M', date_of_manufacture: '2026-03-01', place_of_manufacture: 'Ningbo' },
        manufacturer: { name: 'N', address: 'A', contact_email: 'a@b.example' },
        testing_lab: { name: 'L', test_date: '2026-02-01' },
      },
      NOW_MS,
    );
    expect(registryGaps(request, NOW_MS).map(({ field }) => field)).toEqual([
      '/cpsc_rules_cited',
      '/manufacturer/address_parts/line1',
      '/manufacturer/address_parts/city',
      '/manufacturer/address_parts/country',
      '/manufacturer/address_parts/postal_code',
      '/manufacturer/phone',
      '/testing_lab/address_parts/line1',
      '/testing_lab/address_parts/city',
      '/testing_lab/address_parts/country',
      '/testing_lab/address_parts/postal_code',
      '/testing_lab/phone',
      '/testing_lab/email',
      '/records_contact/role',
    ]);
  });

  const told = (change: (body: Fileable) => void) =>
    registryGaps(requestOf(change), NOW_MS).map(({ field, reason }) => [field, reason]);

  test('a party that stands at two places lacks what it lacks at both', () => {
    const lacking = told((body) => {
      delete body.manufacturer.phone;
      const { name, contact_email: email } = body.manufacturer;
      body.testing_labs = [{ name, address_parts: parts, email, test_date: '2026-02-01' }] as never;
      Object.assign(body.manufacturer, { address_parts: parts, alternate_id: undefined });
    });
    expect(lacking).toEqual([
      ['/manufacturer/phone', 'Manufacturer Phone is missing.'],
      ['/testing_labs/0/phone', 'Lab 1 Phone is missing.'],
    ]);
  });

  test('a key of another party hides neither its length nor what that party lacks', () => {
    const key = 'k'.repeat(51);
    const lacking = told((body) => {
      body.manufacturer.alternate_id = key;
      Object.assign(body.testing_labs[0]!, { alternate_id: key, phone: undefined });
    });
    expect(lacking.map(([field]) => field)).toEqual([
      '/testing_labs/0/alternate_id',
      '/manufacturer/alternate_id',
      '/testing_labs/0/alternate_id',
      '/testing_labs/0/phone',
    ]);
  });

  test('a party that an earlier certificate of the envelope lacks something of lacks it in the later one too', () => {
    const request = requestOf((body) => delete body.manufacturer.phone);
    const { drafts } = draftEnvelope(
      [
        { gccId: GCC_ID, request },
        { gccId: GCC_ID.replace('5', '6'), request },
      ],
      NOTHING_FILED,
      citationCodes(),
      NOW_MS,
    );
    for (const { gaps } of drafts) expect(gaps.map(({ field }) => field)).toContain('/manufacturer/phone');
  });

  test('of a name and its English, the one that is filed is named', () => {
    const long = 'e'.repeat(251);
    const lacking = told((body) => {
      Object.assign(body.product_info, { name_en: long, description: 'short', description_en: long });
      Object.assign(body.manufacturer, { name_en: long });
      Object.assign(body.testing_labs[0]!, { name_en: long });
    });
    expect(lacking.map(([field]) => field)).toEqual([
      '/product_info/name_en',
      '/product_info/description_en',
      '/manufacturer/name_en',
      '/testing_labs/0/name_en',
    ]);
  });

  test('a rule that nobody tested and that has no code lacks both', () => {
    const lacking = told((body) => void body.cpsc_rules_cited.push('EN 71-3'));
    expect(lacking).toEqual([
      ['/cpsc_rules_cited/1', expect.stringContaining('no laboratory tested')],
      ['/cpsc_rules_cited/1', expect.stringContaining('not recognised as a citation')],
    ]);
  });

  test('an identifier that is too long and no GTIN either is both', () => {
    const lacking = told((body) => {
      body.product_info.gtin = '1'.repeat(25);
      body.product_info.model = 'm'.repeat(20);
    });
    expect(lacking).toEqual([
      ['/product_info/gtin', expect.stringContaining('at most 19 characters')],
      ['/product_info/gtin', expect.stringContaining('is not a GTIN')],
    ]);
  });

  test('an exclusion without a code asks for no laboratory', () => {
    const lacking = told((body) => {
      body.testing_labs = [];
      body.cpsc_rules_cited = ['16 CFR part 1610'];
      body.exclusions.push({ citation: '16 CFR 1610.1(d)(3)', basis: 'x' });
    });
    expect(lacking).toEqual([['/exclusions/0/citation', expect.stringContaining('no code is known')]]);
  });

  test('without a rule, a laboratory and an exclusion, the rule is named too', () => {
    const lacking = told((body) => {
      body.testing_labs = [];
      body.cpsc_rules_cited = [];
    });
    expect(lacking).toEqual([
      ['/cpsc_rules_cited', 'Lab 1 Citation Codes are missing: no rule is cited.'],
      ['/testing_labs', 'Last Test Date is missing.'],
      ['/testing_labs', 'Labs are missing.'],
      ['/exclusions', 'Exemptions are missing.'],
    ]);
  });

  test('random requests without faults have none, and no gap repeats what the request says', () => {
    const random = seededRandom('registry gaps');
    for (let n = 0; n < 300; n++) {
      const request = readRequest(randomBody(random, { rate: 0 }), NOW_MS, 'v2');
      expect({ request, gaps: draft(request).gaps }).toEqual({ request, gaps: [] });
    }
    for (let n = 0; n < 300; n++) {
      const request = readRequest(randomBody(random, { rate: 0.1 }), NOW_MS, 'v2');
      const { gaps, entry } = draft(request);
      for (const { field, reason } of gaps) {
        expect(field).toMatch(/^\/[a-z]/);
        expect(reason).toMatch(/^[A-Z]?[\w/ ()-]+ (?:is|are|has|have|lack|needs|must|stands|lies) .*\.$/);
      }
      // A gap is there if and only if the import format is broken or a citation has no code.
      const violations = checkEnvelope({ productList: [entry] }, NOW_MS);
      if (gaps.length === 0) expect(violations).toEqual([]);
    }
  });
});

describe('the invalid samples are gaps', () => {
  const fields = (change: (body: Fileable) => void) => draft(requestOf(change)).gaps.map(({ field }) => field);

  test('formats', () => {
    const gaps = fields((body) => {
      delete body.product_info.gtin;
      body.product_info.model = 'HELMET-MRD-M-BLACK-2026';
      Object.assign(body, { testing_labs: [], cpsc_rules_cited: [] });
    });
    expect(gaps).toEqual(['/cpsc_rules_cited', '/product_info/model', '/testing_labs', '/testing_labs', '/exclusions']);
  });

  test('parties', () => {
    const gaps = fields((body) => {
      body.product_info.gtin = '4006381333932';
      delete body.product_info.lot_assigned_by;
      body.manufacturer = { name: 'N', address: 'A', contact_email: '"a b"@c.example' };
      body.testing_labs[0] = { ...body.testing_labs[0], cpsc_id: 'A2LA 1234.01', rules: [] };
      Object.assign(body, { cpsc_rules_cited: [], records_contact: {} });
    });
    expect(gaps.toSorted()).toEqual(
      [
        '/cpsc_rules_cited',
        '/manufacturer/address_parts/line1',
        '/manufacturer/address_parts/city',
        '/manufacturer/address_parts/country',
        '/manufacturer/address_parts/postal_code',
        '/manufacturer/contact_email',
        '/manufacturer/phone',
        '/product_info/gtin',
        '/product_info/lot_assigned_by',
        '/records_contact/role',
        '/testing_labs/0/cpsc_id',
        '/testing_labs/0/rules',
      ].toSorted(),
    );
  });

  test('envelope: a product and version twice', () => {
    const certificates = [GCC_ID, crypto.randomUUID()].map((gccId) => ({ gccId, request: requestOf() }));
    const { drafts, envelope } = draftEnvelope(certificates, NOTHING_FILED, citationCodes(), NOW_MS);
    expect(envelope).toBeUndefined();
    expect(drafts.map(({ gaps }) => gaps.map(({ field }) => field))).toEqual([[], ['/product_info/version_id']]);
  });
});

describe('identifiers', () => {
  const core = (change: (body: Fileable) => void) => draft(requestOf(change)).entry.coreProduct;

  test('the first of GTIN, SKU and model that fits is the primary one, and the others are kept', () => {
    expect(core((body) => Object.assign(body.product_info, { gtin: undefined, sku: 's'.repeat(20) }))).toMatchObject({
      primaryProductId: 'HLM-7',
      primaryProductIdType: 'Model #',
      identifiers: [{ identifier: 's'.repeat(20), identType: 'SKU' }],
    });
  });

  test('one that fits nowhere is named as left out, and the same one is not said twice', () => {
    const { entry, leftOut, gaps } = draft(
      requestOf((body) => {
        body.product_info.model = 'm'.repeat(51);
        body.identifiers.push({ type: 'gtin', value: '4006381333931' }, { type: 'serial', value: '7' });
      }),
    );
    expect(gaps).toEqual([]);
    expect(entry.coreProduct.identifiers).toEqual([{ identifier: '7', identType: 'Serial #' }]);
    expect(leftOut).toEqual([{ field: '/product_info/model', reason: expect.stringContaining('Longer') }]);
  });
});

describe('parties and versions', () => {
  test('keys are derived from the whole party, fit, and are the same every time', () => {
    const without = (body: Fileable) => {
      delete body.manufacturer.alternate_id;
      delete body.product_info.version_id;
    };
    const { coreProduct } = draft(requestOf(without)).entry;
    expect(coreProduct).toEqual(draft(requestOf(without)).entry.coreProduct);
    expect(coreProduct.versionId).toMatch(/^V[A-Z2-7]{18}$/);
    expect(coreProduct.manufacturer.alternateId).toMatch(/^P-[A-Z2-7]{26}$/);
    const moved = draft(
      requestOf((body) => {
        without(body);
        body.manufacturer.phone = '+86 574 5550 0199';
      }),
    ).entry.coreProduct;
    expect(moved.manufacturer.alternateId).not.toBe(coreProduct.manufacturer.alternateId);
    const other = draftEntry(
      { gccId: crypto.randomUUID(), request: requestOf(without) },
      NOTHING_FILED,
      citationCodes(),
      NOW_MS,
    );
    expect(other.entry.coreProduct.versionId).not.toBe(coreProduct.versionId);
  });

  test('a party is new once in an envelope', () => {
    const second = requestOf((body) => {
      body.product_info.version_id = 'V2';
    });
    const certificates = [
      { gccId: GCC_ID, request: requestOf() },
      { gccId: crypto.randomUUID(), request: second },
    ];
    const { envelope } = draftEnvelope(certificates, NOTHING_FILED, citationCodes(), NOW_MS);
    expect(envelope!.productList.map(({ directives }) => directives)).toEqual([
      {
        productUpdate: 'N',
        manufacturer: { isNew: 'Y', alternateId: 'MKR-01' },
        labs: [{ isNew: 'Y', alternateId: 'LAB-01' }],
        poc: { isNew: 'N' },
      },
      {
        productUpdate: 'Y',
        versionIdToUpdate: 'V1',
        manufacturer: { isNew: 'N', alternateId: 'MKR-01' },
        labs: [{ isNew: 'N', alternateId: 'LAB-01' }],
        poc: { isNew: 'N' },
      },
    ]);
  });

  test('what was filed before is looked up, unless the details differ', () => {
    const first = draft(requestOf());
    const parties = new Map([
      ['MKR-01', first.parties.manufacturer.contentSha256],
      ['LAB-01', undefined],
    ]);
    const versions = new Map([['4006381333931', [{ versionId: 'V0', gccId: 'another' }]]]);
    const again = draft(requestOf(), { parties, versions });
    expect(again.gaps).toEqual([]);
    expect(again.entry.directives).toMatchObject({
      productUpdate: 'Y',
      versionIdToUpdate: 'V0',
      manufacturer: { isNew: 'N' },
      labs: [{ isNew: 'N' }],
    });
    const moved = draft(
      requestOf((body) => {
        body.manufacturer.phone = '+86 574 5550 0199';
      }),
      { parties, versions: new Map([['4006381333931', [{ versionId: 'V1', gccId: 'another' }]]]) },
    );
    expect(moved.gaps.map(({ field }) => field)).toEqual(['/manufacturer/alternate_id', '/product_info/version_id']);
  });
});

test('who assigned a lot is left out where there is no lot, and named', () => {
  const { entry, gaps, leftOut } = draft(requestOf((body) => delete body.product_info.lot));
  expect(gaps).toEqual([]);
  expect(entry.coreProduct).not.toHaveProperty('lotNumberAssignedBy');
  expect(leftOut).toEqual([{ field: '/product_info/lot_assigned_by', reason: 'There is no lot number.' }]);
});

test('a product whose every rule is excluded needs no laboratory and no date', () => {
  const { entry, gaps, inferredCodes } = draft(
    requestOf((body) => {
      body.cpsc_rules_cited = ['16 CFR part 1610'];
      body.exclusions.push({ citation: '16 CFR 1610.1(d)(1)', basis: 'Plain fabric of 3 ounces' });
      Object.assign(body, { testing_labs: [] });
    }),
  );
  expect(gaps).toEqual([]);
  expect(entry.coreProduct).not.toHaveProperty('labs');
  expect(entry.coreProduct).not.toHaveProperty('lastTestDate');
  expect(entry.directives).not.toHaveProperty('labs');
  expect(entry.coreProduct.exemptions).toEqual(['1610.1(d)(1)']);
  // Seen in a public client.
  expect(inferredCodes).toEqual([]);
});

test('laboratories: the latest date, each with its rules, and one known by its CPSC number without name and address', () => {
  const { entry, gaps, leftOut, inferredCodes } = draft(
    requestOf((body) => {
      body.cpsc_rules_cited.push('16 CFR part 1512');
      body.testing_labs.push({
        ...body.testing_labs[0]!,
        alternate_id: 'LAB-02',
        cpsc_id: '1234',
        test_date: '2026-04-01',
        rules: ['16 CFR part 1512'],
        component: 'Front fork',
      });
    }),
  );
  expect(gaps).toEqual([]);
  expect(entry.coreProduct.lastTestDate).toBe('04/01/2026');
  expect(entry.coreProduct.labs).toMatchObject([
    { type: 'LAB', citationCodes: ['1203'] },
    { type: 'ITL', cpscId: '1234', citationCodes: ['1512'], isComponent: true, componentDescription: 'Front fork' },
  ]);
  expect(entry.coreProduct.labs![0]).not.toHaveProperty('isComponent');
  expect(entry.coreProduct.labs![1]).not.toHaveProperty('name');
  expect(entry.directives.labs).toEqual([{ isNew: 'Y', alternateId: 'LAB-01' }, { isNew: 'N' }]);
  expect(leftOut.map(({ field }) => field)).toContain('/testing_labs/1/name');
  expect(inferredCodes).toEqual(['1203', '1512']);
});
