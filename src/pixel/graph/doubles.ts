/** Which hits double: those of one event that reach one destination more than once. */

import type { SendingGrade } from '../../domain/scan-report.ts';
import type { CofireFact } from '../tags/facts.ts';
import { rankOf } from './calls.ts';
import type { Hit } from './hits.ts';
import { AMP_WINDOW } from './senders.ts';
import { isInCheckout } from './store-events.ts';

const HITS_PER_DOUBLE_MAX = 20;

export interface Double {
  event: string;
  destination: number;
  label?: string;
  hits: Hit[];
  grade: SendingGrade;
}

/** The doubles of one page, each event and destination once. */
export function doublesOf(hits: readonly Hit[]): Double[] {
  const counted = hits.filter((hit) => hit.isCounted && hit.sender.sender.window !== AMP_WINDOW);
  const groups = Map.groupBy(counted, (hit) =>
    hit.label === undefined ? `${hit.destination} ${hit.event} ${hit.sentAs}` : `${hit.destination} /${hit.label}`,
  );
  return [...groups.values()].flatMap(byStoreEvent).flatMap((group) => doubleOf(group) ?? []);
}

/** A conversion label may be sent on several store events. Hits on different ones do not count one thing twice. */
function byStoreEvent(group: readonly Hit[]): Hit[][] {
  if (group.length < 2) return [];
  const driven = new Set(group.filter((hit) => hit.isDriven).map((hit) => hit.event));
  if (group[0]!.label === undefined || driven.size < 2) return [[...group]];
  const others = group.filter((hit) => !hit.isDriven);
  return [...driven].map((event) => [...group.filter((hit) => hit.isDriven && hit.event === event), ...others]);
}

function doubleOf(group: readonly Hit[]): Double | undefined {
  const event = (group.find((hit) => hit.isDriven) ?? group[0]!).event;
  // In checkout, the code of the storefront does not run. Only what it sends on every page comes on top.
  const reachesCheckout = isInCheckout(event) && group.some((hit) => !hit.isStorefrontOnly);
  const running = reachesCheckout ? group.filter((hit) => !hit.isStorefrontOnly || hit.grade === 'always') : group;
  // Beside a sure call, another one of the same sender under a condition may be its alternative.
  const sure = new Set(running.filter((hit) => hit.grade === 'always').map((hit) => hit.sender.key));
  const hits = running.filter((hit) => hit.grade === 'always' || !sure.has(hit.sender.key));
  const units = [...Map.groupBy(hits, unitOf).values()].map((unit) => unit.toSorted(bySureness));
  const best = units.map((unit) => unit[0]!).sort(bySureness);
  const [first, second] = best;
  if (!first || !second || isOneContainer(hits)) return undefined;
  const { destination, label } = first;
  return {
    event,
    destination,
    ...(label !== undefined && { label }),
    hits: units.flat().slice(0, HITS_PER_DOUBLE_MAX),
    grade: gradeOf(first, second, reachesCheckout),
  };
}

function gradeOf(first: Hit, second: Hit, inCheckout: boolean): SendingGrade {
  if (isConditional(first) && isConditional(second)) {
    // Two pieces of code, each with a condition of its own: nothing says that both run for one event.
    return first.grade === 'paused' || second.grade === 'paused' ? 'paused' : 'perhaps';
  }
  if (inCheckout && first.isStorefrontOnly !== second.isStorefrontOnly && second.grade === 'always') return 'some';
  return second.grade;
}

function isConditional(hit: Hit): boolean {
  return !hit.isDriven && hit.grade !== 'always';
}

/** Hits of one unit are sent or counted at most once for one event. */
function unitOf(hit: Hit, index: number): string {
  if (hit.once !== undefined) return hit.once;
  // What the tags of one container do together is known from its triggers (`CofireFact`).
  if (hit.container !== undefined) return `container ${hit.container}`;
  return hit.grade === 'always' ? `${hit.sender.key} ${index}` : hit.sender.key;
}

function isOneContainer(hits: readonly Hit[]): boolean {
  const [first] = hits;
  return first?.container !== undefined && hits.every((hit) => hit.container === first.container);
}

function bySureness(a: Hit, b: Hit): number {
  return rankOf(a.grade) - rankOf(b.grade);
}

/** The double of two container tags that fire together, from the hits of both. Undefined if neither was seen to send it. */
export function doubleOfCofire(fact: CofireFact, hitsOfTag: (id: string) => readonly Hit[]): Double | undefined {
  const { sentAs, label } = effectOf(fact.effect);
  const isIt = (hit: Hit) => (label === undefined ? hit.sentAs === sentAs : hit.label === label);
  const hits = fact.tags.flatMap((tag) => hitsOfTag(tag.id).filter(isIt).slice(0, 2));
  const [first] = hits;
  if (!first) return undefined;
  const { event, destination } = first;
  return { event, destination, ...(label !== undefined && { label }), hits, grade: fact.grade };
}

function effectOf(effect: string): { sentAs: string; label?: string } {
  if (effect === 'page view') return { sentAs: 'page_view' };
  if (effect.startsWith('conversion ')) return { sentAs: 'conversion', label: effect.slice('conversion '.length) };
  return { sentAs: effect.startsWith('event ') ? effect.slice('event '.length) : effect };
}
