/** What a scan answers (the v1 contract). */

export type Severity = 'info' | 'warn' | 'error';

export interface Finding {
  rule_id: string;
  severity: Severity;
  message: string;
}

export interface ScanReport {
  /** 0 to 100; any error keeps it at 79 or below. */
  score: number;
  findings: Finding[];
  severity_counts: { info: number; warn: number; error: number };
}

/** One finding with its place, for the command line's report; the API shows only the three contract fields. */
export interface LocatedFinding extends Finding {
  /** 1-based line and column in the decoded page; absent for findings about the page as a whole. */
  line?: number;
  column?: number;
  /** A short piece of the page around the match, secrets removed. */
  excerpt?: string;
  remedy: string;
  /** `page`, or the URL of the container the finding comes from. */
  origin: string;
}
