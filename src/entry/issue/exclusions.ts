/** Testing exclusions (16 CFR 1110.11(c)): which rule each belongs to, and whether the product needs no test. */
import type { GccRequest } from '../../domain/certificate.ts';
import { citationKeys, findRule } from './citations.ts';

/** Whether a text cites a provision inside a rule, such as `16 CFR 1610.1(d)(1)`. A whole part of the CFR is a rule. */
export function namesProvision(text: string): boolean {
  const keys = citationKeys(text);
  return keys !== undefined && !/^16 CFR \d{4}$/.test(keys[0]);
}

/**
 * Whether the exclusion belongs to the cited rule: the rule contains the provision, or both are in one rule of the catalogue.
 * Two sections of one CFR part are often different rules, so the part alone does not decide.
 */
export function isExclusionOf(exclusion: string, cited: string): boolean {
  const rule = citationKeys(cited)?.[0];
  if (rule === undefined) return false;
  const entry = findRule(exclusion);
  const isWithin = citationKeys(exclusion)?.includes(rule) || (entry !== undefined && entry === findRule(cited));
  return isWithin === true && namesProvision(exclusion);
}

/** Whether every cited rule has an exclusion. Only then is there nothing to test. */
export function isTestingExcluded({ cpsc_rules_cited: cited, exclusions }: GccRequest): boolean {
  return cited.length > 0 && cited.every((rule) => exclusions.some(({ citation }) => isExclusionOf(citation, rule)));
}
