import { describe, expect, test } from 'bun:test';
import type { Finding, Severity } from '../../domain/scan-report.ts';
import { scoreOf } from './score.ts';

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
