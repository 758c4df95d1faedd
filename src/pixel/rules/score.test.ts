import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { Finding, Severity } from '../../domain/scan-report.ts';
import { catalogue, ruleOf } from './index.ts';
import { scoreOf, scoring } from './score.ts';

const finding = (rule_id: string, severity: Severity): Finding => ({ rule_id, severity, message: 'm' });

describe('score', () => {
  const table: [string, Finding[], number][] = [
    ['nothing found', [], 100],
    ['notes cost nothing', [finding('web_pixel_inventory', 'info')], 100],
    // 35 × (1 − e^(−6/35)) = 5.51
    ['one warning', [finding('script_tags_present', 'warn')], 94],
    // 60 × (1 − e^(−30/60)) = 23.61
    ['one error, below the ceiling of errors', [finding('meta_pixel_double_install', 'error')], 76],
    // 35 × (1 − e^(−17/35)) = 13.47, and an error caps the score at 79
    ['one small error is capped at 79', [finding('universal_analytics_tag', 'error')], 79],
    // 40 × (1 − e^(−4/40)) = 3.81
    ['a small deduction', [finding('amp_legacy_trackers', 'warn')], 96],
    ['a finding lowered to a note costs nothing', [finding('ga4_double_install', 'info')], 100],
    [
      'a finding lowered to a warning costs its weight, without the ceiling of errors',
      [finding('universal_analytics_tag', 'warn')],
      87,
    ],
  ];
  test.each(table)('%s', (_, findings, score) => expect(scoreOf(findings)).toBe(score));

  test('ten copies of one snippet cost at most one and a half times its weight', () => {
    const copies = (n: number) => scoreOf(Array.from({ length: n }, () => finding('legacy_meta_pixel_call', 'warn')));
    // 40 × (1 − e^(−21/40)) = 16.34
    expect([copies(3), copies(10)]).toEqual([84, 84]);
  });
});

describe('for any findings', () => {
  const any = fc.array(
    fc.record({
      rule_id: fc.constantFrom(...catalogue().map(({ id }) => id), 'unknown'),
      severity: fc.constantFrom<Severity>('info', 'warn', 'error'),
      message: fc.constant('m'),
    }),
    { maxLength: 60 },
  );

  test('the points of the parts and of the findings add up exactly to what the score lost before its caps', () => {
    fc.assert(
      fc.property(any, (findings) => {
        const { score, explanation, points } = scoring(findings);
        const sum = (list: number[]) => list.reduce((all, one) => all + one, 0);
        const lost = sum(explanation.parts.map((part) => part.points));
        expect(sum(points)).toBe(lost);
        expect(score).toBe(Math.min(100 - lost, ...explanation.caps.map(({ at }) => at)));
        for (const part of explanation.parts) {
          const own = findings.flatMap(({ rule_id }, i) =>
            ruleOf(rule_id)?.category === part.category ? points[i]! : [],
          );
          expect(sum(own)).toBe(part.points);
        }
        for (const [i, { severity }] of findings.entries()) if (severity === 'info') expect(points[i]).toBe(0);
        expect([...points, lost, score].every((value) => Number.isInteger(value) && value >= 0 && value <= 100)).toBe(
          true,
        );
      }),
    );
  });

  test('a cap is named, and keeps the score at it', () => {
    fc.assert(
      fc.property(any, fc.nat(100), (findings, at) => {
        const { score, explanation } = scoring(findings, [{ at, reason: 'r' }]);
        expect(score).toBeLessThanOrEqual(at);
        expect(explanation.caps).toContainEqual({ at, reason: 'r' });
        expect(score).toBe(Math.min(scoring(findings).score, at));
      }),
    );
  });
});
