/** What a scan answers (the v1 contract), and the one entrance to the matcher. Types only. */

import type { Fact } from './facts.ts';

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

/** A GTM container or a first-party loader that the page names: what a deep scan fetches next. */
export interface ContainerReference {
  kind: 'gtm' | 'first_party_loader';
  /** `GTM-…` where known. */
  id?: string;
  url: string;
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

export interface PageContext {
  /** Final address of the page after redirects; relative addresses resolve against it. */
  url: string;
  /** True when the fetch stopped at its byte limit: the report then says so in a finding. */
  truncated?: boolean;
}

/** Decoded text in, in chunks of any size; the same text gives the same findings however it is cut. */
export interface PageMatcher {
  push(text: string): void;
  /** Ends the page. Call once. */
  finish(context: PageContext): MatchedPage;
}

export interface MatchedPage {
  findings: LocatedFinding[];
  containers: ContainerReference[];
  /** What the findings were judged from; a deep scan judges them again together with its containers' facts. */
  facts?: Fact[];
}
