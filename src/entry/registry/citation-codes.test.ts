import { describe, expect, test } from 'bun:test';
import { citationCodes } from './citation-codes.ts';

describe('an imported table replaces the built-in codes', () => {
  const find = (citation: string, kind: 'rule' | 'exclusion', rows: Parameters<typeof citationCodes>[0]) =>
    citationCodes(rows).find(citation, kind);

  test('a code that it confirms is not inferred, one that it lacks is gone', () => {
    expect(find('16 CFR part 1203', 'rule', [{ code: '1203' }])).toEqual({ code: '1203', inferred: false });
    expect(find('16 CFR part 1512', 'rule', [{ code: '1203' }])).toEqual({
      fault: expect.stringContaining('imported table'),
    });
  });

  test('a citation that it names has its code, in its spelling', () => {
    const rows = [{ code: 'RL-2056E', citation: '15 U.S.C. § 2056e' }];
    expect(find('15 USC 2056e', 'rule', rows)).toEqual({ code: 'RL-2056E', inferred: false });
    expect(find('15 USC 2056e', 'rule', [...rows, { ...rows[0]!, code: 'OTHER' }])).toEqual({
      fault: expect.stringContaining('several'),
    });
  });

  test('it says what is an exclusion, and where it does not, ours does', () => {
    expect(find('16 CFR 1610.1(d)(1)', 'exclusion', [{ code: '1610.1(d)(1)' }])).toHaveProperty('code');
    expect(find('16 CFR 1610.1(d)(1)', 'rule', [{ code: '1610.1(d)(1)' }])).toHaveProperty('fault');
    expect(find('16 CFR part 1203', 'exclusion', [{ code: '1203', kind: 'rule' }])).toHaveProperty('fault');
    expect(find('16 CFR part 1260', 'rule', [{ code: '1260' }])).toHaveProperty('code');
    expect(find('16 CFR part 1501', 'rule', [{ code: '1501' }])).toHaveProperty('fault');
  });
});

describe('words behind a citation', () => {
  const find = (citation: string, kind: 'rule' | 'exclusion') => citationCodes().find(citation, kind);

  test.each([
    ['16 CFR part 1203 - Safety standard for bicycle helmets', 'rule'],
    ['16 CFR part 1203 (Helmets)', 'rule'],
    ['16 CFR part 1203 - Safety standard', 'rule'],
    ['16 CFR part 1610 - Standard for the flammability of clothing textiles', 'rule'],
    ['16 CFR 1610.1(d)(1) - Plain surface fabrics, 2.6 ounces or more', 'exclusion'],
    ['16 CFR 1610.1(d)(2) - Listed fibers', 'exclusion'],
  ] as const)('%s has a code as %s', (citation, kind) => {
    expect(find(citation, kind)).toHaveProperty('code');
  });

  test.each([
    ['16 CFR part 1203 - lead paint', 'rule'],
    ['16 CFR part 1203 (待定)', 'rule'],
    ['16 CFR part 1203 - 16 CFR part 1501', 'rule'],
    ['16 CFR 1610.1(d)(1) - heavy enough', 'exclusion'],
    ['16 CFR 1610.1(d)(1) - to be confirmed by lab', 'exclusion'],
  ] as const)('%s has none as %s: it may speak of another rule', (citation, kind) => {
    expect(find(citation, kind)).toHaveProperty('fault');
  });
});
