/** The latest scans with their findings, for the operator. Scans that were answered from the cache are not kept again. */
import type { LossyStore } from './lossy-store.ts';
import type { Finding, ScanReport, ScanState, Severity } from './scan-report.ts';

export interface LoggedScan {
  /** When it ended, Unix milliseconds. */
  atMs: number;
  /** Host and path. A query may contain personal data, so it is never kept. */
  address: string;
  /** Whether the caller had a key. */
  withKey: boolean;
  /** Whether containers were read too. */
  deep: boolean;
  /** Null if the scan failed, or if its page was not judged. */
  score: number | null;
  severityCounts: ScanReport['severity_counts'];
  findings: Finding[];
  /** Error code of a scan that failed; empty otherwise. */
  code: string;
}

export interface ScanLogRow extends LoggedScan {
  id: number;
}

export const SCAN_OUTCOMES = ['error', 'warn', 'clean', 'not_judged', 'failed'] as const;
/** The gravest finding is an error or a warning; neither; nothing can be said of the page; no report. */
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

/**
 * As many findings as there is room for: those that say how much was judged, and then the gravest first. `severityCounts` has the
 * numbers of all.
 */
export function findingsToKeep(findings: readonly Finding[]): Finding[] {
  const kept: Finding[] = [];
  let bytes = 2;
  const rank = ({ rule_id, severity }: Finding) =>
    STATE_RULES.some(([rule]) => rule === rule_id) ? -1 : GRAVEST_FIRST.indexOf(severity);
  const sorted = findings.toSorted((a, b) => rank(a) - rank(b));
  for (const { rule_id, severity, message } of sorted) {
    const finding = { rule_id, severity, message };
    // A character takes at most three bytes for each of its UTF-16 units.
    bytes += 1 + 3 * JSON.stringify(finding).length;
    if (bytes > FINDINGS_BYTES_MAX) break;
    kept.push(finding);
  }
  return kept;
}

/** The findings of v1 that say how much of a page was judged: its report has no field for it. */
const STATE_RULES: [rule: string, state: ScanState][] = [
  ['page_not_judged', 'not_judged'],
  ['scan_not_looked_at', 'partly_judged'],
  ['scan_truncated', 'partly_judged'],
];

/** How much of the page the score speaks for. Undefined if the scan failed. */
export function stateOf({ code, findings }: Pick<LoggedScan, 'code' | 'findings'>): ScanState | undefined {
  if (code !== '') return undefined;
  const rules = new Set(findings.map(({ rule_id }) => rule_id));
  return STATE_RULES.find(([rule]) => rules.has(rule))?.[1] ?? 'judged';
}

/** A scan as it is kept. */
export function loggedScan(
  { report, address, ...scan }: { atMs: number; address: string; deep: boolean; report?: ScanReport; code: string },
  withKey: boolean,
): LoggedScan {
  const { score = null, severity_counts = { info: 0, warn: 0, error: 0 }, findings = [] } = report ?? {};
  return {
    ...scan,
    address: addressToKeep(address),
    withKey,
    // v1 has the score 0 for a page that was not judged.
    score: stateOf({ code: scan.code, findings }) === 'not_judged' ? null : score,
    severityCounts: severity_counts,
    findings: findingsToKeep(findings),
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
