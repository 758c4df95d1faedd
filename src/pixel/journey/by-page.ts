/**
 * Several pages of one shop in one report. Rules see one page at a time, with what it loads: two tags that are on different
 * pages never run together. Then what was found on several pages is said once, with its pages.
 */
import type { DetailedFinding, FindingPlace, Severity } from '../../domain/scan-report.ts';
import type { Fact } from '../tags/facts.ts';

/**
 * The facts that belong to each page: its own, and those of the containers and custom pixels that it names. What no page names,
 * and what was not read, belongs to all pages. The same list if no fact has a page.
 */
export function factsByPage(facts: readonly Fact[]): (readonly Fact[])[] {
  const pages = new Map<string, { facts: Fact[]; names: Set<string> }>();
  for (const fact of facts) {
    if (fact.page === undefined) continue;
    const page = pages.get(fact.page) ?? { facts: [], names: new Set() };
    pages.set(fact.page, page);
    page.facts.push(fact);
    for (const name of namesIn(fact)) page.names.add(name);
  }
  if (pages.size === 0) return [facts];
  const all = [...pages.values()];
  const shared = facts.filter(({ page }) => page === undefined);
  const naming = (fact: Fact) => {
    const name = fact.pixel === undefined ? fact.origin : `pixel ${fact.pixel}`;
    return name === undefined ? [] : all.filter(({ names }) => names.has(name));
  };
  // A page also has what its containers and pixels load, and what these load in turn.
  for (let round = 0; round < LOADS_MAX; round++)
    for (const fact of shared) for (const page of naming(fact)) for (const name of namesIn(fact)) page.names.add(name);
  for (const fact of shared) {
    const pagesOf = naming(fact);
    for (const page of pagesOf.length > 0 ? pagesOf : all) page.facts.push(fact);
  }
  return all.map((page) => page.facts);
}

/** A pixel loads a container, which loads a child. Nothing further is read. */
const LOADS_MAX = 2;

/** The origins and pixels that a fact of a page leads to. */
function namesIn(fact: Fact): string[] {
  if (fact.kind === 'alias') return fact.children;
  if (fact.kind === 'entry') return [`pixel ${fact.pixelId}`, ...fact.googleIds, ...(fact.googleTagIds ?? [])];
  if (fact.kind !== 'tag') return [];
  return [
    ...(fact.id === undefined ? [] : [fact.id]),
    ...(fact.firstParty && fact.url ? [fact.url.replace(/[?#].*/s, '')] : []),
  ];
}

const SEVERITIES: readonly Severity[] = ['error', 'warn', 'info'];

/** The findings of several pages. Equal rule, cause, ids and statement are one finding, at its gravest; its places have all their pages. */
export function mergeFindings(
  pages: readonly (readonly DetailedFinding[])[],
  statementOf: (finding: DetailedFinding) => string = () => '',
): DetailedFinding[] {
  const merged = new Map<string, DetailedFinding>();
  for (const finding of pages.flat()) {
    const key = JSON.stringify([finding.rule_id, finding.cause, [...finding.ids].sort(), statementOf(finding)]);
    const known = merged.get(key);
    if (!known) {
      merged.set(key, { ...finding, places: finding.places.map((place) => ({ ...place })) });
      continue;
    }
    const isGraver = SEVERITIES.indexOf(finding.severity) < SEVERITIES.indexOf(known.severity);
    merged.set(key, {
      ...(isGraver ? finding : known),
      places: mergePlaces(known.places, finding.places),
      evidence: [...new Set([...known.evidence, ...finding.evidence])],
      points: Math.max(known.points, finding.points),
    });
  }
  return [...merged.values()];
}

/** Places that differ only in their position are one place on several pages. Its position is that on the first of them. */
function mergePlaces(known: readonly FindingPlace[], others: readonly FindingPlace[]): FindingPlace[] {
  const merged = known.map((place) => ({ ...place }));
  const free = new Set(merged);
  for (const place of others) {
    const key = placeKey(place);
    const same = [...free].find((candidate) => placeKey(candidate) === key);
    if (!same) {
      merged.push({ ...place });
      continue;
    }
    // Two copies on one page stay two places.
    free.delete(same);
    if (place.pages) same.pages = [...new Set([...(same.pages ?? []), ...place.pages])];
  }
  return merged;
}

function placeKey({ pages: _, line: __, column: ___, ...place }: FindingPlace): string {
  return JSON.stringify(place);
}
