/** Each case as expected, and each expectation able to fail. */
import { describe, expect, test } from 'bun:test';
import { CASES, faultsOf, matching, PHRASES, type ReadCase, readCase } from '../../test/support/pixel-cases.ts';

/** Cases whose rules are still to come. */
const OPEN = new Set(['c04_unless_excludes.js', 'c13_template_pixel_ids.js']);

describe.each(CASES)('$file', (one) => {
  if (OPEN.has(one.file)) {
    test.todo('is reported as expected');
    return;
  }

  test('is reported as expected', () => {
    expect(faultsOf(one, readCase(one))).toEqual([]);
  });

  test.if(one.must.some(({ severity }) => severity !== undefined && severity !== 'any'))(
    'fails without the findings that it must have',
    () => {
      const read = readCase(one);
      for (const expected of one.must) {
        if (expected.severity === undefined || expected.severity === 'any') continue;
        const wanted = new Set(matching(expected, read));
        const findings = read.report.findings.filter((finding) => !wanted.has(finding));
        const without: ReadCase = { ...read, report: { ...read.report, findings } };
        expect(faultsOf(one, without).length).toBeGreaterThan(0);
      }
    },
  );
});

test('every phrase has a test of its meaning, and no test is for nothing', () => {
  const phrases = CASES.flatMap(({ must, must_not }) => [...must, ...must_not].flatMap(({ phrase }) => phrase || []));
  expect(Object.keys(PHRASES).sort()).toEqual([...new Set(phrases)].sort());
});
