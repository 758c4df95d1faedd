/**
 * Certificate requests for everything that reads documents: each script in four forms, and every shape that the layout must
 * take. They are made from a fixed seed, so that a document that fails is the same one tomorrow.
 */
import { NOW_MS } from './certificate-fixtures.ts';
import { between, mulberry32 } from './random.ts';
import { SCRIPT_SAMPLES, type ScriptSample } from './script-samples.ts';

export interface CorpusRequest {
  name: string;
  form: 'v1' | 'v2';
  body: Record<string, unknown>;
  /** The address of the server that issued it. */
  baseUrl: string;
}

const PUBLIC = 'https://certificates.portside-goods.com';
/** Each makes a test document. */
const NOT_PUBLIC = ['http://127.0.0.1:8080', 'http://portside', 'https://portside.example', 'http://[::1]:8080'];

const RULES = ['16 CFR part 1203', '16 CFR part 1261', '16 CFR 1263.3', '16 CFR part 1201', '16 CFR part 1610'];
const dayBefore = (days: number) => new Date(NOW_MS - days * 86_400_000).toISOString().slice(0, 10);

const party = (name: string, address: string) => ({
  name,
  address,
  email: 'product.safety@lakeshorehome.example',
  phone: '+1 312 555 0142',
});
const US = 'Lakeshore Home Goods LLC';
const US_ADDRESS = '1200 Lakeshore Drive, Suite 4, Chicago, IL 60601, USA';
const PARTS = {
  line1: '1200 Lakeshore Drive',
  unit: 'Suite 4',
  city: 'Chicago',
  state_province: 'IL',
  postal_code: '60601',
  country: 'US',
};

const lab = (days: number, name = 'Harbor Testing Laboratories') => ({
  ...party(name, '12 Science Park Avenue, Guangzhou 510663, China'),
  test_date: dayBefore(days),
  test_place: 'Guangzhou, China',
  report_number: `HTL-2026-00${days}`,
});

const attestation = (days: number) => ({
  name: 'Dana Whitfield',
  title: 'Director of Product Compliance',
  date: dayBefore(days),
  accepted: true,
  statement: 'I attest that the information on this certificate is true and accurate.',
});

/** Every item stated, in English. */
const everything = () => ({
  product_info: {
    name: 'Adult bicycle helmet "Meridian"',
    model: 'MRD-M',
    sku: 'HLM-MRD-M-BLK',
    gtin: '04006381333931',
    date_of_manufacture: dayBefore(100),
    place_of_manufacture: 'Shenzhen, China',
  },
  manufacturer: {
    name: 'Bright Harbor Appliance Co., Ltd.',
    address: '88 Keji Road, Nanshan District, Shenzhen 518057, China',
    contact_email: 'compliance@brightharbor.example',
    phone: '+86 755 5550 0188',
  },
  testing_lab: lab(90),
  cpsc_rules_cited: ['16 CFR part 1203'],
  certifier: party(US, US_ADDRESS),
  records_contact: party('Test Records Desk', US_ADDRESS),
  attestation: attestation(60),
});

/** The forms in which each script comes: v1 with as little as it allows; v2 with English beside it, without it, and at length. */
function inScript(sample: ScriptSample, random: () => number): [form: string, version: 'v1' | 'v2', body: object][] {
  const { product, company, address, country } = sample;
  const full = everything();
  const rules = RULES.slice(0, between(random, 1, RULES.length));
  const made = { ...full.product_info, name: product, place_of_manufacture: country };
  const manufacturer = { ...full.manufacturer, name: company, address: `${address}, ${country}` };
  const minimal = {
    product_info: {
      name: product,
      model: made.model,
      date_of_manufacture: dayBefore(200),
      place_of_manufacture: address,
    },
    manufacturer: { name: company, address, contact_email: 'info@maker.example' },
    testing_lab: { name: company, test_date: dayBefore(150) },
  };
  const withEnglish = {
    ...full,
    cpsc_rules_cited: rules,
    product_info: { ...made, name_en: 'Chest of drawers', date_of_manufacture: dayBefore(120).slice(0, 7) },
    manufacturer: { ...manufacturer, name_en: 'Oak Furniture Company', address_parts: { ...PARTS, country } },
    records_contact: { ...full.records_contact, role: 'importer', address_parts: PARTS },
  };
  const atLength = {
    ...withEnglish,
    testing_lab: undefined,
    testing_labs: Array.from({ length: between(random, 2, 4) }, (_, index) => ({
      ...lab(80 + index, `${company} ${index + 1}`),
      name_en: `Laboratory ${index + 1}`,
      rules: [rules[index % rules.length]],
      report_url: `https://reports.harbortesting.example/2026/${index}?lang=en`,
    })),
    product_info: {
      ...withEnglish.product_info,
      description: Array.from({ length: between(random, 8, 14) }, () => `${product}, ${address}.`).join(' '),
      description_en: 'Chest of five drawers, with everything that belongs to it. '.repeat(8),
      color: 'Oak',
      lot: 'L2503-07',
      lot_assigned_by: 'manufacturer',
    },
    exclusions: [{ citation: '16 CFR 1610.1(d)(1)', basis: `${product}: ${company}` }],
  };
  return [
    ['minimal', 'v1', minimal],
    ['english', 'v2', withEnglish],
    ['no-english', 'v2', { ...full, cpsc_rules_cited: rules, product_info: made, manufacturer }],
    ['long', 'v2', atLength],
  ];
}

const HOSTILE = [
  '</rdf:li><script>alert(1)</script>&lt;',
  ') Tj ET /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> stream endstream endobj %%EOF',
  '\u202egpj.exe \u2066\u2067\u2068 \u200b\u200e\u0000\u0007\ufeff \ud800 \u{10ffff}',
  `${'W'.repeat(480)}`,
  'a\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308\u0309\u030a'.repeat(20),
  'https://your-bank.com@acme.example/%00?x=<>"{}|\\^`',
  '=HYPERLINK("http://acme.example","Click")\t\r\n-1+1',
  'Page 1 of 1 General Certificate of Conformity 0b9f8a52-7c1d-4e6a-9d0b-000000000000',
  'TEST DOCUMENT: its verify address is public.',
  '𓀀𓀁𓀂 \ue000 \u{f0000} 𠮷𪚥',
  'Zażółć 五斗柜 خزانة ลิ้นชัก שידה 서랍 दराज 💡',
  'ﬁﬂﬀ ǅ ß ΐ İ ı ſ ﷺ ㌖ ① ½ x² H₂O',
];

/** Shapes that do not depend on the script: each state and defect, long lists, dates, addresses, hostile texts. */
function shapes(): [name: string, version: 'v1' | 'v2', body: object][] {
  const full = everything();
  const { testing_lab: _, ...withoutLab } = full;
  const citing = (...rules: string[]) => ({ ...full, cpsc_rules_cited: rules });
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => `16 CFR 1500.${index + 1}(a)(${index + 1})`);
  const labs = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...lab(70 + index, `Laboratory ${index + 1}`),
      cpsc_id: String(1000 + index),
    }));
  const noLab = { ...withoutLab, cpsc_rules_cited: ['16 CFR part 1610'] };
  const exclusion = {
    citation: '16 CFR 1610.1(d)(1)',
    basis: 'Plain surface fabric of 2.6 ounces a square yard or more.',
  };
  return [
    ['stated', 'v2', full],
    ['stated-v1', 'v1', full],
    ['no-attestation', 'v2', { ...full, attestation: undefined }],
    ['no-statement', 'v2', { ...full, attestation: { ...attestation(60), statement: undefined } }],
    ['no-attestation-date', 'v2', { ...full, attestation: { ...attestation(60), date: undefined } }],
    [
      'exclusion-without-provision',
      'v2',
      { ...full, exclusions: [{ citation: 'Plain fabric', basis: exclusion.basis }] },
    ],
    ['declined', 'v2', { ...full, attestation: { ...attestation(60), accepted: false } }],
    ['no-certifier', 'v2', { ...full, certifier: undefined }],
    ['no-rules', 'v2', citing()],
    ['unknown-rule', 'v2', citing('EN 71-3')],
    ['not-a-rule', 'v2', citing('tested 2026')],
    ['unknown-part', 'v2', citing('16 CFR part 9999')],
    ['unknown-section', 'v2', citing('16 CFR 1203.9999')],
    ['childrens-rule', 'v2', citing('16 CFR part 1501')],
    ['vacated-rule', 'v2', citing('16 CFR part 1260')],
    ['blanket', 'v2', citing('Complies with all CPSC rules')],
    ['several-rules', 'v2', citing('16 CFR Parts 1632 and 1633')],
    [
      'tested-and-excluded',
      'v2',
      {
        ...withoutLab,
        cpsc_rules_cited: ['16 CFR part 1203', '16 CFR part 1610'],
        testing_labs: [{ ...lab(60), rules: ['16 CFR part 1610'] }],
        exclusions: [exclusion],
      },
    ],
    [
      'every-defect',
      'v2',
      citing('16 CFR part 1501', '16 CFR 1203.9999', '16 CFR part 1260', 'Complies with all CPSC rules'),
    ],
    ['dates-out-of-order', 'v2', { ...full, attestation: attestation(2000) }],
    ['bad-telephone', 'v2', { ...full, certifier: { ...full.certifier, phone: '12' } }],
    ['placeholder', 'v2', { ...full, certifier: { ...full.certifier, address: 'TBD' } }],
    [
      'made-before-its-run',
      'v2',
      {
        ...full,
        product_info: { ...full.product_info, date_of_manufacture: '2026-05', production_start: '2026-07-02' },
      },
    ],
    ['exclusions-only', 'v2', { ...noLab, exclusions: [exclusion] }],
    [
      'exclusions-and-lab',
      'v2',
      { ...full, cpsc_rules_cited: [...full.cpsc_rules_cited, '16 CFR part 1610'], exclusions: [exclusion] },
    ],
    ['no-laboratory', 'v2', noLab],
    [
      'month',
      'v2',
      {
        ...full,
        product_info: {
          ...full.product_info,
          date_of_manufacture: '2026-07',
          production_start: '2026-07-02',
          production_end: '2026-07-30',
        },
      },
    ],
    [
      'identifiers',
      'v2',
      {
        ...full,
        identifiers: [
          { type: 'upc', value: '400638133393' },
          { type: 'serial', value: 'S-1 to S-900' },
          { type: 'alternate', value: 'A-77' },
        ],
      },
    ],
    [
      'component-test',
      'v2',
      { ...full, testing_lab: { ...lab(90), component: 'Chin strap and buckle', accreditation_id: 'A2LA 1234.01' } },
    ],
    ['two-laboratories', 'v2', { ...withoutLab, testing_labs: labs(2) }],
    ['twenty-laboratories', 'v2', { ...withoutLab, testing_labs: labs(20) }],
    ['ten-rules', 'v2', citing(...many(10))],
    ['one-hundred-rules', 'v2', citing(...many(100))],
    [
      'thirteen-pages',
      'v2',
      {
        ...citing(...many(60)),
        exclusions: Array.from({ length: 60 }, () => ({ ...exclusion, basis: exclusion.basis.repeat(7) })),
      },
    ],
    [
      'long-address',
      'v2',
      { ...full, certifier: party(US, 'Building 7, Lakeshore Drive, Chicago, IL 60601, USA; '.repeat(60)) },
    ],
    [
      'many-lines',
      'v2',
      { ...full, certifier: party(US, Array.from({ length: 150 }, (_, i) => `Line ${i + 1}`).join('\n')) },
    ],
    ...HOSTILE.map((text, index): [string, 'v2', object] => [
      `hostile-${index + 1}`,
      'v2',
      {
        ...full,
        product_info: { ...full.product_info, name: text, description: `${text}\n`.repeat(4) },
        certifier: party(text.slice(0, 200), text.slice(0, 400)),
      },
    ]),
  ];
}

/** All requests, in an order that never changes. */
export function corpusRequests(): CorpusRequest[] {
  const random = mulberry32(18);
  const scripts = SCRIPT_SAMPLES.flatMap((sample) =>
    inScript(sample, random).map(([form, version, body]) => ({
      name: `${sample.script}-${form}`,
      form: version,
      body,
    })),
  );
  const rest = shapes().map(([name, version, body]) => ({ name: `shape-${name}`, form: version, body }));
  return [...scripts, ...rest].map((request, index) => ({
    ...request,
    // As a client would send it: without the fields that are undefined here.
    body: JSON.parse(JSON.stringify(request.body)),
    baseUrl: index % 3 ? PUBLIC : NOT_PUBLIC[(index / 3) % NOT_PUBLIC.length]!,
  }));
}
