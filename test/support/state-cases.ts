/**
 * Requests and the state that each deserves, on every surface: paper, verify page, command line, v1's record, v2. Each differs from
 * one request that states everything, so that what is found follows from the change.
 */
import type { CertificateState } from '../../src/domain/certificate.ts';
import type { RequestForm } from '../../src/entry/issue/validate.ts';
import { REQUESTS, type RequestBody } from './certificate-fixtures.ts';

export interface StateCase {
  name: string;
  body: RequestBody;
  form: RequestForm;
  state: CertificateState;
  missing: string[];
  /** `kind path` of each defect. */
  defects: string[];
}

/** All elements are stated, and nothing is wrong with them; a new object at every call. */
export function statedBody(): RequestBody {
  const [, body] = REQUESTS.find(([name]) => name.startsWith('04-'))!;
  return structuredClone(body) as RequestBody;
}

type Change = (body: RequestBody) => void;
type Found = Pick<StateCase, 'missing' | 'defects'>;

function stateCase(name: string, change: Change, found: Partial<Found> = {}, form: RequestForm = 'v1'): StateCase {
  const body = statedBody();
  change(body);
  const { missing = [], defects = [] } = found;
  const state = missing.length > 0 ? 'incomplete' : defects.length > 0 ? 'stated_with_defects' : 'stated';
  return { name, body, form, state, missing, defects };
}

/** A party of the request, to be changed. */
const at = (body: RequestBody, party: string) => body[party] as Record<string, unknown>;
const cites =
  (...rules: string[]): Change =>
  (body) => {
    body.cpsc_rules_cited = rules;
  };

const CHINESE = {
  product_info: { name: '成人自行车头盔', description: '黑色', place_of_manufacture: '中国深圳' },
  manufacturer: { name: '明珠体育用品有限公司', address: '深圳市南山区科技路88号' },
  testing_lab: { name: '海湾检测研究院', address: '广州市科学大道12号', test_place: '中国广州' },
  certifier: { name: '湖岸家居', address: '芝加哥湖岸大道1200号' },
  records_contact: { name: '检测记录处', address: '芝加哥湖岸大道1200号' },
  attestation: { name: '李伟', statement: '产品符合所列规则。' },
};
const CHINESE_DEFECTS = [
  '/product_info/name',
  '/product_info/description',
  '/product_info/place_of_manufacture',
  '/testing_lab/test_place',
  '/certifier/name',
  '/records_contact/name',
  '/manufacturer/name',
  '/testing_lab/name',
  '/attestation/name',
  '/attestation/statement',
  '/certifier/address',
  '/records_contact/address',
  '/manufacturer/address',
  '/testing_lab/address',
].map((path) => `english ${path}`);

/** Ten requests that were once all called complete. */
export const ONCE_COMPLETE: readonly StateCase[] = [
  stateCase('only a European standard', cites('EN 71-3'), { defects: ['no_recognised_rule /cpsc_rules_cited'] }),
  stateCase('a text with a number', cites('tested 2026'), { defects: ['no_recognised_rule /cpsc_rules_cited'] }),
  stateCase('a part that does not exist', cites('16 CFR part 9999'), {
    defects: ['no_recognised_rule /cpsc_rules_cited'],
  }),
  stateCase('a section that does not exist', cites('16 CFR 1203.9999'), {
    defects: ['no_recognised_rule /cpsc_rules_cited', 'unknown_section /cpsc_rules_cited/0'],
  }),
  stateCase("only a children's rule", cites('16 CFR part 1501'), {
    defects: ['no_recognised_rule /cpsc_rules_cited', 'childrens_rule /cpsc_rules_cited/0'],
  }),
  stateCase('only a vacated rule', cites('16 CFR part 1260'), {
    defects: ['no_recognised_rule /cpsc_rules_cited', 'vacated /cpsc_rules_cited/0'],
  }),
  stateCase(
    'attested years before the test and the manufacture',
    (body) => Object.assign(at(body, 'attestation'), { date: '2020-01-01' }),
    { defects: ['attested_before_test /attestation/date', 'attested_before_manufacture /attestation/date'] },
  ),
  stateCase(
    'texts in Chinese only',
    (body) => {
      for (const [party, texts] of Object.entries(CHINESE)) Object.assign(at(body, party), texts);
    },
    { defects: CHINESE_DEFECTS },
  ),
  stateCase('a name that no font has', (body) => Object.assign(body.product_info, { name: '𠮷𪚥𓀀' }), {
    defects: ['english /product_info/name', 'illegible /product_info/name'],
  }),
  stateCase(
    "a children's rule, a false section and a blanket statement",
    cites('16 CFR part 1501', '16 CFR 1203.9999', 'Complies with all CPSC rules'),
    {
      defects: [
        'no_recognised_rule /cpsc_rules_cited',
        'childrens_rule /cpsc_rules_cited/0',
        'unknown_section /cpsc_rules_cited/1',
        'blanket /cpsc_rules_cited/2',
      ],
    },
  ),
];

/** At least one for each condition. */
export const STATE_CASES: readonly StateCase[] = [
  stateCase('everything stated', () => {}),
  ...ONCE_COMPLETE,
  stateCase('no rule', cites(), { missing: ['/cpsc_rules_cited'] }),
  stateCase('no certifier', (body) => Reflect.deleteProperty(body, 'certifier'), { missing: ['/certifier'] }),
  stateCase('no records contact', (body) => Reflect.deleteProperty(body, 'records_contact'), {
    missing: ['/records_contact'],
  }),
  stateCase('no telephone of the manufacturer', (body) => Reflect.deleteProperty(body.manufacturer, 'phone'), {
    missing: ['/manufacturer/phone'],
  }),
  stateCase('no place of test', (body) => Reflect.deleteProperty(body.testing_lab, 'test_place'), {
    missing: ['/testing_lab/test_place'],
  }),
  stateCase(
    'no laboratory',
    (body) => Reflect.deleteProperty(body, 'testing_lab'),
    { missing: ['/testing_labs'] },
    'v2',
  ),
  stateCase('no attestation', (body) => Reflect.deleteProperty(body, 'attestation'), { missing: ['/attestation'] }),
  stateCase('a declined attestation', (body) => Object.assign(at(body, 'attestation'), { accepted: false }), {
    missing: ['/attestation/accepted'],
  }),
  stateCase(
    'an attestation without its sentence',
    (body) => Reflect.deleteProperty(at(body, 'attestation'), 'statement'),
    {
      defects: ['attestation_statement /attestation/statement'],
    },
  ),
  stateCase('an attestation without its day', (body) => Reflect.deleteProperty(at(body, 'attestation'), 'date'), {
    defects: ['attestation_date /attestation/date'],
  }),
  stateCase('a telephone number without digits', (body) => Object.assign(at(body, 'certifier'), { phone: 'n/a' }), {
    defects: ['telephone /certifier/phone'],
  }),
  stateCase(
    'an exclusion that is a whole part',
    (body) => {
      body.exclusions = [{ citation: '16 CFR part 1203', basis: 'Light' }];
    },
    { defects: ['exclusion_provision /exclusions/0/citation'] },
  ),
  stateCase(
    'an exclusion of a rule that is not cited',
    (body) => {
      body.exclusions = [{ citation: '16 CFR 1610.1(d)(1)', basis: 'Heavy cotton' }];
    },
    { defects: ['exclusion_rule /exclusions/0/citation'] },
  ),
  stateCase(
    'every rule excluded, and no laboratory',
    (body) => {
      cites('16 CFR part 1610')(body);
      body.exclusions = [{ citation: '16 CFR 1610.1(d)(1)', basis: 'Heavy cotton' }];
      Reflect.deleteProperty(body, 'testing_lab');
    },
    {},
    'v2',
  ),
  stateCase(
    'one of two rules excluded, and no laboratory',
    (body) => {
      cites('16 CFR part 1610', '16 CFR part 1303')(body);
      body.exclusions = [{ citation: '16 CFR 1610.1(d)(1)', basis: 'Heavy cotton' }];
      Reflect.deleteProperty(body, 'testing_lab');
    },
    { missing: ['/testing_labs'] },
    'v2',
  ),
  stateCase(
    'an exclusion that nobody knows, and no laboratory',
    (body) => {
      body.exclusions = [{ citation: '16 CFR 1203.9999', basis: 'Light' }];
      Reflect.deleteProperty(body, 'testing_lab');
    },
    { defects: ['unknown_section /exclusions/0/citation'] },
    'v2',
  ),
  stateCase('a general statement beside a rule', cites('16 CFR part 1203', 'CPSIA compliant'), {
    defects: ['blanket /cpsc_rules_cited/1'],
  }),
  stateCase(
    'a laboratory that tested none of the rules',
    (body) => {
      body.testing_labs = [{ ...body.testing_lab, rules: [] }];
      Reflect.deleteProperty(body, 'testing_lab');
    },
    { defects: ['untested_rule /cpsc_rules_cited/0'] },
    'v2',
  ),
  stateCase('two rules in one text', cites('16 CFR Parts 1632 and 1633'), {
    defects: ['several_rules /cpsc_rules_cited/0'],
  }),
  stateCase("two children's rules in one text", cites('16 CFR 1250 & 1501'), {
    defects: [
      'no_recognised_rule /cpsc_rules_cited',
      'childrens_rule /cpsc_rules_cited/0',
      'several_rules /cpsc_rules_cited/0',
    ],
  }),
  stateCase('the part of the button-cell rule', cites('16 CFR part 1263')),
  stateCase('a statute as CPSC cites it', cites('P.L. 117-171 (codified at 15 U.S.C. § 2056e Notes)')),
  stateCase("a section of the act for children's products", cites('16 CFR part 1203', 'CPSIA section 101'), {
    defects: ['childrens_rule /cpsc_rules_cited/1'],
  }),
  stateCase(
    'one of two rules excluded, and a laboratory that states no rules',
    (body) => {
      cites('16 CFR part 1610', '16 CFR part 1303')(body);
      body.exclusions = [{ citation: '16 CFR 1610.1(d)(2)', basis: 'All cotton' }];
    },
    {},
  ),
  stateCase(
    'a rule that is stated as tested and as excluded',
    (body) => {
      cites('16 CFR part 1610', '16 CFR part 1303')(body);
      body.exclusions = [{ citation: '16 CFR 1610.1(d)(2)', basis: 'All cotton' }];
      body.testing_labs = [{ ...body.testing_lab, rules: ['16 CFR part 1610', '16 CFR part 1303'] }];
      Reflect.deleteProperty(body, 'testing_lab');
    },
    { defects: ['tested_and_excluded /testing_labs/0/rules/0'] },
    'v2',
  ),
  stateCase(
    'texts that withhold something',
    (body) => {
      Object.assign(body.product_info, { lot: 'On file', place_of_manufacture: 'Refer to test report HT-118' });
      Object.assign(body.manufacturer, { address: 'Confidential' });
      Object.assign(body.testing_lab, {
        test_place: 'Same as above',
        report_number: '见附件',
        accreditation_id: 'N/A',
      });
      Object.assign(at(body, 'certifier'), { email: 'none@none.com', phone: 'on file' });
      Object.assign(at(body, 'records_contact'), { address: 'Vertraulich\nChina' });
    },
    {
      defects: [
        ...[
          '/product_info/place_of_manufacture',
          '/records_contact/address',
          '/manufacturer/address',
          '/testing_lab/test_place',
          '/certifier/phone',
          '/certifier/email',
          '/product_info/lot',
          '/testing_lab/report_number',
        ].map((path) => `placeholder ${path}`),
        'telephone /certifier/phone',
      ],
    },
  ),
  stateCase('names near those of placeholders', (body) => {
    Object.assign(body.manufacturer, { name: 'Confidential Toys Ltd.' });
    Object.assign(body.testing_lab, { name: 'On File Systems Inc.', report_number: 'N/A' });
    Object.assign(body.product_info, { trade_name: 'Same Day', style: 'N/A', color: 'various' });
  }),
  stateCase(
    'a production run after the date of manufacture and the attestation',
    (body) => Object.assign(body.product_info, { production_start: '2026-05-04', production_end: '2026-05-08' }),
    {
      defects: ['attested_before_manufacture /attestation/date', 'production_run /product_info/production_start'],
    },
    'v2',
  ),
  stateCase(
    'an address in parts that is another place',
    (body) =>
      Object.assign(body.manufacturer, {
        address: '88 Keji Road, Nanshan District, Shenzhen 518057, China',
        address_parts: { line1: '88 Keji Road', city: 'Guangzhou', postal_code: '510000', country: 'CN' },
      }),
    { defects: ['address_parts /manufacturer/address_parts'] },
    'v2',
  ),
  stateCase(
    'placeholders',
    (body) => {
      Object.assign(body.product_info, { model: 'N/A', sku: undefined, gtin: '-', place_of_manufacture: 'TBD' });
      Object.assign(body.manufacturer, { name: 'none', address: 'N/A\nN/A', phone: '0000000' });
      Object.assign(body.testing_lab, { test_place: 'TBA', accreditation_id: 'N/A' });
      Object.assign(at(body, 'attestation'), { name: 'Tbd' });
    },
    {
      defects: [
        '/product_info/model',
        '/product_info/gtin',
        '/product_info/place_of_manufacture',
        '/manufacturer/name',
        '/manufacturer/address',
        '/testing_lab/test_place',
        '/attestation/name',
        '/manufacturer/phone',
      ].map((path) => `placeholder ${path}`),
    },
  ),
];
