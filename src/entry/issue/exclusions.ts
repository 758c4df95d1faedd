/** Testing exclusions (16 CFR 1110.11(c)): which rule each belongs to, and whether the product needs no test. */
import codes from '../../../data/entry/citation-codes.json' with { type: 'json' };
import { type GccRequest, labsOf } from '../../domain/certificate.ts';
import { citationKeys, citationsIn, findRule, isRule } from './citations.ts';

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
 * Two sections of one CFR part are often different rules, so the part alone does not decide. A text that cites several rules is not
 * excluded as a whole unless each of them is.
 */
export function isExclusionOf(exclusion: string, cited: string): boolean {
  if (!namesProvision(exclusion)) return false;
  const entry = findRule(exclusion);
  const keys = citationKeys(exclusion)!;
  return citationsIn(cited).every((each) => {
    const rule = citationKeys(each)?.[0];
    return rule !== undefined && (keys.includes(rule) || (entry !== undefined && entry === findRule(each)));
  });
}

/** Whether a cited rule has an exclusion. */
export function isExcluded({ exclusions }: Pick<GccRequest, 'exclusions'>, cited: string): boolean {
  return exclusions.some(({ citation }) => isExclusionOf(citation, cited));
}

/** Whether every cited rule has an exclusion. Only then is there nothing to test. */
export function isTestingExcluded(request: GccRequest): boolean {
  const { cpsc_rules_cited: cited } = request;
  return cited.length > 0 && cited.every((rule) => isExcluded(request, rule));
}

/**
 * The rules that each laboratory tested, in the order of the laboratories (16 CFR 1110.11(a)(2), (c)). Where none of them states its
 * rules, each tested those that no exclusion covers. Beside one that states its own, a laboratory that does not leaves it open: undefined.
 */
export function testedRules(request: GccRequest): (string[] | undefined)[] {
  const labs = labsOf(request);
  const untold = () => request.cpsc_rules_cited.filter((rule) => !isExcluded(request, rule));
  const isTold = labs.some(({ lab }) => lab.rules !== undefined);
  return labs.map(({ lab: { rules } }) => rules ?? (isTold ? undefined : untold()));
}

/** JSON pointers of the rules that a laboratory is stated to have tested although an exclusion covers them. */
export function testedAndExcluded(request: GccRequest): string[] {
  return labsOf(request).flatMap(({ path, lab: { rules = [] } }) =>
    rules.flatMap((rule, index) => (isExcluded(request, rule) ? [`${path}/rules/${index}`] : [])),
  );
}

/** Positions of the cited rules that no laboratory tested and that have no exclusion. Empty while a laboratory leaves open what it tested. */
export function untestedRules(request: GccRequest): number[] {
  const labs = testedRules(request);
  const canonical = (rule: string) => citationKeys(rule)?.[0] ?? rule;
  if (labs.length === 0 || labs.includes(undefined)) return [];
  const tested = new Set(labs.flatMap((rules) => rules!.map(canonical)));
  return request.cpsc_rules_cited.flatMap((rule, position) =>
    tested.has(canonical(rule)) || isExcluded(request, rule) ? [] : [position],
  );
}
