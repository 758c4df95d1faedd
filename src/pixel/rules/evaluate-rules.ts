/** Evaluates every rule on the facts. Gives one finding for each rule and id, in a stable order. */

import type { DetailedFinding, Severity } from '../../domain/scan-report.ts';
import type { Work } from '../../domain/work.ts';
import { findingPlace } from '../report/places.ts';
import { type Fact, sortFacts } from '../tags/facts.ts';
import { RULES } from './index.ts';
import { type Match, type Rule, shownId } from './rule.ts';

const FINDINGS_PER_RULE_MAX = 5;
const IDS_MAX = 50;
const RANK: Record<Severity, number> = { error: 0, warn: 1, info: 2 };

interface Placed {
  finding: DetailedFinding;
  offset: number;
  rule: number;
  id: string;
}

/**
 * Findings ordered by severity, position, rule and id. A finding on a fact from a container names the container. Their points are
 * 0 until the score is computed.
 */
export function evaluateRules(facts: readonly Fact[], work?: Work): DetailedFinding[] {
  if (work) work.done += facts.length * RULES.length;
  const page = sortFacts(facts);
  const placed: Placed[] = [];
  RULES.forEach((rule, order) => {
    const found = rule.match(page);
    // Most rules find nothing on most pages. Skip the sorting for them.
    if (found.length === 0) return;
    const matches = found.toSorted((a, b) => offsetOf(a) - offsetOf(b) || compare(a.id ?? '', b.id ?? ''));
    const shown = matches.slice(0, FINDINGS_PER_RULE_MAX);
    const more = matches.length - shown.length;
    shown.forEach((match, i) => {
      const last = more > 0 && i === shown.length - 1;
      placed.push({
        finding: findingOf(rule, match, last ? more : 0),
        offset: offsetOf(match),
        rule: order,
        id: match.id ?? '',
      });
    });
  });
  placed.sort(
    (a, b) =>
      RANK[a.finding.severity] - RANK[b.finding.severity] ||
      a.offset - b.offset ||
      a.rule - b.rule ||
      compare(a.id, b.id),
  );
  return placed.map(({ finding }) => finding);
}

function findingOf(rule: Rule, match: Match, more: number): DetailedFinding {
  const { at } = match;
  const where =
    at === undefined
      ? ''
      : at.origin !== undefined
        ? ` (inside the container ${at.origin})`
        : at.pixel !== undefined
          ? ` (line ${at.line} of the code of custom pixel ${shownId(at.pixel)})`
          : ` (line ${at.line}, column ${at.column})`;
  const rest = more > 0 ? ` +${more} more.` : '';
  const remedy = match.remedy ?? rule.remedy;
  const places = match.places ?? (at === undefined ? [] : [at]);
  return {
    rule_id: rule.id,
    severity: match.severity ?? rule.severity,
    message: `${match.found}${where}.${rest} ${remedy}`,
    remedy,
    cause: match.cause ?? rule.id,
    ids: vendorIds(match),
    places: places.map(findingPlace),
    evidence: [...(match.evidence ?? [])],
    source: rule.source,
    points: 0,
  };
}

/** The vendor ids of a match. Its `id` may also be a sentence, or a text of the page that may be personal data. */
function vendorIds({ ids, id }: Match): string[] {
  return (ids ?? (id === undefined ? [] : [id])).filter((text) => /^[\w-]{4,64}$/.test(text)).slice(0, IDS_MAX);
}

/** Orders matches: those in the page, then those in containers and pixels, then those about the page as a whole. */
function offsetOf(match: Match): number {
  if (!match.at) return Number.MAX_SAFE_INTEGER;
  const isInPage = match.at.origin === undefined && match.at.pixel === undefined;
  return isInPage ? match.at.offset : 2 ** 40 + match.at.offset;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
