/** The matcher's one entrance: text in, in pieces of any size; findings out. */

import { type ExtractorOptions, PageExtractor } from './html/page-extractor.ts';
import type { ContainerReference, MatchedPage, PageContext, PageMatcher } from './matched-page.ts';
import { evaluateRules } from './rules/evaluate-rules.ts';
import type { Fact, TagFact } from './tags/facts.ts';

export type MatcherOptions = Pick<ExtractorOptions, 'blockCharsMin' | 'meter'>;

const CONTAINERS_MAX = 10;

/** A matcher for one page. Memory is bounded by its limits, not by the page; the cost is linear in the text. */
export function createMatcher(options: MatcherOptions = {}): PageMatcher {
  const reader = new PageExtractor(options);
  return {
    push: (text) => reader.push(text),
    finish: (context) => {
      const facts = reader.end();
      if (context.truncated)
        facts.push({ kind: 'mark', name: 'cut', offset: 0, line: 1, column: 1, script: 0, excerpt: '' });
      const containers = containersOf(facts, context, reader.base);
      return { findings: evaluateRules(facts), containers, facts };
    },
  };
}

/** Judges a page again with what its containers hold, read by `matchContainer`: what is double shows only together. */
export function evaluateRulesTogether(page: MatchedPage, containers: readonly Fact[]): MatchedPage {
  const facts = [...(page.facts ?? []), ...containers];
  return { ...page, facts, findings: evaluateRules(facts) };
}

/** What a deep scan would fetch: the containers the page names, and Google tags that another host serves. */
function containersOf(facts: readonly Fact[], context: PageContext, base: string | undefined): ContainerReference[] {
  const found = new Map<string, ContainerReference>();
  for (const fact of facts) {
    if (fact.kind !== 'tag' || fact.invalid || !['inline', 'app_embed', 'mga'].includes(fact.form)) continue;
    const reference = referenceOf(fact, context.url, base);
    if (reference && found.size < CONTAINERS_MAX && !found.has(reference.url)) found.set(reference.url, reference);
  }
  return [...found.values()];
}

function referenceOf(tag: TagFact, pageUrl: string, base: string | undefined): ContainerReference | undefined {
  if (tag.firstParty && tag.url !== undefined && tag.vendor !== 'meta') {
    try {
      const url = new URL(tag.url, new URL(base ?? '', pageUrl)).href;
      if (/^https?:/.test(url)) return { kind: tag.vendor === 'gtm' ? 'gtm' : 'first_party_loader', id: tag.id, url };
    } catch {
      return undefined;
    }
  }
  if (tag.vendor !== 'gtm' || tag.id === undefined) return undefined;
  return { kind: 'gtm', id: tag.id, url: `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(tag.id)}` };
}
