/** The report of a scan, from everything that was read. A pure function over facts. */
import type { DetailedReport, Severity } from '../../domain/scan-report.ts';
import type { Work } from '../../domain/work.ts';
import { destinationGraph } from '../graph/destination-graph.ts';
import { evaluateRules } from '../rules/evaluate-rules.ts';
import { shownName } from '../rules/rule.ts';
import { scoreOf } from '../rules/score.ts';
import { type Fact, sortFacts } from '../tags/facts.ts';

/** `facts`: of all pages, containers and pixels that were read, and of what was not. */
export function detailedReport(facts: readonly Fact[], work?: Work): DetailedReport {
  const page = sortFacts(facts);
  const findings = evaluateRules(facts, work);
  const counts: Record<Severity, number> = { info: 0, warn: 0, error: 0 };
  for (const { severity } of findings) counts[severity]++;
  return {
    state: 'judged',
    page_kind: page.pageKinds[0]?.is ?? 'storefront',
    score: scoreOf(findings),
    score_explanation: { parts: [], caps: [] },
    findings,
    severity_counts: counts,
    pages: page.pageKinds.map(({ url, is, journey }) => ({ url, kind: is, journey })),
    looked_at: [],
    not_looked_at: page.unread.map(({ what, id, name, reason }) => ({
      kind: what,
      id,
      ...(name !== undefined && { name: shownName(name) }),
      reason,
    })),
    graph: destinationGraph(page),
  };
}
