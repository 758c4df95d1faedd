/** Testing exclusions (16 CFR 1110.11(c)): which rule each belongs to, and whether the product needs no test. */
import codes from '../../../data/entry/citation-codes.json' with { type: 'json' };
import { type GccRequest, labsOf } from '../../domain/certificate.ts';
import { citationKeys, findRule, isRule } from './citations.ts';

/** The provisions that are known to exclude from testing, and what they are part of. */
const KNOWN = new Set(
  codes.filter(({ kind }) => kind === 'exclusion').flatMap(({ citation }) => citationKeys(citation) ?? []),
);

/** Whether a text cites a provision inside a rule, such as `16 CFR 1610.1(d)(1)`. A whole part of the CFR is a rule. */
export function namesProvision(text: string): boolean {
  const keys = citationKeys(text);
  return keys !== undefined && !/^16 CFR \d{4}$/.test(keys[0]) && (KNOWN.has(keys[0]) || !isRule(text));
}

/** Whether it cites one that is not listed here, so nothing says that it exists and excludes anything. */
export function isUnknownProvision(text: string): boolean {
  return namesProvision(text) && !KNOWN.has(citationKeys(text)![0]);
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

/**
 * Positions of the cited rules that no laboratory tested and that have no exclusion, if each laboratory states its rules. One that
 * states none tested all of them.
 */
export function untestedRules(request: GccRequest): number[] {
  const labs = labsOf(request).map(({ lab }) => lab);
  if (labs.length === 0 || labs.some(({ rules }) => rules === undefined)) return [];
  const canonical = (rule: string) => citationKeys(rule)?.[0] ?? rule;
  const tested = new Set(labs.flatMap(({ rules }) => rules!.map(canonical)));
  return request.cpsc_rules_cited.flatMap((rule, position) => {
    const isExcluded = request.exclusions.some(({ citation }) => isExclusionOf(citation, rule));
    return tested.has(canonical(rule)) || isExcluded ? [] : [position];
  });
}
