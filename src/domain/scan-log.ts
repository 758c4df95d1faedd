/** The latest scans with their findings, for the operator. Scans that were answered from the cache are not kept again. */
import type { LossyStore } from './lossy-store.ts';
import type { Finding, ScanReport, Severity } from './scan-report.ts';

export interface LoggedScan {
  /** When it ended, Unix milliseconds. */
  atMs: number;
  /** Host and path. A query may contain personal data, so it is never kept. */
  address: string;
  /** Whether the caller had a key. */
  withKey: boolean;
  /** Whether containers were read too. */
  deep: boolean;
  /** Null if the scan failed. */
  score: number | null;
  severityCounts: ScanReport['severity_counts'];
  findings: Finding[];
  /** Error code of a scan that failed; empty otherwise. */
  code: string;
}

export interface ScanLogRow extends LoggedScan {
  id: number;
}

export const SCAN_OUTCOMES = ['error', 'warn', 'clean', 'failed'] as const;
/** The gravest finding is an error or a warning; neither; no report. */
export type ScanOutcome = (typeof SCAN_OUTCOMES)[number];

export interface ScanSearch {
  /** Part of the address, ignoring case. Empty matches every scan. */
  text: string;
  outcome?: ScanOutcome;
  sinceMs?: number;
  untilMs?: number;
  /** Only scans with a smaller id: the next page. */
  before?: number;
  limit: number;
}

export interface ScanLogStore extends LossyStore<LoggedScan> {
  /** Newest first. */
  search(search: ScanSearch): Promise<ScanLogRow[]>;
  find(id: number): Promise<ScanLogRow | undefined>;
  /** Deletes up to 100 scans that are older than the latest `SCANS_KEPT`. True if there may be more. */
  prune(): Promise<boolean>;
}

/** With `FINDINGS_BYTES_MAX` for each, the log takes at most 34 MB. */
export const SCANS_KEPT = 2000;
export const FINDINGS_BYTES_MAX = 16_384;

const GRAVEST_FIRST: Severity[] = ['error', 'warn', 'info'];

/** As many findings as there is room for, the gravest first. `severityCounts` has the numbers of all. */
export function findingsToKeep(findings: readonly Finding[]): Finding[] {
  const kept: Finding[] = [];
  let bytes = 2;
  const sorted = findings.toSorted((a, b) => GRAVEST_FIRST.indexOf(a.severity) - GRAVEST_FIRST.indexOf(b.severity));
  for (const { rule_id, severity, message } of sorted) {
    const finding = { rule_id, severity, message };
    // A character takes at most three bytes for each of its UTF-16 units.
    bytes += 1 + 3 * JSON.stringify(finding).length;
    if (bytes > FINDINGS_BYTES_MAX) break;
    kept.push(finding);
  }
  return kept;
}

/** A scan as it is kept. */
export function loggedScan(
  { report, address, ...scan }: { atMs: number; address: string; deep: boolean; report?: ScanReport; code: string },
  withKey: boolean,
): LoggedScan {
  return {
    ...scan,
    address: addressToKeep(address),
    withKey,
    score: report ? report.score : null,
    severityCounts: report?.severity_counts ?? { info: 0, warn: 0, error: 0 },
    findings: findingsToKeep(report?.findings ?? []),
  };
}

const ADDRESS_MAX = 300;

/** An address without what somebody should not have put into its path: an API key, or a mail address. At most 300 characters. */
function addressToKeep(address: string): string {
  const kept = address
    .replace(/svc_[0-9A-Za-z]{5,}/g, 'svc_…')
    .split('/')
    .map((part) => (part.includes('@') || part.includes('%40') ? '…' : part))
    .join('/');
  return kept.length > ADDRESS_MAX ? `${kept.slice(0, ADDRESS_MAX - 1)}…` : kept;
}
