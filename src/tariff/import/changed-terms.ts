/** The terms of a listing that decide an answer. Its words and its source do not. */
import type { Terms } from '../../domain/tariff-list.ts';

const DECIDING = [
  'programme',
  'kind',
  'ch99_heading',
  'rate',
  'rate_kind',
  'charged_on',
  'weight_test',
  'condition',
  'numbers_as_of',
] as const satisfies (keyof Terms)[];

export type DecidingTerm = (typeof DECIDING)[number];

export function changedTerms(before: Terms, after: Terms): DecidingTerm[] {
  return DECIDING.filter((name) => (before[name] ?? null) !== (after[name] ?? null));
}
