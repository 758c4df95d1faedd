/**
 * The score is 100 minus the deduction of each category. Deductions saturate for each rule, because removing ten copies of a
 * snippet is one job, and for each category, so that one kind of fault does not decide the whole score. Any error keeps the
 * score at 79 or below. What was not looked at keeps it lower too.
 */

import type { Finding, ScoreExplanation } from '../../domain/scan-report.ts';
import { CATEGORIES, ruleOf } from './index.ts';
import type { Category } from './rule.ts';

const LIMITS: Readonly<Record<Category, number>> = {
  double_counting: 60,
  privacy_security: 45,
  legacy_install: 40,
  dead_code: 35,
  checkout_surface: 35,
  config_error: 35,
  inventory: 1,
};

const ERROR_CAP = { at: 79, reason: 'A finding of severity error keeps the score at 79 or below.' };
const SCORE_MAX = 100;

export interface Scoring {
  /** 0 to 100. */
  score: number;
  /** The points of its parts add up to 100 minus the score before its caps. */
  explanation: ScoreExplanation;
  /** Points of each finding. They add up to the points of its category. */
  points: number[];
}

/**
 * Expects one finding for each rule and id. A finding of severity info costs nothing. Whole points are given out by largest
 * remainder, so that every sum is exact.
 */
export function scoring(findings: readonly Finding[], caps: ScoreExplanation['caps'] = []): Scoring {
  const deductions = findings.map(() => 0);
  const sums = new Map<Category, number>();
  const copies = new Map<string, number>();
  findings.forEach(({ rule_id, severity }, i) => {
    const rule = ruleOf(rule_id);
    if (!rule || severity === 'info') return;
    const count = copies.get(rule_id) ?? 0;
    copies.set(rule_id, count + 1);
    deductions[i] = rule.weight * (count === 0 ? 1 : count <= 2 ? 0.25 : 0);
    sums.set(rule.category, (sums.get(rule.category) ?? 0) + deductions[i]!);
  });
  const found = CATEGORIES.filter((category) => (sums.get(category) ?? 0) > 0);
  const exact = found.map((category) => LIMITS[category] * (1 - Math.exp(-sums.get(category)! / LIMITS[category])));
  const total = exact.reduce((sum, part) => sum + part, 0);
  // Any deduction is visible in the score.
  const lost = total > 0 ? Math.max(1, SCORE_MAX - Math.max(0, Math.round(SCORE_MAX - total))) : 0;
  const shares = wholeShares(lost, exact);
  const points = findings.map(() => 0);
  const parts = found.map((category, c) => {
    const own = findings.flatMap(({ rule_id }, i) =>
      deductions[i]! > 0 && ruleOf(rule_id)?.category === category ? [i] : [],
    );
    wholeShares(
      shares[c]!,
      own.map((i) => deductions[i]!),
    ).forEach((share, k) => {
      points[own[k]!] = share;
    });
    return { category, points: shares[c]!, rules: [...new Set(own.map((i) => findings[i]!.rule_id))] };
  });
  const hasError = findings.some(({ severity }) => severity === 'error');
  const applied = [...(hasError ? [ERROR_CAP] : []), ...caps];
  return {
    score: Math.min(SCORE_MAX - lost, ...applied.map(({ at }) => at)),
    explanation: { parts, caps: applied },
    points,
  };
}

/** 0 to 100. */
export function scoreOf(findings: readonly Finding[]): number {
  return scoring(findings).score;
}

/** Whole numbers in proportion to `weights` that add up to `total`. What rounding leaves goes to the largest remainders. */
function wholeShares(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (sum === 0) return weights.map(() => 0);
  const exact = weights.map((weight) => (total * weight) / sum);
  const shares = exact.map(Math.floor);
  const left = total - shares.reduce((all, share) => all + share, 0);
  const byRemainder = exact
    .map((value, i) => ({ i, remainder: value - Math.floor(value) }))
    .sort((a, b) => b.remainder - a.remainder || a.i - b.i);
  for (const { i } of byRemainder.slice(0, left)) shares[i]!++;
  return shares;
}
