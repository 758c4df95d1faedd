/** Each case as expected, and each expectation able to fail. */
import { describe, expect, test } from 'bun:test';
import { CASES, faultsOf, matching, PHRASES, type ReadCase, readCase } from '../../test/support/pixel-cases.ts';

describe.each(CASES)('$file', (one) => {
  test('is reported as expected', () => {
    expect(faultsOf(one, readCase(one))).toEqual([]);
  });

  const wanted = one.must.filter(({ severity }) => severity !== undefined && severity !== 'any');
  if (wanted.length === 0) return;
  test('fails without the findings that it must have', () => {
    const read = readCase(one);
    for (const expected of wanted) {
      const found = new Set(matching(expected, read));
      const findings = read.report.findings.filter((finding) => !found.has(finding));
      const without: ReadCase = { ...read, report: { ...read.report, findings } };
      expect(faultsOf(one, without).length).toBeGreaterThan(0);
    }
  });
});

test('every phrase has a test of its meaning, and no test is for nothing', () => {
  const phrases = CASES.flatMap(({ must, must_not }) => [...must, ...must_not].flatMap(({ phrase }) => phrase || []));
  expect(Object.keys(PHRASES).sort()).toEqual([...new Set(phrases)].sort());
});
