/** Which codes each laboratory is filed with, and which exclusions. No cited rule is left out without a gap. */
import { type GccRequest, labsOf } from '../../domain/certificate.ts';
import { isExclusionOf } from '../issue/exclusions.ts';
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
  const gaps: Gap[] = [];
  const inferred = new Set<string>();
  const take = (found: FoundCode) => {
    if ('fault' in found) return [];
    if (found.inferred) inferred.add(found.code);
    return [found.code];
  };

  const testedBy = (rule: string) => labs.findIndex(({ lab }) => (lab.rules ?? cited).includes(rule));
  for (const [index, rule] of cited.entries()) {
    if (cited.indexOf(rule) < index) continue;
    const lab = testedBy(rule);
    const path = `/labs/${Math.max(lab, 0)}/citationCodes`;
    const found = codes.find(rule, 'rule');
    if (lab < 0 && exclusions.some(({ citation }) => isExclusionOf(citation, rule))) continue;
    if (lab < 0) {
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
  const byLab = labs.map(({ path, lab }, index) => {
    if (lab.rules?.length === 0) gaps.push(gapAt(`${path}/rules`, `/labs/${index}/citationCodes`, 'are missing'));
    return unique((lab.rules ?? cited).flatMap((rule) => take(codes.find(rule, 'rule'))));
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

function unique(codes: string[]): string[] {
  return [...new Set(codes)];
}
