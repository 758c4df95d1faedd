/** Finds tags in one page: decoded text goes in, a report and the containers that the page names come out. */
import type { DetailedReport } from '../domain/scan-report.ts';
import type { Work } from '../domain/work.ts';
import { type CustomPixelReference, customPixelReferences } from './custom-pixels/address.ts';
import type { BaseAddress } from './html/base-address.ts';
import { type ExtractorOptions, PageExtractor } from './html/page-extractor.ts';
import { detailedReport } from './report/detailed-report.ts';
import { type ContainerReference, gtmAddress } from './tags/container.ts';
import type { Fact, TagFact } from './tags/facts.ts';

const CONTAINERS_MAX = 10;

interface PageContext {
  /** Final address of the page after redirects. Relative addresses resolve against it. */
  url: string;
  /** True if the fetch stopped at its byte limit. The report then contains a `scan_truncated` finding. */
  truncated?: boolean;
}

export interface MatchedPage {
  report: DetailedReport;
  containers: ContainerReference[];
  customPixels: CustomPixelReference[];
  /** What the rules were evaluated on. A deep scan evaluates them again together with the facts of the containers. */
  facts: Fact[];
}

/** Takes text in chunks of any size. The same text gives the same report, however it is cut. */
export interface PageMatcher {
  push(text: string): void;
  /** What the page cost so far. */
  readonly work: Work;
  /** Ends the page. Call once. */
  finish(context: PageContext): MatchedPage;
}

/** A matcher for one page. Its limits, not the page, bound its memory. Its cost is linear in the text. */
export function createMatcher(options: Pick<ExtractorOptions, 'blockCharsMin' | 'work'> = {}): PageMatcher {
  const extractor = new PageExtractor(options);
  return {
    work: extractor.work,
    push: (text) => extractor.push(text),
    finish: (context) => {
      const facts = extractor.end();
      if (context.truncated)
        facts.push({ kind: 'mark', name: 'cut', offset: 0, line: 1, column: 1, script: 0, excerpt: '' });
      const { references, unread } = customPixelReferences(facts);
      facts.push(...unread);
      return {
        report: detailedReport(facts, extractor.work),
        containers: containersOf(facts, context.url, extractor.base),
        customPixels: references,
        facts,
      };
    },
  };
}

/** What a deep scan fetches: the GTM containers that the page names, and Google tags served from another host. */
function containersOf(facts: readonly Fact[], pageUrl: string, base: BaseAddress | undefined): ContainerReference[] {
  const baseUrl = base === undefined || base.isTooLong ? pageUrl : (URL.parse(base.href, pageUrl)?.href ?? pageUrl);
  const found = new Map<string, ContainerReference>();
  for (const fact of facts) {
    if (found.size === CONTAINERS_MAX) break;
    if (fact.kind !== 'tag' || fact.invalid || !['inline', 'app_embed', 'mga'].includes(fact.form)) continue;
    const reference = referenceOf(fact, baseUrl);
    if (reference && !found.has(reference.url)) found.set(reference.url, reference);
  }
  return [...found.values()];
}

function referenceOf(tag: TagFact, baseUrl: string): ContainerReference | undefined {
  if (tag.firstParty && tag.url !== undefined && tag.vendor !== 'meta') {
    const url = URL.parse(tag.url, baseUrl)?.href;
    if (url === undefined) return undefined;
    if (/^https?:/.test(url)) return { kind: tag.vendor === 'gtm' ? 'gtm' : 'first_party_loader', id: tag.id, url };
  }
  if (tag.vendor !== 'gtm' || tag.id === undefined) return undefined;
  return { kind: 'gtm', id: tag.id, url: gtmAddress(tag.id) };
}
