/** What the declared headings cost: the Section 232 duty alone, and the calculation in one line. */
import type { DutyAmount, Facts } from './answer.ts';
import { decimalOf, formatCents, formatDecimal, multiply, subtract, toCents } from './decimal.ts';
import type { Rule } from './rules.ts';

/** A declared heading, and whether it charges nothing from this origin. */
export interface Declared {
  rule: Rule;
  free: boolean;
}

/** The amount, or the facts that are missing for it. */
export type DutyOutcome = { duty: DutyAmount } | { duty: null; missing: string[] };

const HUNDREDTH = { units: 1n, scale: 2 };
const ONE = decimalOf(1);

/** Facts that are known only because something else says so, such as the column 1 rate of the schedule, are among `facts`. */
export function dutyAmount(declared: readonly Declared[], facts: Facts): DutyOutcome {
  const charged = declared.filter(isCharged);
  const missing = new Set<string>();
  if (charged.length === 0 && facts.value === undefined) missing.add('value');
  for (const { rule } of charged) for (const fact of neededBy(rule, facts)) missing.add(fact);
  if (missing.size > 0) return { duty: null, missing: [...missing] };
  if (charged.length === 0) return { duty: { amount: 0, currency: 'USD', arithmetic: 'nothing is charged: 0.00 USD' } };
  const parts = charged.map(({ rule }) => chargeOf(rule, facts[rule.value_fact] as number, facts));
  const cents = parts.reduce((sum, part) => sum + part.cents, 0n);
  const sum = parts.map(({ text }) => text).join(' + ');
  const arithmetic = `${sum} = ${formatCents(cents)} USD`;
  return { duty: { amount: Number(cents) / 100, currency: 'USD', arithmetic } };
}

export function isCharged({ free, rule }: Declared): boolean {
  return !free && rule.rate !== 0;
}

/** A duty by weight cannot be calculated from these facts at all. */
function neededBy(rule: Rule, facts: Facts): string[] {
  if (rule.rate === null) return [rule.specific === null ? 'rate' : 'quantity'];
  const needed: string[] = [];
  if (facts[rule.value_fact] === undefined) needed.push(rule.value_fact);
  if (rule.rate_kind === 'total' && facts.column_1_rate === undefined) needed.push('column_1_rate');
  if (rule.free_content !== null && facts.us_content_share === undefined) needed.push('us_content_share');
  return needed;
}

function chargeOf(rule: Rule, value: number, facts: Facts): { cents: bigint; text: string } {
  const rate = decimalOf(rule.rate!);
  const column1 = decimalOf((facts.column_1_rate as number | undefined) ?? 0);
  const topUp = rule.rate_kind === 'total' ? subtract(rate, column1) : rate;
  const percent = topUp.units < 0n ? decimalOf(0) : topUp;
  const share = chargedShare(rule, facts);
  const amount = multiply(multiply(multiply(decimalOf(value), share), percent), HUNDREDTH);
  const base = `${formatCents(toCents(decimalOf(value)))} USD`;
  const portion =
    rule.free_content === null ? '' : ` x ${formatDecimal(multiply(share, decimalOf(100)))}% of the value`;
  const content = rule.value_fact === 'value' ? '' : ` (${rule.basis})`;
  const rateText =
    rule.rate_kind === 'total'
      ? `(${formatDecimal(rate)}% - ${formatDecimal(column1)}% column 1${topUp.units < 0n ? ', not below 0' : ''})`
      : `${formatDecimal(rate)}%`;
  return { cents: toCents(amount), text: `${base}${content}${portion} x ${rateText}` };
}

/** The share of the value that is charged: all but the US content, of which at most `free_content` of the value is free. */
function chargedShare({ free_content }: Rule, facts: Facts) {
  if (free_content === null) return ONE;
  return subtract(ONE, decimalOf(Math.min(facts.us_content_share as number, free_content)));
}
