/** A report that fits into the answer of a worker. A page that was made to have a long one is reported in part, and the report says so. */
import type { DetailedReport, FindingPlace } from '../../domain/scan-report.ts';

const STEPS = [
  { findings: 1000, places: 5, graph: true },
  { findings: 300, places: 1, graph: false },
  { findings: 50, places: 1, graph: false },
];

/** `charsMax`: of its JSON. The gravest findings come first, so they stay. The counts and the score are those of all. */
export function boundedReport(report: DetailedReport, charsMax: number): DetailedReport {
  if (JSON.stringify(report).length <= charsMax) return report;
  for (const step of STEPS) {
    const cut = cutTo(report, step);
    if (JSON.stringify(cut).length <= charsMax) return cut;
  }
  throw new Error('The report is too long in its shortest form.');
}

function cutTo(report: DetailedReport, { findings, places, graph }: (typeof STEPS)[number]): DetailedReport {
  const few = (list: FindingPlace[]) => list.slice(0, places);
  const id = report.pages[0] ? new URL(report.pages[0].url).pathname : '/';
  return {
    ...report,
    findings: report.findings
      .slice(0, findings)
      .map((finding) => ({ ...finding, places: few(finding.places), evidence: finding.evidence.slice(0, places) })),
    not_looked_at: [
      ...report.not_looked_at,
      { kind: 'page', id, reason: 'It has more places than a report can show; only the first ones are in it.' },
    ],
    graph: graph
      ? { ...report.graph, senders: report.graph.senders.map((sender) => ({ ...sender, places: few(sender.places) })) }
      : { senders: [], destinations: [], sendings: [], doubles: [] },
  };
}
