/** Which tags of a container fire in one visit, and what they send: what a browser would show. */
import { Effort } from '../../src/domain/effort.ts';
import { effectsOf } from '../../src/pixel/containers/cofire.ts';
import { containerTagOf, Firings, LOAD_EVENTS } from '../../src/pixel/containers/firing.ts';
import { type Answer, either, solve } from '../../src/pixel/containers/formula.ts';
import type { Container } from '../../src/pixel/containers/resource.ts';
import type { Situation } from '../../src/pixel/containers/situation.ts';
import { readTag } from '../../src/pixel/containers/tags.ts';
import type { ContainerTag, Fact, Vendor } from '../../src/pixel/tags/facts.ts';

/** A visit to one page. */
interface Visit {
  url: string;
  /** Address of the page before, or an empty text. */
  referrer?: string;
  /** Names of other events that happen, each once. Without it any may happen, any number of times. */
  events?: readonly string[];
}

/** What a tag does in a visit. */
interface TagFiring {
  tag: ContainerTag;
  fires: Answer;
  /** How often. `max` is infinite if an event that fires it may happen any number of times. */
  times: { min: number; max: number };
  /** What it sends whenever it fires. Effects of other vendors than Meta and Google are not known. */
  effects: readonly { vendor: Vendor; id: string; effect: string }[];
}

/** Which tags of a container fire when a page is loaded, each tag once, in their order in the container. */
export function firingsOn(container: Container, visit: Visit, effort = new Effort()): TagFiring[] {
  const firings = new Firings(container, effort);
  const url = new URL(visit.url);
  const base: Situation = { url, referrer: visit.referrer };
  const at = (event: string | undefined): Situation => firings.at(base, event);
  const load = LOAD_EVENTS.map(at);
  const given = visit.events?.map(at);
  return container.tags.map((tag, index) => {
    const times = { min: 0, max: 0 };
    const once = tag.get('once_per_load') === true;
    for (const situation of [...load, ...(given ?? [])]) {
      const counted = timesOf(firings, index, situation);
      times.min += counted.min;
      times.max += counted.max;
    }
    const all = [...load, ...(given ?? [])].map((situation) => firings.formula(index, situation));
    let fires: Answer = solve([either(all)], effort).answer;
    if (!given) {
      const { named, isOpen } = firings.eventsOf(index);
      const others = [...named.map(at), ...(isOpen ? [at(undefined)] : [])];
      const mayFire = others.some((situation) => solve([firings.formula(index, situation)], effort).answer !== 'no');
      if (mayFire) {
        if (fires === 'no') fires = 'perhaps';
        times.max = Number.POSITIVE_INFINITY;
      }
    }
    if (fires === 'yes') times.min = Math.max(1, times.min);
    if (fires === 'no') times.min = times.max = 0;
    if (once) {
      times.min = Math.min(1, times.min);
      times.max = Math.min(1, times.max);
    }
    const effects = fires === 'no' ? [] : effectsIn(firings, index, base, given ? visit.events : undefined);
    return { tag: containerTagOf(tag, index), fires, times, effects };
  });
}

/** How often a tag fires on one event: once for itself and for each tag that brings it along, or once if it is limited to that. */
function timesOf(firings: Firings, tag: number, situation: Situation): { min: number; max: number } {
  const { container, effort } = firings;
  const { any, also } = firings.formula(tag, situation);
  const answers = any.map((own) => solve([{ any: [own], also }], effort).answer);
  const isOnce =
    container.tags[tag]!.get('once_per_event') === true || container.tags[tag]!.get('once_per_load') === true;
  const min = answers.filter((answer) => answer === 'yes').length;
  const max = answers.filter((answer) => answer !== 'no').length;
  return isOnce ? { min: Math.min(1, min), max: Math.min(1, max) } : { min, max };
}

function effectsIn(
  firings: Firings,
  tag: number,
  base: Situation,
  given: readonly string[] = [],
): TagFiring['effects'] {
  const { container, values, effort } = firings;
  const own = firings.eventsOf(tag).named;
  const events = [...LOAD_EVENTS, ...given, ...own].filter(
    (event) => solve([firings.formula(tag, firings.at(base, event))], effort).answer !== 'no',
  );
  const context = { container, values, effort, origin: container.id ?? '', shop: base, pages: [], events };
  const facts = readTag(container.tags[tag]!, context).facts as Fact[];
  return effectsOf(firings, tag, facts, []).map(({ vendor, id, effect }) => ({ vendor, id, effect }));
}
