/** The report with exactly the fields of the v1 contract. */
import type { DetailedReport, ScanReport } from '../../domain/scan-report.ts';

/** v1 has no score for "not judged". It is 0 there, and a finding says why. */
export function v1Report({ score, findings, severity_counts }: DetailedReport): ScanReport {
  return {
    score: score ?? 0,
    findings: findings.map(({ rule_id, severity, message }) => ({ rule_id, severity, message })),
    severity_counts: { ...severity_counts },
  };
}
