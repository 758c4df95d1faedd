/** The report of a scan, from everything that was read. A pure function over facts. */

import type { Effort } from '../../domain/effort.ts';
import type {
  DestinationGraph,
  DetailedFinding,
  DetailedReport,
  ScoreExplanation,
  Severity,
} from '../../domain/scan-report.ts';
import { destinationGraph } from '../graph/destination-graph.ts';
import type { ReaderFaults } from '../reader-faults.ts';
import { CONSENT_RULES } from '../rules/consent.ts';
import { evaluateRules, RuleFault } from '../rules/evaluate-rules.ts';
import { ruleOf } from '../rules/index.ts';
import { scoring } from '../rules/score.ts';
import { type Fact, type MarkFact, type PageFacts, sortFacts } from '../tags/facts.ts';
import { type Coverage, coverageOf } from './coverage.ts';

/** A score above this needs a storefront page that was read to its end, with the containers, loaders and pixels that it names. */
const PARTLY_JUDGED_MAX = 89;

/** Stands for the graph among the rules that may be left out. */
const GRAPH = 'destination graph';
const NO_GRAPH: DestinationGraph = { senders: [], destinations: [], sendings: [], doubles: [] };

function graphOf(page: PageFacts): DestinationGraph {
  try {
    return destinationGraph(page);
  } catch (error) {
    throw new RuleFault(GRAPH, error);
  }
}

/** `facts`: of all pages, containers and pixels that were read, and of what was not. Those of several pages are merged. */
export function detailedReport(facts: readonly Fact[], effort?: Effort, faults?: ReaderFaults): DetailedReport {
  const left = new Set<string>();
  // A rule that throws is left out, and the report says so.
  for (;;) {
    const known = [...left].map((id) => mark(`the rule ${id} could not be evaluated`));
    try {
      return reportOf([...facts, ...known], left, effort);
    } catch (error) {
      if (!faults || !(error instanceof RuleFault) || left.has(error.rule)) throw error;
      faults.note(error.cause);
      left.add(error.rule);
    }
  }
}

function mark(value: string): MarkFact {
  return { kind: 'mark', name: 'cut', value, offset: 0, line: 1, column: 1, script: 0, excerpt: '' };
}

function reportOf(facts: readonly Fact[], left: ReadonlySet<string>, effort: Effort | undefined): DetailedReport {
  const page = sortFacts(facts);
  const coverage = coverageOf(page);
  const found = evaluateRules(facts, effort, page, left).filter((finding) => says(finding, coverage));
  const { score, explanation, points } = scoring(found, capsOf(page, coverage));
  const isJudged = coverage.state !== 'not_judged';
  const findings = found.map((finding, i) => ({ ...finding, points: isJudged ? points[i]! : 0 }));
  const counts: Record<Severity, number> = { info: 0, warn: 0, error: 0 };
  for (const { severity } of findings) counts[severity]++;
  return {
    state: coverage.state,
    page_kind: coverage.kind,
    score: isJudged ? score : null,
    score_explanation: isJudged ? explanation : { parts: [], caps: [] },
    findings,
    severity_counts: counts,
    pages: page.pageKinds.map(({ url, is, journey }) => ({ url, kind: is, journey })),
    looked_at: coverage.lookedAt,
    not_looked_at: [
      ...[...coverage.unread, ...coverage.partial].map(({ kind, id, name, reason }) => ({
        kind,
        id,
        ...(name !== undefined && { name }),
        reason,
      })),
    ],
    graph: left.has(GRAPH) ? NO_GRAPH : graphOf(page),
  };
}

/**
 * A page that says nothing about its shop has no findings about its tags. The tags of a password page are its own layout's, and
 * are named. A secret is published wherever it stands.
 */
function says({ rule_id }: DetailedFinding, { state, kind }: Coverage): boolean {
  if (state !== 'not_judged' || rule_id === 'page_not_judged' || kind === 'password') return true;
  const category = ruleOf(rule_id)?.category;
  // Whether tags ask for consent says nothing where they do not run.
  if (category === 'privacy_security') return !ABOUT_CONSENT.has(rule_id);
  return (kind === 'checkout' || kind === 'customer_account') && category === 'inventory';
}

const ABOUT_CONSENT = new Set(CONSENT_RULES.map(({ id }) => id));

function capsOf(page: PageFacts, { state, kind, unread, partial }: Coverage): ScoreExplanation['caps'] {
  const caps: ScoreExplanation['caps'] = [];
  if (state === 'partly_judged') {
    const what = unread.length > 0 ? countsOf(unread) : 'a part of the page';
    const reason = `Not read: ${what}${unread.length > 0 && partial.length > 0 ? ' and a part of the page' : ''}. The score is 89 or below.`;
    caps.push({ at: PARTLY_JUDGED_MAX, reason });
  }
  if (page.pageKinds.length > 0 && kind === 'not_a_store') {
    caps.push({ at: PARTLY_JUDGED_MAX, reason: 'Only the page of a Shopify storefront can have more than 89.' });
  }
  return caps;
}

function countsOf(unread: Coverage['unread']): string {
  const counts = Map.groupBy(unread, ({ kind }) => kind);
  return [...counts]
    .map(([kind, list]) => `${list.length} ${kind.replace('_', ' ')}${list.length === 1 ? '' : 's'}`)
    .join(', ');
}
