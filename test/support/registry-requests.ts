/** Random v2 requests for certificates, over every field. Without faults each can be filed with the registry. */
import { between } from './random.ts';

export type Body = Record<string, unknown>;

const RULES = [
  '16 CFR part 1203',
  '16 CFR part 1512',
  '16 CFR part 1610',
  '16 CFR part 1633',
  '16 CFR 1263.3',
  '16 CFR 1500.17(a)(11)',
];
const NO_CODE = [
  'EN 71-3',
  '15 U.S.C. 2056e',
  '16 CFR part 1501',
  '16 CFR part 1260',
  '16 CFR 1203.9999',
  'complies with all rules',
  '16 CFR 1610.1(d)(1)',
];
const EXCLUSIONS = ['16 CFR 1610.1(d)(1)', '16 CFR 1610.1(d)(2)'];
const COUNTRIES = ['CN', 'de', 'US', 'Viet Nam', 'HK', 'Japan'];
const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJ KLMNOP-.,&éüñß漢字한글حبא😀'];

export interface Faults {
  /** How likely each field has a fault that keeps the certificate from being filed. */
  rate: number;
}

/** @param random numbers in [0, 1) */
export function randomBody(random: () => number, { rate }: Faults): Body {
  const chance = (share: number) => random() < share;
  const bad = () => chance(rate);
  const pick = <T>(list: readonly T[]): T => list[between(random, 0, list.length - 1)]!;
  const text = (min: number, max: number) => {
    const middle = Array.from({ length: Math.max(0, between(random, min, max) - 2) }, () => pick(LETTERS)).join('');
    // Whatever the letters between, it has a text in Latin letters.
    return `Axe${middle}z`.slice(0, Math.max(2, max));
  };
  /** Sometimes as long as it may be, and with a fault longer. */
  const sized = (max: number) =>
    bad() ? 'x'.repeat(max + 1) : chance(0.15) ? 'y'.repeat(max) : text(2, Math.min(max, 24));
  const maybe = <T>(make: () => T, share = 0.5): T | undefined => (chance(share) ? make() : undefined);
  const required = <T>(make: () => T): T | undefined => (bad() ? undefined : make());
  const date = () =>
    `202${between(random, 3, 5)}-${String(between(random, 1, 12)).padStart(2, '0')}-${String(between(random, 1, 28)).padStart(2, '0')}`;
  const email = () =>
    bad() ? `${'e'.repeat(40)}@example.com` : `${pick(['qa', 'records', 'büro'])}${between(random, 1, 99)}@example.com`;
  const phone = () => (bad() ? `+1 ${'5'.repeat(30)}` : `+1 937 555 0${between(random, 100, 999)}`);
  const parts = () => ({
    line1: sized(100),
    line2: maybe(() => sized(100)),
    unit: maybe(() => sized(10)),
    city: sized(50),
    state_province: maybe(() => sized(100)),
    postal_code: sized(10),
    country: bad() ? pick(['UK', 'XX', 'x'.repeat(51)]) : pick(COUNTRIES),
  });
  const party = () => ({
    name: sized(100),
    name_en: maybe(() => sized(100), 0.2),
    address: 'As printed',
    address_parts: required(parts),
    phone: required(phone),
    alternate_id: maybe(() => `${between(random, 1, 1e9)}-${sized(40)}`.slice(0, bad() ? 60 : 50)),
  });
  const gtin = () => (bad() ? '4006381333932' : '4006381333931');
  const rules = [
    ...new Set(Array.from({ length: between(random, bad() ? 0 : 1, 4) }, () => (bad() ? pick(NO_CODE) : pick(RULES)))),
  ];
  const exclusions = chance(0.3)
    ? [{ citation: bad() ? pick([...NO_CODE, ...RULES]) : pick(EXCLUSIONS), basis: 'Plain fabric' }]
    : [];
  // What is excluded was not tested, unless the request contradicts itself.
  const isExcluded = exclusions.some(({ citation }) => EXCLUSIONS.includes(citation));
  const tested = () => rules.filter((rule) => !isExcluded || rule !== '16 CFR part 1610' || bad());
  const lab = () => ({
    ...party(),
    email: required(email),
    test_date: date(),
    cpsc_id: maybe(() => (bad() ? 'A2LA 1234.01' : '1234'), 0.3),
    report_number: maybe(() => sized(190)),
    report_url: maybe(() => 'https://lab.example/r/1'),
    component: maybe(() => text(2, 40), 0.2),
    accreditation_id: maybe(() => 'ILAC 7'),
    test_place: maybe(() => 'Ningbo, China'),
  });
  const labs = () => {
    const list = Array.from({ length: between(random, 1, 3) }, lab);
    return list
      .map((each, index) => ({
        ...each,
        rules: index === 0 && !bad() ? tested() : tested().filter(() => chance(0.6) || bad()),
      }))
      .filter(({ rules }) => rules.length > 0 || bad());
  };
  const excludedOnly = exclusions.length > 0 && (chance(0.4) || tested().length === 0);
  const several = !excludedOnly && chance(0.5) ? labs() : undefined;
  const month = date();
  return JSON.parse(
    JSON.stringify({
      product_info: {
        name: sized(250),
        name_en: maybe(() => sized(250), 0.2),
        description: maybe(() => (chance(0.2) ? `${text(2, 20)}\n${text(2, 20)}` : sized(250))),
        trade_name: maybe(() => sized(50)),
        color: maybe(() => sized(50)),
        style: maybe(() => sized(50)),
        gtin: maybe(gtin, 0.4),
        sku: maybe(() => sized(19)),
        model: bad() ? undefined : chance(0.8) ? `M-${between(random, 1, 1e9)}` : 'm'.repeat(50),
        ...(bad() ? {} : { version_id: maybe(() => `V${between(random, 1, 1e9)}`) }),
        lot: 'L1',
        lot_assigned_by: required(() => pick(['manufacturer', 'seller'])),
        ...(chance(0.5) && { lot: undefined, lot_assigned_by: undefined }),
        date_of_manufacture: chance(0.5) ? month : month.slice(0, 7),
        production_start: maybe(() => '2024-03-01'),
        production_end: maybe(() => '2024-03-20'),
        place_of_manufacture: 'Ningbo, China',
      },
      identifiers: [
        { type: 'serial', value: `S${between(random, 1, 1e6)}` },
        ...(chance(0.3) ? [{ type: 'upc', value: bad() ? '036000291453' : '036000291452' }] : []),
        ...(chance(0.2) ? [{ type: 'alternate', value: 'a'.repeat(between(random, 40, 60)) }] : []),
      ],
      manufacturer: { ...party(), contact_email: email() },
      ...(excludedOnly ? {} : several ? { testing_labs: several } : { testing_lab: lab() }),
      cpsc_rules_cited: excludedOnly && !bad() ? ['16 CFR part 1610'] : rules,
      certifier: maybe(() => ({ ...party(), email: 'c@example.com' })),
      records_contact: required(() => ({
        ...party(),
        email: required(email),
        role: required(() => pick(['importer', 'manufacturer', 'laboratory', 'broker', 'other', 'other'])),
      })),
      exclusions,
    }),
  ) as Body;
}

const PARTS = {
  line1: '12 Example Road',
  city: 'Ningbo',
  state_province: 'Zhejiang',
  postal_code: '315000',
  country: 'CN',
};

/** A request that can be filed; a new object at every call. */
export function fileableBody() {
  return {
    product_info: {
      name: 'Adult bicycle helmet',
      gtin: '4006381333931',
      model: 'HLM-7',
      version_id: 'V1',
      lot: 'L2603',
      lot_assigned_by: 'manufacturer',
      date_of_manufacture: '2026-03',
      place_of_manufacture: 'Ningbo, China',
    } as Body,
    manufacturer: {
      name: 'Northwind Helmets Co., Ltd.',
      alternate_id: 'MKR-01',
      address_parts: { ...PARTS } as Body,
      phone: '+86 574 5550 0100',
      contact_email: 'office@maker.example',
    } as Body,
    testing_labs: [
      {
        name: 'Harbour Test House',
        alternate_id: 'LAB-01',
        test_date: '2026-02-18',
        address_parts: { ...PARTS } as Body,
        phone: '+86 574 5550 0101',
        email: 'reports@lab.example',
        report_number: 'HT-26-0218',
        rules: ['16 CFR part 1203'],
      } as Body,
    ],
    cpsc_rules_cited: ['16 CFR part 1203'],
    records_contact: { role: 'importer' } as Body,
    exclusions: [] as Body[],
    identifiers: [] as Body[],
  };
}
