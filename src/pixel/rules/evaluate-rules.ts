/** Evaluates every rule on the facts. Gives one finding for each rule and id, in a stable order. */

import type { Effort } from '../../domain/effort.ts';
import type { DetailedFinding, Severity } from '../../domain/scan-report.ts';
import { factsByPage, mergeFindings } from '../journey/by-page.ts';
import { Causes, chargeOnce } from '../report/causes.ts';
import { AlikeFacts, findingPlace, PLACES_MAX, wherePlaces } from '../report/places.ts';
import { type Fact, type PageFacts, type Place, sortFacts } from '../tags/facts.ts';
import { adviceFor } from './advice.ts';
import { RULES } from './index.ts';
import type { Match, Rule } from './rule.ts';

/** A store may have fifty app pixels. More ids of one rule than that are only counted. */
const FINDINGS_PER_RULE_MAX = 50;
const FINDINGS_MAX = 1000;
const IDS_MAX = 50;
const PAGES_SHOWN = 5;
const RANK: Record<Severity, number> = { error: 0, warn: 1, info: 2 };

const PAGE_RULES = RULES.filter(({ seesAllPages }) => !seesAllPages);
const SCAN_RULES = RULES.filter(({ seesAllPages }) => seesAllPages);

interface Placed {
  finding: DetailedFinding;
  offset: number;
  rule: number;
  id: string;
}

/**
 * Findings ordered by severity, position, rule and id. A finding on a fact from a container names the container. What several pages
 * have is one finding. Of the findings on one cause, only the heaviest keeps its severity. Points are 0 until the score is computed.
 * @param left ids of rules that are left out, because they threw
 * @param sorted the same facts by kind. A scan of one page evaluates all rules on it, so that its graph is computed once.
 */
export function evaluateRules(
  facts: readonly Fact[],
  effort?: Effort,
  sorted = sortFacts(facts),
  left: ReadonlySet<string> = new Set(),
): DetailedFinding[] {
  if (effort) effort.done += facts.length * RULES.length;
  const kept = (rules: readonly Rule[]) => (left.size === 0 ? rules : rules.filter(({ id }) => !left.has(id)));
  const statements = new Map<DetailedFinding, string>();
  const describeAll = describer(sorted);
  const pages = factsByPage(facts).map((own) => {
    if (own === facts) return findingsOf(sorted, kept(PAGE_RULES), describeAll, statements);
    const page = sortFacts(own);
    return findingsOf(page, kept(PAGE_RULES), describer(page), statements);
  });
  const ofPages =
    pages.length === 1 ? pages[0]! : mergeFindings(pages, (finding) => statements.get(finding) ?? '').map(withPages);
  const ofScan = findingsOf(sorted, kept(SCAN_RULES), describeAll, statements);
  return chargeOnce([...ofPages, ...ofScan])
    .sort((a, b) => RANK[a.severity] - RANK[b.severity])
    .slice(0, FINDINGS_MAX);
}

/** A rule threw, which is a fault of this program. */
export class RuleFault extends Error {
  constructor(
    readonly rule: string,
    override readonly cause: unknown,
  ) {
    super(`The rule ${rule} failed.`, { cause });
  }
}

function contained<T>(rule: Rule, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new RuleFault(rule.id, error);
  }
}

/** The findings of some rules, ordered by position, rule and id. `statements` gets what each says, without its place. */
function findingsOf(
  page: PageFacts,
  rules: readonly Rule[],
  describe: Describe,
  statements: Map<DetailedFinding, string>,
): DetailedFinding[] {
  const placed: Placed[] = [];
  rules.forEach((rule, order) => {
    const found = contained(rule, () => rule.match(page));
    // Most rules find nothing on most pages. Skip the sorting for them.
    if (found.length === 0) return;
    const matches = found.toSorted((a, b) => offsetOf(a) - offsetOf(b) || compare(a.id ?? '', b.id ?? ''));
    const shown = matches.slice(0, FINDINGS_PER_RULE_MAX);
    const more = matches.length - shown.length;
    shown.forEach((match, i) => {
      const last = more > 0 && i === shown.length - 1;
      const finding = contained(rule, () => describe(rule, match, last ? more : 0));
      statements.set(finding, match.found);
      placed.push({
        finding,
        offset: offsetOf(match),
        rule: order,
        id: match.id ?? '',
      });
    });
  });
  placed.sort((a, b) => a.offset - b.offset || a.rule - b.rule || compare(a.id, b.id));
  return placed.map(({ finding }) => finding);
}

/** Says in the message on which pages the first place is. */
function withPages(finding: DetailedFinding): DetailedFinding {
  const pages = finding.places[0]?.pages ?? [];
  if (pages.length === 0) return finding;
  const what = finding.message.slice(0, finding.message.length - finding.remedy.length);
  const shown = pages.slice(0, PAGES_SHOWN).join(', ');
  const more = pages.length > PAGES_SHOWN ? ` and ${pages.length - PAGES_SHOWN} more` : '';
  return { ...finding, message: `${what}Seen on ${shown}${more}. ${finding.remedy}` };
}

const isUnsure = ({ perhaps }: Place) => perhaps === true;

/** What perhaps never runs is no error. */
function atMostWarn(severity: Severity): Severity {
  return severity === 'error' ? 'warn' : severity;
}

type Describe = (rule: Rule, match: Match, more: number) => DetailedFinding;

function describer(page: PageFacts): Describe {
  const alike = new AlikeFacts(page);
  const causes = new Causes(page);
  return (rule, match, more) => {
    const { at } = match;
    const places = inOrder(oncePerTag(match.places ?? (at === undefined ? [] : alike.of(at))));
    const rest = more > 0 ? ` +${more} more.` : '';
    const remedy = adviceFor(page, rule, match);
    const severity = match.severity ?? rule.severity;
    // A double is no surer than its least sure place. A note on several places holds if one of them is sure.
    const isPerhaps = severity === 'info' ? places[0] && places.every(isUnsure) : places.some(isUnsure);
    const found = isPerhaps ? `${match.found}, if the theme loads this file by a computed name` : match.found;
    return {
      rule_id: rule.id,
      severity: isPerhaps ? atMostWarn(severity) : severity,
      message: `${found}${at === undefined || saysWhere(match.found, places) ? '' : wherePlaces(places)}.${rest} ${remedy}`,
      remedy,
      cause: match.cause ?? (at === undefined ? rule.id : causes.of(at)),
      ids: vendorIds(match),
      places: places.slice(0, PLACES_MAX).map(findingPlace),
      evidence: [...(match.evidence ?? [])],
      source: match.source ?? rule.source,
      points: 0,
    };
  };
}

/** A message that names the container and the tag need not do it twice. */
function saysWhere(found: string, [place, ...others]: readonly Place[]): boolean {
  if (place?.origin === undefined || place.tag === undefined || others.length > 0) return false;
  return found.includes(place.origin) && found.includes(`tag ${place.tag.id}`);
}

/** The calls of one container tag are one place: its code has no lines to tell them apart. */
function oncePerTag(places: readonly Place[]): Place[] {
  const seen = new Set<string>();
  return places.filter(({ page, pixel, origin, tag }) => {
    if (tag === undefined) return true;
    const key = JSON.stringify([page, pixel, origin, tag.id]);
    return !seen.has(key) && seen.add(key);
  });
}

/** The copy to delete comes first, and the others in the order of their text. */
function inOrder([first, ...others]: readonly Place[]): Place[] {
  if (!first) return [];
  const rank = ({ origin, pixel }: Place) => (origin !== undefined ? 2 : pixel !== undefined ? 1 : 0);
  return [first, ...others.sort((a, b) => rank(a) - rank(b) || a.offset - b.offset)];
}

/** The ids of a match, or the hosts that stand for them. Its `id` may also be a sentence, or a text that may be personal data. */
function vendorIds({ ids, id }: Match): string[] {
  const texts =
    ids?.filter((text) => /^[\w.-]{4,100}$/.test(text)) ?? [id].filter((text) => /^[\w-]{4,64}$/.test(text ?? ''));
  return texts.filter((text) => text !== undefined).slice(0, IDS_MAX);
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
