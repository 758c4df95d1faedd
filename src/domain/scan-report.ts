/** The report of a scan, as the v1 contract defines it. */

export type Severity = 'info' | 'warn' | 'error';

export interface Finding {
  rule_id: string;
  severity: Severity;
  message: string;
}

export interface ScanReport {
  /** 0 to 100. Any finding of severity `error` keeps it at 79 or below. */
  score: number;
  findings: Finding[];
  severity_counts: { info: number; warn: number; error: number };
}

/** A finding with its place, for the command line. The API returns only the three fields of `Finding`. */
export interface LocatedFinding extends Finding {
  /** 1-based, in the decoded page. Absent for findings about the page as a whole or about a container. */
  line?: number;
  column?: number;
  /** A short piece of the page at the match, without secrets. */
  excerpt?: string;
  remedy: string;
  /** `page`, or the id or address of the container in which it was found. */
  origin: string;
}
