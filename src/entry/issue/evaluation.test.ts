import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { NOW_MS } from '../../../test/support/certificate-fixtures.ts';
import { root } from '../../../test/support/paths.ts';
import { STATE_CASES, statedBody } from '../../../test/support/state-cases.ts';
import { structuredBody } from '../../../test/support/structured-body.ts';
import { CERTIFICATE_STATES, type GccRequest } from '../../domain/certificate.ts';
import { CONDITIONS } from './conditions.ts';
import { evaluate } from './evaluation.ts';
import { isExclusionOf } from './exclusions.ts';
import { type RequestForm, readRequest } from './validate.ts';

/** A laboratory may only have tested what is cited, so the others cannot lose their rules. */
const CHANGEABLE = STATE_CASES.filter(({ body }) =>
  ((body.testing_labs ?? []) as { rules?: string[] }[]).every(({ rules = [] }) => rules.length === 0),
);

describe('the state of a request', () => {
  test.each(STATE_CASES.map((each) => [each.name, each] as const))('%s', (_, { body, form, ...expected }) => {
    const { state, missing, defects } = evaluate(readRequest(body, NOW_MS, form));
    expect({ state, missing, defects: defects.map(({ kind, path }) => `${kind} ${path}`) }).toEqual({
      state: expected.state,
      missing: expected.missing,
      defects: expected.defects,
    });
  });

  test('each state has a case', () => {
    expect(new Set(STATE_CASES.map(({ state }) => state))).toEqual(new Set(CERTIFICATE_STATES));
  });

  test.each(CONDITIONS.map((condition) => [condition.kind, condition] as const))(
    'the condition %s has a source and is found in a case',
    (_, { source, message, find }) => {
      expect(source).toMatch(/^(16 CFR|15 U\.S\.C\.) \d/);
      expect(message).toEndWith('.');
      expect(STATE_CASES.some(({ body, form }) => find(readRequest(body, NOW_MS, form)).length > 0)).toBe(true);
    },
  );

  test('docs/certificates.md has every condition, in order, with its words and source', async () => {
    const page = await Bun.file(join(root, 'docs/certificates.md')).text();
    const rows = [...page.matchAll(/^\| `(\w+)` \| (.+) \| ((?:16 CFR|15 U\.S\.C\.) .+) \|$/gm)].map((row) =>
      row.slice(1),
    );
    expect(rows).toEqual(CONDITIONS.map(({ kind, message, source }) => [kind, message, source]));
  });

  test('kinds differ', () => expect(new Set(CONDITIONS.map(({ kind }) => kind)).size).toBe(CONDITIONS.length));
});

/** The fields of the elements of 16 CFR 1110.11(a). Without one of them, less is stated. */
const ELEMENTS = [
  ...['/certifier', '/records_contact'].flatMap((party) => [
    party,
    ...['name', 'address', 'email', 'phone'].map((name) => `${party}/${name}`),
  ]),
  '/manufacturer/phone',
  ...['', '/test_place', '/address', '/email', '/phone'].map((field) => `/testing_lab${field}`),
  '/cpsc_rules_cited',
  ...['', '/name', '/date', '/accepted', '/statement'].map((field) => `/attestation${field}`),
];

function remove(body: object, path: string): void {
  const keys = path.slice(1).split('/');
  const last = keys.pop()!;
  let at: unknown = body;
  for (const key of keys) at = (at as Record<string, unknown> | undefined)?.[key];
  if (at !== undefined) Reflect.deleteProperty(at as object, last);
}

const rank = (request: GccRequest) => CERTIFICATE_STATES.indexOf(evaluate(request).state);

describe('for any request', () => {
  const cases = fc.constantFrom(...CHANGEABLE);
  const text = fc.oneof(
    fc.constantFrom(
      'EN 71',
      '16 CFR part 1203',
      '16 CFR 1203.7',
      'n/a',
      '成人头盔',
      '𓀀',
      '+1 312 555 0142',
      '2026',
      'Шлем',
    ),
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 9 }),
  );

  test('removing an element never makes its state better', () => {
    fc.assert(
      fc.property(cases, fc.shuffledSubarray(ELEMENTS, { minLength: 1, maxLength: 5 }), ({ body }, paths) => {
        const changed = structuredClone(body);
        let before = rank(readRequest(changed, NOW_MS, 'v2'));
        for (const path of paths) {
          remove(changed, path);
          const after = rank(readRequest(changed, NOW_MS, 'v2'));
          expect(after).toBeLessThanOrEqual(before);
          before = after;
        }
      }),
      { numRuns: 300 },
    );
  });

  test('its state follows from what was found, everything found has its place and source, and asking again changes nothing', () => {
    fc.assert(
      fc.property(cases, fc.array(text, { maxLength: 4 }), text, text, ({ body, form }, rules, name, phone) => {
        const changed = { ...structuredClone(body), cpsc_rules_cited: rules };
        Object.assign(changed.product_info, { name });
        Object.assign(changed.manufacturer, { phone });
        let request: GccRequest;
        try {
          request = readRequest(changed, NOW_MS, form);
        } catch {
          return fc.pre(false);
        }
        const evaluation = evaluate(request);
        const { state, missing, defects } = evaluation;
        expect(state).toBe(missing.length > 0 ? 'incomplete' : defects.length > 0 ? 'stated_with_defects' : 'stated');
        for (const { path, source, message, kind } of defects) {
          expect(path).toMatch(/^\/[a-z]/);
          expect(source).not.toBe('');
          expect(message).not.toBe('');
          expect(CONDITIONS.map((condition) => condition.kind)).toContain(kind);
        }
        // A stored request is read back as JSON.
        expect(evaluate(JSON.parse(JSON.stringify(request)))).toEqual(evaluation);
      }),
      { numRuns: 300 },
    );
  });
});

/** What somebody does who reads what was found: states it as in a request that states everything. */
function mend(body: Record<string, unknown>, path: string): void {
  const good = statedBody() as Record<string, unknown>;
  const keys = path.slice(1).split('/');
  const [first = ''] = keys;
  if (first === 'cpsc_rules_cited') body[first] = good[first];
  else if (first === 'exclusions') body[first] = [];
  else if (path === '/testing_labs') body[first] = [good.testing_lab];
  else {
    const isLab = first === 'testing_labs';
    const steps = isLab ? ['testing_lab', ...keys.slice(2)] : keys;
    const value = steps.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], good);
    const parent = keys.slice(0, -1).reduce((at, key) => at[key] as Record<string, unknown>, body);
    parent[keys.at(-1)!] = value;
  }
}

test('stating what is missing, and again what is wrong, leads to all stated', () => {
  const cases = fc.constantFrom(...CHANGEABLE);
  fc.assert(
    fc.property(cases, fc.shuffledSubarray(ELEMENTS, { maxLength: 6 }), ({ body }, paths) => {
      const changed = structuredClone(body);
      for (const path of paths) remove(changed, path);
      for (let round = 0; round < 5; round++) {
        const { state, missing, defects } = evaluate(readRequest(changed, NOW_MS, 'v2'));
        if (state === 'stated') return;
        for (const path of [...missing, ...defects.map((defect) => defect.path)]) mend(changed, path);
        delete (changed.testing_labs as Record<string, unknown>[] | undefined)?.[0]?.rules;
      }
      throw new Error(`Still not stated: ${JSON.stringify(evaluate(readRequest(changed, NOW_MS, 'v2')))}`);
    }),
    { numRuns: 300 },
  );
  expect(STATE_CASES.some(({ state }) => state !== 'stated')).toBe(true);
});

describe('attacks', () => {
  const found = (change: (body: ReturnType<typeof statedBody>) => void, form: RequestForm = 'v1') => {
    const body = statedBody();
    change(body);
    return evaluate(readRequest(body, NOW_MS, form)).defects.map(({ kind, path }) => `${kind} ${path}`);
  };
  const product = (fields: object) => found((body) => Object.assign(body.product_info, fields), 'v2');

  test.each([
    ['成人头盔', true],
    ['成人头盔 A', true],
    ['Шлем', true],
    ['🚲', true],
    ['4711', true],
    ['成人头盔 LED', false],
    ['成人头盔 CN', true],
    ['深圳市进出口有限公司 Ltd', true],
    ['深圳市进出口有限公司 Co., Ltd.', true],
    ['中国广东省深圳市科技路88号 518057 PRC', true],
    ['中国广东省 P.R.C.', true],
    ['ООО Шлем, LLC', true],
    ['深圳市进出口有限公司 Bright Harbor Ltd', false],
    ['3M', false],
    ['LG', false],
    ['H&M', false],
    ['Ltd', false],
    ['Élan Été', false],
    ['小米 (Mi) Inc', true],
    ['三星 Samsung', false],
    ['王伟 Bo Xu', false],
    ['X', false],
    ['Ｈｅｌｍｅｔ', false],
    ['Mũ bảo hiểm', false],
    ['Шлем Helmet', false],
  ])('a name %p lacks Latin text: %p', (name, lacks) => {
    expect(product({ name }).includes('english /product_info/name')).toBe(lacks);
  });

  test('a text in English counts where the name is not, and one that is not in Latin letters does not', () => {
    expect(product({ name: '成人头盔', name_en: 'Helmet' })).toEqual([]);
    expect(product({ name: '成人头盔', name_en: 'Шлем' })).toEqual(['english /product_info/name']);
    expect(product({ description: '黑色', description_en: 'Black' })).toEqual([]);
  });

  test('the code of a country makes no address English, and its parts in English do', () => {
    const parts = { line1: '科技路88号', city: '深圳', postal_code: '518057', country: 'CHN' };
    const maker = (fields: object) =>
      found((body) => Object.assign(body, { manufacturer: { ...body.manufacturer, ...fields } }), 'v2');
    expect(maker({ address: undefined, address_parts: parts })).toEqual(['english /manufacturer/address']);
    expect(maker({ address: '深圳市科技路88号', address_parts: parts })).toEqual(['english /manufacturer/address']);
    const english = { ...parts, line1: '88 Keji Road', city: 'Shenzhen' };
    expect(maker({ address: '深圳市科技路88号', address_parts: english })).toEqual([]);
  });

  test.each([
    // Made 2025-03-14, tested 2025-02-20. Days are compared as they were written, wherever that was.
    ['2025-03-01', []],
    ['2025-02-28', ['attested_before_manufacture /attestation/date']],
    ['2025-02-20', ['attested_before_manufacture /attestation/date']],
    ['2025-02-19', ['attested_before_test /attestation/date', 'attested_before_manufacture /attestation/date']],
  ])('attested on %s: %j', (date, defects) => {
    expect(found((body) => Object.assign(body.attestation as object, { date }))).toEqual(defects);
    const month = (body: ReturnType<typeof statedBody>) => {
      Object.assign(body.product_info, { date_of_manufacture: '2025-03' });
      Object.assign(body.attestation as object, { date });
    };
    expect(found(month, 'v2')).toEqual(defects);
  });

  test.each([
    // Attested 2025-04-02.
    ['2025-03-14', '2025-03-14', '2025-03-18', []],
    ['2025-03', '2025-03-14', '2025-04-18', []],
    ['2025-03-14', '2025-03-01', undefined, []],
    ['2025-03-14', undefined, '2025-03-14', []],
    ['2025-03-14', '2025-03-15', undefined, ['production_run /product_info/production_start']],
    ['2025-02', '2025-03-01', undefined, ['production_run /product_info/production_start']],
    ['2025-03-14', '2025-03-01', '2025-03-13', ['production_run /product_info/production_end']],
    ['2025-03', undefined, '2025-02-28', ['production_run /product_info/production_end']],
    [
      '2025-03',
      '2025-05-01',
      undefined,
      ['attested_before_manufacture /attestation/date', 'production_run /product_info/production_start'],
    ],
  ])('made %s in a run from %s to %s: %j', (date_of_manufacture, production_start, production_end, defects) => {
    expect(product({ date_of_manufacture, production_start, production_end })).toEqual(defects);
  });

  test('a day that has begun anywhere on Earth is a day of attestation, and a test after manufacture is in order', () => {
    const lateTest = (body: ReturnType<typeof statedBody>) => {
      Object.assign(body.testing_lab, { test_date: '2026-11-21' });
      Object.assign(body.attestation as object, { date: '2026-11-21' });
    };
    expect(found(lateTest)).toEqual([]);
  });

  test('of several laboratories the last test counts, and no laboratory of an excluded product', () => {
    const body = { ...structuredBody(), attestation: { ...structuredBody().attestation, date: '2025-03-01' } };
    body.testing_labs[1]!.test_date = '2025-03-02';
    const kinds = (changed: object) => evaluate(readRequest(changed, NOW_MS, 'v2')).defects.map(({ kind }) => kind);
    expect(kinds(body)).toEqual(['attested_before_test']);
    expect(
      kinds({
        ...body,
        cpsc_rules_cited: ['16 CFR part 1610'],
        testing_labs: [{ ...body.testing_labs[1], rules: undefined, phone: 'n/a' }],
      }),
    ).toEqual([]);
  });

  test('a recognised rule that none of the laboratories has tested is named, unless it is excluded or one tested all', () => {
    const kinds = (change: (labs: Record<string, unknown>[], rules: unknown[]) => void) => {
      const body = structuredBody();
      change(body.testing_labs, body.cpsc_rules_cited as unknown as unknown[]);
      return evaluate(readRequest(body, NOW_MS, 'v2')).defects.map(({ kind, path }) => `${kind} ${path}`);
    };
    expect(kinds((labs) => labs.pop())).toEqual(['untested_rule /cpsc_rules_cited/1']);
    expect(kinds((labs) => Object.assign(labs[0]!, { rules: [] }))).toEqual(['untested_rule /cpsc_rules_cited/0']);
    // A foreign rule is printed as given: nothing here knows whether it needs a test. The same rule in other words is tested.
    expect(kinds((_, rules) => rules.push('EN 1078', '16 C.F.R. 1203'))).toEqual([]);
    const one = (labs: Record<string, unknown>[]) => {
      labs.pop();
      delete labs[0]!.rules;
    };
    expect(kinds(one)).toEqual([]);
  });

  test.each<[citation: string, rule: string, found: string[], missing: string[]]>([
    ['16 CFR 1610.1(d)(1)', '16 CFR part 1610', [], []],
    ['16 C.F.R. § 1610.1(d)(2) - Listed fibres', '16 CFR part 1610', [], []],
    ['16 CFR 1203.9999', '16 CFR part 1203', ['unknown_section'], []],
    ['16 CFR 1610.77', '16 CFR part 1610', ['unknown_section'], []],
    // A section that is itself a rule excludes nothing.
    ['16 CFR 1263.3', '16 CFR 1263.3', ['exclusion_provision'], ['/testing_labs']],
    ['16 CFR 1500.17(a)(3)', '16 CFR 1500.17(a)(3)', ['exclusion_provision'], ['/testing_labs']],
  ])('without a laboratory, the exclusion %s of %s: %j, missing %j', (citation, rule, kinds, missing) => {
    const { testing_lab: _, ...body } = statedBody();
    const excluded = { ...body, cpsc_rules_cited: [rule], exclusions: [{ citation, basis: 'Plain surface' }] };
    const evaluation = evaluate(readRequest(excluded, NOW_MS, 'v2'));
    expect([evaluation.defects.map(({ kind }) => kind), evaluation.missing]).toEqual([kinds, missing]);
  });

  test('the basis of an exclusion is in English, and a street may be a number', () => {
    const exclude = (basis: string) =>
      found((body) => {
        body.cpsc_rules_cited = ['16 CFR part 1610'];
        body.exclusions = [{ citation: '16 CFR 1610.1(d)(1)', basis }];
      });
    expect(exclude('厚重面料')).toEqual(['english /exclusions/0/basis']);
    expect(exclude('厚重面料 Heavy fabric')).toEqual([]);
    const address_parts = { line1: '2-11-3', city: 'Tokyo', postal_code: '153-0063', country: 'JP' };
    const maker = (body: ReturnType<typeof statedBody>) =>
      Object.assign(body.manufacturer, { address: undefined, address_parts });
    expect(found(maker, 'v2')).toEqual([]);
  });

  test('a hundred rules are each evaluated', () => {
    const rules = Array.from({ length: 100 }, (_, index) => `16 CFR part ${2000 + index}`);
    expect(found((body) => Object.assign(body, { cpsc_rules_cited: rules }))).toEqual([
      'no_recognised_rule /cpsc_rules_cited',
    ]);
    expect(found((body) => Object.assign(body, { cpsc_rules_cited: [...rules.slice(1), '16 CFR part 1203'] }))).toEqual(
      [],
    );
    const sections = rules.map((rule) => `${rule.replace('part ', '')}.1`);
    expect(found((body) => Object.assign(body, { cpsc_rules_cited: sections }))).toHaveLength(101);
  });

  test('a text of many characters that no font has is named with the first eight', () => {
    const body = statedBody();
    body.product_info.description = Array.from({ length: 40 }, (_, index) =>
      String.fromCodePoint(0x13000 + index),
    ).join('');
    const [defect] = evaluate(readRequest(body, NOW_MS)).defects.filter(({ kind }) => kind === 'illegible');
    expect(defect!.message).toEndWith(
      'U+13000, U+13001, U+13002, U+13003, U+13004, U+13005, U+13006, U+13007 and 32 more.',
    );
  });

  test.each([
    ['16 CFR 1610.1(d)(1)', '16 CFR part 1610', true],
    ['16 C.F.R. § 1610.1(d)(1)', '16CFR1610', true],
    ['16 CFR 1610.1(d)(1)', '16 CFR 1610.4', true],
    ['16 CFR 1610.1(d)(1)', '16 CFR part 1203', false],
    // Sections of part 1500 are different rules.
    ['16 CFR 1500.91', '16 CFR 1500.17(a)(3)', false],
    ['16 CFR part 1610', '16 CFR part 1610', false],
    ['Exempt', '16 CFR part 1610', false],
    ['16 CFR 1610.1(d)(1)', 'Exempt', false],
  ])('the exclusion %s belongs to %s: %p', (exclusion, rule, belongs) => {
    expect(isExclusionOf(exclusion, rule)).toBe(belongs);
  });
});
