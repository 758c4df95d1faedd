/**
 * The score is 100 minus the deduction of each category. Deductions saturate for each rule, because removing ten copies of a
 * snippet is one job, and for each category, so that one kind of fault does not decide the whole score. Any error keeps the
 * score at 79 or below.
 */

import type { Finding } from '../../domain/scan-report.ts';
import { CATEGORIES, ruleOf } from './index.ts';
import type { Category } from './rule.ts';

const CAPS: Readonly<Record<Category, number>> = {
  double_counting: 60,
  privacy_security: 45,
  legacy_install: 40,
  dead_code: 35,
  checkout_surface: 35,
  config_error: 35,
  inventory: 1,
};

const ERROR_CEILING = 79;

/** 0 to 100. Expects one finding for each rule and id. A finding whose severity was lowered to info costs nothing. */
export function scoreOf(findings: readonly Finding[]): number {
  const ids = new Map<string, number>();
  for (const { rule_id, severity } of findings) {
    if (severity !== 'info') ids.set(rule_id, (ids.get(rule_id) ?? 0) + 1);
  }
  const sums = new Map<Category, number>();
  for (const [id, count] of ids) {
    const rule = ruleOf(id);
    if (!rule) continue;
    const deduction = rule.weight * Math.min(1 + 0.25 * (count - 1), 1.5);
    sums.set(rule.category, (sums.get(rule.category) ?? 0) + deduction);
  }
  let deducted = 0;
  for (const category of CATEGORIES) {
    const cap = CAPS[category];
    deducted += cap * (1 - Math.exp(-(sums.get(category) ?? 0) / cap));
  }
  const score = Math.max(0, Math.round(100 - deducted));
  if (findings.some(({ severity }) => severity === 'error')) return Math.min(score, ERROR_CEILING);
  return deducted > 0 ? Math.min(score, 99) : score;
}
