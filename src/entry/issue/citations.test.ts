import { describe, expect, test } from 'bun:test';
import codes from '../../../data/entry/citation-codes.json' with { type: 'json' };
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

test('the catalogue has 100 rules with 100 different citations', () => {
  expect(rules).toHaveLength(100);
  expect(new Set(rules.map(({ citation }) => parseCitation(citation)?.[0])).size).toBe(100);
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
  '16 CFR part 1203 - non-compliant',
  '16 CFR part 1203, FAILED',
  '16 CFR part 1203 (failed)',
  '16 CFR part 1203 - helmets, retention system fails',
  '16 CFR part 1203 - has not passed',
  '16 CFR part 1203 - bicycle helmets except the visor',
])('%p does not cite what it denies', (text) => {
  expect(evaluateCitation(text).isRecognised).toBe(false);
});

test.each([
  '16 CFR part 1203 - to be tested',
  '16 CFR part 1203 - pending',
  '16 CFR part 1203: TBD',
  '16 CFR part 1203 - bicycle helmets (testing in progress)',
  '16 CFR part 1203 - bicycle helmets - pending',
  '16 CFR part 1203 (report awaited)',
  '16 CFR part 1203 - N/A',
  '16 CFR part 1203 - ?',
  '16 CFR 1610.1(d)(1) - to be confirmed by lab',
])('%p does not cite what it puts off', (text) => {
  expect(parseCitation(text)).toBeUndefined();
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

test.each(rules.filter(({ certificate }) => certificate === 'CPC').map((rule) => [rule.citation, rule] as const))(
  "%s is known as a children's rule with its title",
  (citation, { title, appliesTo }) => {
    for (const text of [` - ${title}`, ` - ${appliesTo}`, ` (${title})`]) {
      expect([text, evaluateCitation(citation + text).isChildrensOnly]).toEqual([text, true]);
    }
  },
);

test.each(codes.flatMap(({ citation, title }) => (title === undefined ? [] : [[citation, title] as const])))(
  'the exclusion %s is known with its title',
  (citation, title) => {
    expect(parseCitation(`${citation} - ${title}`)).toEqual(parseCitation(citation));
  },
);

test.each([
  '16 CFR part 1203, 1303',
  '16 CFR part 1203, part 1303',
  '16 CFR part 1203, and 16 CFR part 1303',
  '16 CFR part 1203: through 1205',
  '16 CFR part 1203, section 4',
  '16 CFR part 1203 (ASTM F1447)',
  '16 CFR part 1203 - ASTM F1447',
  '16 CFR part 1203 - 16 CFR part 1501',
  '16 CFR part 1203 - 16 CFR part 9999',
  '16 CFR part 1203 - part 9999',
  '16 CFR parts 1203 – 1303',
  '16 CFR part 1203 - CPSIA section 101',
  '16 CFR part 1203 - Bicycle helmets; lead paint',
  '16 CFR part 1203 (bicycle helmets) & small parts rule',
  '16 CFR part 1203 - bicycle helmets & small parts',
  '16 CFR part 1203 - bicycle helmets and lead paint rule',
  '16 CFR part 1203, small parts',
  '16 CFR part 1203, and lead paint',
])('%p is not one citation with a title', (text) => {
  expect(parseCitation(text)).toBeUndefined();
});

test.each([
  ['16 CFR part 1501 - Small parts', '16 CFR 1501'],
  ['16 CFR part 1501, Small parts regulations', '16 CFR 1501'],
  ['16 CFR part 1450 - Virginia Graeme Baker Pool and Spa Safety Act', '16 CFR 1450'],
  ['16 CFR part 1640 - TB 117-2013', '16 CFR 1640'],
  ['16 CFR part 1630 - Surface Flammability of Carpets & Rugs (FF 1-70)', '16 CFR 1630'],
  ['16 CFR 1263.3 (UL 4200A)', '16 CFR 1263.3'],
  ['16 CFR part 1203 (Bicycle helmets) - Adult', '16 CFR 1203'],
  ['16 CFR part 1203 (Bicycle helmets).', '16 CFR 1203'],
  [
    '16 CFR part 1303 - Ban of Lead-Containing Paint and Certain Consumer Products Bearing Lead-Containing Paint',
    '16 CFR 1303',
  ],
  ['16 CFR part 1263 - Button Cell or Coin Batteries and Consumer Products Containing Such Batteries', '16 CFR 1263'],
  ['16 CFR 1500.18(a) - Toys and other articles intended to be used by children', '16 CFR 1500.18(a)'],
  ['16 CFR 1610.1(d)(1) - 2.6 ounces per square yard or more', '16 CFR 1610.1(d)(1)'],
  ['16 CFR 1500.91 - Materials determined not to exceed the lead limit', '16 CFR 1500.91'],
  ['16 CFR part 1203 - 自行车头盔', '16 CFR 1203'],
])('the title of %s is one', (text, canonical) => {
  expect(parseCitation(text)?.[0]).toBe(canonical);
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
