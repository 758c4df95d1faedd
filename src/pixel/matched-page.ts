/** The matcher's contract: decoded text in, findings and the containers a page names out. */
import type { LocatedFinding } from '../domain/scan-report.ts';
import type { Fact } from './tags/facts.ts';

/** A GTM container or a first-party loader that the page names: what a deep scan fetches next. */
export interface ContainerReference {
  kind: 'gtm' | 'first_party_loader';
  /** `GTM-…` where known. */
  id?: string;
  url: string;
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
