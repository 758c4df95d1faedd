/**
 * Several pages of one shop in one report. Rules and graph see one page at a time, with what it loads: two tags that are on different
 * pages never run together. Then what was found on several pages is said once, with its pages.
 */
import type {
  DestinationGraph,
  DetailedFinding,
  DoubleSending,
  FindingPlace,
  Sending,
  SendingGrade,
  Severity,
} from '../../domain/scan-report.ts';
import type { Fact } from '../tags/facts.ts';

/**
 * The facts that belong to each page: its own, and those of the containers and custom pixels that it names. What no page names, such as
 * the child of a container, and what was not read belongs to all pages. One list if no fact has a page.
 */
export function factsByPage(facts: readonly Fact[]): Fact[][] {
  const pages = new Map<string, { facts: Fact[]; names: Set<string> }>();
  for (const fact of facts) {
    if (fact.page === undefined) continue;
    const page = pages.get(fact.page) ?? { facts: [], names: new Set() };
    pages.set(fact.page, page);
    page.facts.push(fact);
    for (const name of namesIn(fact)) page.names.add(name);
  }
  if (pages.size === 0) return [[...facts]];
  const all = [...pages.values()];
  for (const fact of facts) {
    if (fact.page !== undefined) continue;
    const name = fact.pixel === undefined ? fact.origin : `pixel ${fact.pixel}`;
    const naming = all.filter(({ names }) => name !== undefined && names.has(name));
    for (const page of naming.length > 0 ? naming : all) page.facts.push(fact);
  }
  return all.map((page) => page.facts);
}

/** The origins and pixels that a fact of a page leads to. */
function namesIn(fact: Fact): string[] {
  if (fact.kind === 'entry') return [`pixel ${fact.pixelId}`, ...fact.googleIds, ...(fact.googleTagIds ?? [])];
  if (fact.kind !== 'tag') return [];
  return [
    ...(fact.id === undefined ? [] : [fact.id]),
    ...(fact.firstParty && fact.url ? [fact.url.replace(/[?#].*/s, '')] : []),
  ];
}

const SEVERITIES: readonly Severity[] = ['error', 'warn', 'info'];

/** The findings of several pages. Equal rule, cause and ids are one finding, at its gravest; its places have all their pages. */
export function mergeFindings(pages: readonly (readonly DetailedFinding[])[]): DetailedFinding[] {
  const merged = new Map<string, DetailedFinding>();
  for (const finding of pages.flat()) {
    const key = JSON.stringify([finding.rule_id, finding.cause, [...finding.ids].sort()]);
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

const GRADES: readonly SendingGrade[] = ['always', 'some', 'perhaps', 'paused'];

/** The graphs of several pages as one: each sender, destination, sending and double once, at its surest grade. */
export function mergeGraphs(graphs: readonly DestinationGraph[]): DestinationGraph {
  if (graphs.length === 1) return graphs[0]!;
  const senders = new Index<DestinationGraph['senders'][number]>();
  const destinations = new Index<DestinationGraph['destinations'][number]>();
  const sendings = new Index<Sending>();
  const doubles = new Index<DoubleSending>();
  for (const graph of graphs) {
    const senderAt = graph.senders.map((sender) =>
      senders.add([sender.kind, sender.name, sender.window], sender, (known) => ({
        ...known,
        places: mergePlaces(known.places, sender.places),
      })),
    );
    const destinationAt = graph.destinations.map((destination) =>
      destinations.add([destination.vendor, destination.id], destination, (known) => ({
        ...known,
        aliases: [...new Set([...known.aliases, ...destination.aliases])],
      })),
    );
    const sendingAt = graph.sendings.map((one) => {
      const sending = { ...one, sender: senderAt[one.sender]!, destination: destinationAt[one.destination]! };
      const { sender, destination, event, sent_as, label } = sending;
      return sendings.add([sender, destination, event, sent_as, label], sending, (known) => surer(known, sending));
    });
    for (const one of graph.doubles) {
      const of = [...new Set(one.sendings.map((at) => sendingAt[at]!))].sort((a, b) => a - b);
      const double = { ...one, destination: destinationAt[one.destination]!, sendings: of };
      const key = [double.event, double.destination, double.label, of];
      doubles.add(key, double, (known) => surer(known, double));
    }
  }
  return { senders: senders.items, destinations: destinations.items, sendings: sendings.items, doubles: doubles.items };
}

function surer<T extends { grade: SendingGrade }>(known: T, other: T): T {
  return GRADES.indexOf(other.grade) < GRADES.indexOf(known.grade) ? other : known;
}

/** A list in which each key is once. */
class Index<T> {
  readonly items: T[] = [];
  readonly #at = new Map<string, number>();

  /** Adds an item, or merges it into the one with the same key. Returns its index. */
  add(parts: unknown[], item: T, merge: (known: T) => T): number {
    const key = JSON.stringify(parts);
    const at = this.#at.get(key);
    if (at === undefined) {
      this.#at.set(key, this.items.length);
      return this.items.push(item) - 1;
    }
    this.items[at] = merge(this.items[at]!);
    return at;
  }
}
