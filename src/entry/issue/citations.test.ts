import { describe, expect, test } from 'bun:test';
import rules from '../../../data/entry/cpsc-rules.json' with { type: 'json' };
import {
  citationNotes,
  citesRule,
  evaluateCitation,
  findRule,
  isBlanket,
  parseCitation,
  printableTitle,
  searchCitations,
} from './citations.ts';

test('the catalogue has 96 rules with 96 different citations', () => {
  expect(rules).toHaveLength(96);
  expect(new Set(rules.map(({ citation }) => parseCitation(citation)?.[0])).size).toBe(96);
});

test.each(rules.map(({ citation }) => citation))('%s is parsed and finds its own entry', (citation) => {
  expect(parseCitation(citation)).toBeDefined();
  expect(findRule(citation)?.citation).toBe(citation);
});

test.each([
  ['16 CFR 1610', '16 CFR 1610'],
  ['16 C.F.R. § 1610.4', '16 CFR 1610.4'],
  ['16 cfr pt. 1501', '16 CFR 1501'],
  ['16CFR1203', '16 CFR 1203'],
  ['16 CFR Sec. 1500.17(a)(8)', '16 CFR 1500.17(a)(8)'],
  ['16 CFR Part 1203 - Safety standard for bicycle helmets', '16 CFR 1203'],
  ['16 CFR part 1203 – Bicycle helmets', '16 CFR 1203'],
  ['16 CFR §1610.1(d)(1).', '16 CFR 1610.1(d)(1)'],
  ['16 CFR part 1203 (Bicycle helmets)', '16 CFR 1203'],
  ['16 CFR Part 1203: Bicycle helmets', '16 CFR 1203'],
  ['16 CFR 1203, Safety standard for bicycle helmets', '16 CFR 1203'],
  ['１６ CFR part １２０３', '16 CFR 1203'],
  ['15 USC 2056e', '15 U.S.C. 2056e'],
  ['15 U.S.C. § 1278a(a)(2)', '15 U.S.C. 1278a(a)(2)'],
  ['15 U.S.C. 1193 note', '15 U.S.C. 1193'],
  ['ASTM F963-23', 'ASTM F963'],
  ['ASTM F963–23 section 4.3.5.1', 'ASTM F963 4.3.5.1'],
  ['UL 4200A', 'UL 4200A'],
  ['ANSI/SVIA 1-2017', 'ANSI/SVIA 1-2017'],
  ['CPSIA § 101', 'CPSIA § 101'],
  ['FHSA section 2(q)(1)', 'FHSA § 2(q)(1)'],
  ['P.L. 117-171', 'P.L. 117-171'],
  ['Public Law No. 117-171', 'P.L. 117-171'],
])('%s is %s', (text, canonical) => {
  expect(parseCitation(text)?.[0]).toBe(canonical);
});

test.each([
  'EN 71-1:2014',
  'GB 6675.1-2014',
  'JIS S 2148',
  'Directive 2009/48/EC',
  'SOR/2011-17',
  '21 CFR 175.300',
  '16 CFR parts 1630 and 1631',
  '16 CFR part 1203 - not applicable',
  '16 CFR part 1203 (exempt)',
  '16 CFR 1203, section 4',
  '16 CFR 1203, 1303',
  '16 CFR 1203 et seq.',
  'Complies with all CPSC rules',
  '',
])('%p is not a citation of a CPSC rule', (text) => {
  expect(parseCitation(text)).toBeUndefined();
  expect(findRule(text)).toBeUndefined();
});

test('a section finds the entry of its part, and a part without an entry finds nothing', () => {
  expect(findRule('16 CFR 1610.1(d)(1)')?.citation).toBe('16 CFR part 1610');
  expect(findRule('16 CFR 1500.17(a)(8)(ii)')?.citation).toBe('16 CFR 1500.17(a)(8)');
  expect(findRule('16 CFR 1500.17(a)(88)')).toBeUndefined();
  expect(findRule('16 CFR 1500')).toBeUndefined();
});

test('a title with the basis `knowledge` is never printed', () => {
  for (const rule of rules) {
    expect(printableTitle(rule.citation)).toBe(rule.basis === 'knowledge' ? undefined : rule.title);
  }
});

test('a section has no title of its part, and a paragraph none of its section', () => {
  for (const text of [
    '16 CFR 1203.4',
    '16 CFR 1203.9999',
    '16 CFR 1263.3(a)',
    '16 CFR 1610.1(d)(1)',
    '15 U.S.C. 2056e(a)',
  ]) {
    expect([text, printableTitle(text)]).toEqual([text, undefined]);
    expect(evaluateCitation(text)).toMatchObject({ isRecognised: false, isUnknownSection: true });
  }
  expect(evaluateCitation('16 CFR 1263.3')).toMatchObject({ isRecognised: true, isUnknownSection: false });
});

test.each(rules.filter(({ citation }) => citation.startsWith('16 CFR')).map(({ citation }) => citation))(
  '%s means the same in every spelling',
  (citation) => {
    const bare = citation.replace(/^16 CFR (part )?/, '');
    const spellings = [
      '16 CFR ',
      '16 C.F.R. § ',
      '16CFR',
      '16 cfr pt. ',
      '16 CFR Part ',
      '16\u00a0CFR  ',
      '１６ CFR ',
    ].map((start) => start + bare);
    for (const text of [...spellings, `${citation}.`, `${citation} – Our product`, `${citation} (Our product)`]) {
      expect([text, evaluateCitation(text)]).toEqual([text, evaluateCitation(citation)]);
    }
  },
);

test.each([
  ['16 CFR part 1203', true],
  ['16 CFR parts 1630 and 1631', true],
  ['All requirements of 16 CFR part 1203', true],
  ['EN 71-1:2014', true],
  ['Complies with all CPSC rules', false],
  ['Complies with all CPSC rules of 2026', false],
  ['Meets applicable federal standards', false],
  ['CPSIA compliant', false],
  ['N/A', false],
])('%p cites a rule: %p', (text, cites) => {
  expect(citesRule(text)).toBe(cites);
});

test.each([
  'Complies with all CPSC rules',
  'Conforms to CPSC regulations',
  'CPSIA compliant',
  'CPSIA compliant (2026)',
  'Product is compliant',
  'Fully compliant with U.S. law',
  'U.S. federal safety standards',
  'Any and all consumer product safety acts',
  'all of 16 CFR',
  'All parts of Title 16 CFR',
  'each rule that applies',
  '符合所有CPSC法规',
  '16 CFR parts 1000-1799 as applicable',
  'Any rule of 16 CFR parts 1000 to 1799',
  '16 CFR part 1203 - and all other applicable CPSC rules',
  '16 CFR part 1203 (and every other CPSC regulation)',
  '16 CFR part 1203 plus all applicable requirements',
])('%p is a general statement', (text) => {
  expect([isBlanket(text), evaluateCitation(text).isRecognised]).toEqual([true, false]);
});

test.each([
  '16 CFR part 1203 - Safety standard for bicycle helmets',
  '16 CFR part 1303 (Ban of lead paint on all consumer products)',
  '16 CFR parts 1630 and 1631',
  'All requirements of 16 CFR part 1203',
  'Complies with 16 CFR part 1203',
  'Complies with ASTM F2040',
  'Federal Hazardous Substances Act',
  'Standard for the Flammability of Clothing Textiles',
  'EN 71-3',
  'REACH',
  'Prop 65',
])('%p is none', (text) => {
  expect(isBlanket(text)).toBe(false);
});

test.each([
  '16 CFR part 1203 - does not apply',
  '16 CFR part 1203 (inapplicable)',
  '16 CFR part 1203, not tested',
  "16 CFR part 1203 - doesn't apply",
  '16 CFR part 1203 - bicycle helmets (not tested)',
])('%p does not cite what it denies', (text) => {
  expect(evaluateCitation(text).isRecognised).toBe(false);
});

const general = rules.filter(({ certificate, ...rule }) => certificate !== 'CPC' && !('vacated' in rule));
test.each(general.map((rule) => [rule.citation, rule] as const))(
  '%s is recognised with its title',
  (citation, rule) => {
    for (const text of [
      ` - ${rule.title}`,
      `: ${rule.title}`,
      `, ${rule.title}`,
      ` (${rule.title})`,
      ` - ${rule.appliesTo}`,
    ]) {
      expect([text, evaluateCitation(citation + text).isRecognised]).toEqual([text, true]);
    }
  },
);

test.each([
  '16 CFR part 1203, 1303',
  '16 CFR part 1203, part 1303',
  '16 CFR part 1203, and 16 CFR part 1303',
  '16 CFR part 1203: through 1205',
  '16 CFR part 1203, section 4',
  '16 CFR part 1203 (ASTM F1447)',
])('%p is not one citation with a title', (text) => {
  expect(parseCitation(text)).toBeUndefined();
});

test('a title may begin with the letters of a denial', () => {
  expect(printableTitle('16 CFR part 1203 - Northern bicycle helmets')).toBe(printableTitle('16 CFR part 1203'));
  expect(evaluateCitation('16 CFR part 1203, Notable helmets').isRecognised).toBe(true);
});

test.each(['16 CFR part 1203 subpart A', '16 CFR part 1203, Subpart B', '16 C.F.R. 1203 (subpart C)'])(
  'a subpart such as %p is not checked, as a section',
  (text) => {
    expect(evaluateCitation(text)).toMatchObject({ isRecognised: false, isUnknownSection: true });
    expect(findRule(text)?.citation).toBe('16 CFR part 1203');
    expect(printableTitle(text)).toBeUndefined();
  },
);

describe('notes', () => {
  const kinds = (...cited: string[]) =>
    citationNotes(cited).map(({ path, kind }) => `${path.split('/').at(-1)} ${kind}`);

  test.each<[cited: string[], kinds: string[]]>([
    [['16 CFR part 1203', '16 CFR 1263.3', '16 CFR 1263.4', '15 U.S.C. 2056e'], []],
    [['16 CFR part 1610', '16 C.F.R. § 1610.4'], ['1 duplicate']],
    [['16 CFR 1500.17(a)(8)', '16 CFR 1500.17(a)(13)'], []],
    [['16 CFR part 9999'], ['0 unknown']],
    [['EN 71-1'], ['0 unknown']],
    // Defects, which have their own list.
    [['Meets applicable federal standards'], []],
    [['16 CFR 9999.1'], []],
    [['All requirements of 16 CFR part 1203'], ['0 unknown']],
    [['16 CFR part 1501', '16 CFR 1501'], ['1 duplicate']],
  ])('%j', (cited, expected) => {
    expect(kinds(...cited)).toEqual(expected);
  });
});

describe('search', () => {
  test('finds entries by words in any case, and by a citation in any spelling', () => {
    expect(searchCitations('bicycle HELMETS').map(({ citation }) => citation)).toEqual(['16 CFR part 1203']);
    expect(searchCitations('16 C.F.R. § 1610.1(d)(1)')[0]?.citation).toBe('16 CFR part 1610');
    expect(searchCitations('1501').map(({ citation }) => citation)).toContain('16 CFR part 1501');
  });

  test('returns at most `limit` entries, and none for an empty query', () => {
    expect(searchCitations('16', 5)).toHaveLength(5);
    expect(searchCitations('  ')).toEqual([]);
    expect(searchCitations('zeppelin')).toEqual([]);
  });

  test('returns the basis of each entry', () => {
    for (const rule of searchCitations('16 CFR', 100)) expect(rule.basis).toBeString();
  });
});
