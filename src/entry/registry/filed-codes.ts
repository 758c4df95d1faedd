/**
 * Which codes each laboratory is filed with, and which exclusions. No cited rule is left out without a gap, and none is filed as tested that
 * the request does not state as tested: what contradicts itself, or is left open, is a gap.
 */
import { type GccRequest, labsOf } from '../../domain/certificate.ts';
import { isExcluded, isTestingExcluded, testedAndExcluded, testedRules } from '../issue/exclusions.ts';
import type { CitationCodes, FoundCode } from './citation-codes.ts';
import { type Gap, gapAt } from './gaps.ts';

export interface FiledCodes {
  /** In the order of the laboratories. */
  byLab: string[][];
  exemptions: string[];
  /** Those of both that are inferred. */
  inferred: string[];
  gaps: Gap[];
}

export function filedCodes(request: GccRequest, codes: CitationCodes): FiledCodes {
  const { cpsc_rules_cited: cited, exclusions } = request;
  const labs = labsOf(request);
  const tested = testedRules(request);
  const gaps: Gap[] = [];
  const inferred = new Set<string>();
  const take = (found: FoundCode) => {
    if ('fault' in found) return [];
    if (found.inferred) inferred.add(found.code);
    return [found.code];
  };

  for (const [index, rule] of cited.entries()) {
    if (cited.indexOf(rule) < index) continue;
    const lab = tested.findIndex((rules) => rules?.includes(rule));
    const path = `/labs/${Math.max(lab, 0)}/citationCodes`;
    const found = codes.find(rule, 'rule');
    if (lab < 0 && isExcluded(request, rule)) continue;
    // What a laboratory leaves open is a gap of its own.
    if (lab < 0 && !tested.includes(undefined)) {
      gaps.push(
        gapAt(`/cpsc_rules_cited/${index}`, path, 'lack a rule that no laboratory tested and no exclusion covers'),
      );
    }
    if ('fault' in found) {
      gaps.push(gapAt(`/cpsc_rules_cited/${index}`, path, `lack a code for this citation: ${found.fault}`));
    }
  }
  if (cited.length === 0 && (labs.length > 0 || exclusions.length === 0)) {
    gaps.push(gapAt('/cpsc_rules_cited', '/labs/0/citationCodes', 'are missing: no rule is cited'));
  }
  for (const field of testedAndExcluded(request)) {
    const index = labs.findIndex(({ path }) => field.startsWith(`${path}/`));
    const text = 'have a rule that an exclusion covers too: state that it was tested, or that it is excluded';
    gaps.push(gapAt(field, `/labs/${index}/citationCodes`, text));
  }
  const byLab = labs.map(({ path, lab }, index) => {
    const rules = tested[index];
    if (rules === undefined || (rules.length === 0 && (cited.length > 0 || lab.rules))) {
      gaps.push(gapAt(`${path}/rules`, `/labs/${index}/citationCodes`, missingText(request, rules)));
    }
    return unique((rules ?? []).flatMap((rule) => take(codes.find(rule, 'rule'))));
  });

  const exemptions = exclusions.flatMap(({ citation }, index) => {
    const found = codes.find(citation, 'exclusion');
    if ('fault' in found) {
      gaps.push(gapAt(`/exclusions/${index}/citation`, '/exemptions', `lack a code for this citation: ${found.fault}`));
    }
    return take(found);
  });
  return { byLab, exemptions: unique(exemptions), inferred: [...inferred], gaps };
}

/** Why a laboratory has no code. */
function missingText(request: GccRequest, rules: string[] | undefined): string {
  if (rules === undefined) {
    return 'are missing: where one laboratory states which of the cited rules it tested, each has to';
  }
  return isTestingExcluded(request)
    ? 'are missing: an exclusion covers every cited rule. Leave the laboratory out, or state what it tested'
    : 'are missing';
}

function unique(codes: string[]): string[] {
  return [...new Set(codes)];
}
