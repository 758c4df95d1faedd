/** Finds tags in one page: decoded text goes in, a report and what else the page names come out. */

import type { Effort } from '../domain/effort.ts';
import type { DetailedReport } from '../domain/scan-report.ts';
import type { ContainerReference } from './containers/reference.ts';
import { type CustomPixelReference, customPixelReferences } from './custom-pixels/address.ts';
import { scriptReferences } from './deep/references.ts';
import type { BaseAddress } from './html/base-address.ts';
import { type ExtractorOptions, PageExtractor } from './html/page-extractor.ts';
import { detailedReport } from './report/detailed-report.ts';
import { journeyPage, pageKind } from './report/page-kind.ts';
import { type Fact, type PageKindFact, sortFacts } from './tags/facts.ts';

interface PageContext {
  /** Final address of the page after redirects. Relative addresses resolve against it. */
  url: string;
  /** True if the fetch stopped at its byte limit. The report then contains a `scan_truncated` finding. */
  truncated?: boolean;
}

export interface MatchedPage {
  report: DetailedReport;
  /** Containers, first-party loaders and payloads of Google tags. */
  containers: ContainerReference[];
  customPixels: CustomPixelReference[];
  /** What the rules were evaluated on. A deep scan evaluates them again together with the facts of the containers. */
  facts: Fact[];
}

/** Takes text in chunks of any size. The same text gives the same report, however it is cut. */
export interface PageMatcher {
  push(text: string): void;
  /** What the page cost so far. */
  readonly effort: Effort;
  /** Ends the page. Call once. */
  finish(context: PageContext): MatchedPage;
}

/** A matcher for one page. Its limits, not the page, bound its memory. Its cost is linear in the text. */
export function createMatcher(
  options: Pick<ExtractorOptions, 'blockCharsMin' | 'effort' | 'faults'> = {},
): PageMatcher {
  const extractor = new PageExtractor(options);
  const { faults } = options;
  let isBroken = false;
  const contained = (read: () => void) => {
    if (!faults) read();
    else
      faults.contain(read, () => {
        isBroken = true;
      });
  };
  return {
    effort: extractor.effort,
    push: (text) => {
      if (!isBroken) contained(() => extractor.push(text));
    },
    finish: (context) => {
      const facts = extractor.facts;
      contained(() => extractor.end());
      if (isBroken) facts.push({ kind: 'mark', name: 'cut', value: 'a part of it could not be read', ...START });
      if (context.truncated) facts.push({ kind: 'mark', name: 'cut', ...START });
      facts.push(pageKindFact(facts, context.url));
      // The end is missing, or the open element swallowed it. What is left tells the kind of the page.
      const { endedIn } = extractor;
      if (endedIn !== undefined && !context.truncated)
        facts.push({ kind: 'mark', name: 'cut', value: `it ends inside ${endedIn}`, ...START });
      const { references, unread } = customPixelReferences(facts);
      facts.push(...unread);
      return {
        report: detailedReport(facts, extractor.effort, faults),
        containers: scriptReferences(facts, baseOf(context.url, extractor.base)),
        customPixels: references,
        facts,
      };
    },
  };
}

const START = { offset: 0, line: 1, column: 1, script: 0, excerpt: '' };

function pageKindFact(facts: readonly Fact[], url: string): PageKindFact {
  const page = sortFacts(facts);
  const { origin, pathname } = new URL(url);
  return {
    kind: 'page_kind',
    is: pageKind(page, url),
    url: origin + pathname,
    journey: journeyPage(page, url),
    ...START,
  };
}

/** Relative addresses of the page resolve against it. */
function baseOf(pageUrl: string, base: BaseAddress | undefined): string {
  return base === undefined || base.isTooLong ? pageUrl : (URL.parse(base.href, pageUrl)?.href ?? pageUrl);
}
