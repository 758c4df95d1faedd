/** When the tags of a container fire: on the load of a page, and on other events. */
import type { Effort } from '../../domain/effort.ts';
import { type LiteralObject, listOf, textOf } from '../javascript/literal.ts';
import type { ContainerTag } from '../tags/facts.ts';
import { type Conjunction, either, type Formula, NEVER, type Test } from './formula.ts';
import type { Container } from './resource.ts';
import type { Situation } from './situation.ts';
import { eventIn, Predicates, testsOf } from './triggers.ts';
import { Values } from './values.ts';

/** The events of every page load, in their order. Each happens once. */
export const LOAD_EVENTS: readonly string[] = ['gtm.init_consent', 'gtm.init', 'gtm.js', 'gtm.dom', 'gtm.load'];

/** Names of events that fire one tag. More are not followed. */
const EVENTS_MAX = 50;
/** Setup and teardown tags of setup and teardown tags. Longer chains are followed no further. */
const ANCESTORS_MAX = 1000;

/** A tag that runs whenever another does: before it (`setup`) or after it. */
interface Follows {
  tag: number;
  /** The other one runs only if this one succeeds. */
  isNeeded: boolean;
}

export class Firings {
  readonly values: Values;
  readonly predicates: Predicates;
  /** Something was not followed to its end. */
  cut = false;
  private readonly addedBy: number[][];
  private readonly blockedBy: number[][];
  /** Tags that have this one as setup or teardown tag. */
  private readonly parents: number[][];
  private readonly setups: (Follows | undefined)[];
  private readonly atoms: number[];
  private readonly situations = new WeakMap<Situation, Map<string | undefined, Situation>>();
  private readonly parts = new WeakMap<
    Situation,
    Map<number, { add: Conjunction | undefined; block: Conjunction | undefined }>
  >();

  constructor(
    readonly container: Container,
    readonly effort: Effort,
  ) {
    const { tags, rules } = container;
    this.values = new Values(container, effort);
    this.predicates = new Predicates(container, this.values, effort);
    this.addedBy = tags.map(() => []);
    this.blockedBy = tags.map(() => []);
    this.parents = tags.map(() => []);
    for (const [rule, { add, block }] of rules.entries()) {
      effort.done += add.length + block.length;
      for (const tag of new Set(add)) this.addedBy[tag]?.push(rule);
      for (const tag of new Set(block)) this.blockedBy[tag]?.push(rule);
    }
    this.setups = tags.map((tag) => firstTagIn(tag, 'setup_tags', 1));
    for (const [index, tag] of tags.entries()) {
      for (const follows of [this.setups[index], firstTagIn(tag, 'teardown_tags', 2)])
        if (follows && follows.tag !== index) this.parents[follows.tag]?.push(index);
    }
    this.atoms = sameAtoms(container, effort);
  }

  /** `base` at an event. The same object for the same event, so that what is known about it is kept. */
  at(base: Situation, event: string | undefined): Situation {
    const known = this.situations.get(base) ?? new Map<string | undefined, Situation>();
    this.situations.set(base, known);
    const situation = known.get(event) ?? { ...base, event };
    known.set(event, situation);
    return situation;
  }

  /** Whether a tag fires on the load of a page: on one event or another. */
  onLoad(tag: number, base: Situation): Formula {
    return either(LOAD_EVENTS.map((event) => this.formula(tag, this.at(base, event))));
  }

  /** The tag itself, and all tags that bring it along. */
  sourcesOf(tag: number): readonly number[] {
    const found = new Set([tag]);
    for (const source of found) {
      for (const parent of this.parents[source]!) {
        this.effort.done++;
        if (found.size > ANCESTORS_MAX) this.cut = true;
        // A paused tag brings nothing along.
        else if (this.runs(parent)) found.add(parent);
      }
    }
    return [...found];
  }

  rulesThatAdd(tag: number): readonly number[] {
    return this.addedBy[tag]!;
  }

  rulesThatBlock(tag: number): readonly number[] {
    return this.blockedBy[tag]!;
  }

  /** Whether a rule adds it or another tag brings it along. A tag without either never fires. */
  isUsed(tag: number): boolean {
    if (!this.runs(tag)) return false;
    return this.sourcesOf(tag).some((source) => this.addedBy[source]!.length > 0);
  }

  private runs(tag: number): boolean {
    const { tags } = this.container;
    return textOf(tags[tag], 'function') !== '__paused' && tags[tag]!.get('malware_disabled') !== true;
  }

  /** Names of the events other than those of page loads that add the tag, and whether it may be added on events without such a name. */
  eventsOf(tag: number): { named: string[]; isOpen: boolean } {
    const named = new Set<string>();
    let isOpen = false;
    for (const source of this.sourcesOf(tag)) {
      for (const rule of this.addedBy[source]!) {
        const names = this.eventsOfRule(rule);
        if (names.length === 0) isOpen = true;
        for (const name of names) if (!LOAD_EVENTS.includes(name)) named.add(name);
        if (named.size > EVENTS_MAX) {
          this.cut = true;
          return { named: [...named].slice(0, EVENTS_MAX), isOpen };
        }
      }
    }
    return { named: [...named], isOpen };
  }

  /** The names that a rule compares the event with. */
  eventsOfRule(rule: number): string[] {
    return this.container.rules[rule]!.if.flatMap((index) => {
      this.effort.done++;
      return eventIn(this.container.predicates[index], this.container) ?? [];
    });
  }

  /** Whether a tag fires in a situation, as far as predicates decide it. */
  formula(tag: number, situation: Situation): Formula {
    if (!this.runs(tag)) return NEVER;
    const any = this.sourcesOf(tag).map((source) => this.ownFormula(source, situation));
    return { any: any.filter(({ adds }) => adds.length > 0), also: this.consentOf(tag) };
  }

  /** Consent types that the tag needs before it runs, as atoms below zero. */
  private consentOf(tag: number): Conjunction {
    const setup = this.setups[tag];
    const types = [this.consentTypes(tag), setup?.isNeeded ? this.consentTypes(setup.tag) : []].flat();
    return [...new Set(types)].map((type) => ({ atom: -1 - CONSENT_TYPES.indexOf(type), wanted: true }));
  }

  consentTypes(tag: number): string[] {
    const types = listOf(this.container.tags[tag]?.get('consent'))
      .slice(1)
      .map((type) => (typeof type === 'string' && CONSENT_TYPES.includes(type) ? type : OTHER_CONSENT));
    return types;
  }

  /** What is left of a rule's conditions for adding. Undefined if it adds nothing in this situation. */
  addOf(rule: number, situation: Situation): Conjunction | undefined {
    return this.partsOf(rule, situation).add;
  }

  /** The predicates of a rule that must be true or must not, equal ones as one. */
  atomsOfRule(rule: number): ReadonlySet<number> {
    return new Set(testsOf(this.container.rules[rule]!).map(({ predicate }) => this.atoms[predicate] ?? predicate));
  }

  /** What is left of a rule's conditions for blocking. Undefined if it blocks nothing in this situation. */
  blockOf(rule: number, situation: Situation): Conjunction | undefined {
    return this.partsOf(rule, situation).block;
  }

  private ownFormula(tag: number, situation: Situation): Formula['any'][number] {
    const adds = this.addedBy[tag]!.flatMap((rule) => {
      const { add } = this.partsOf(rule, situation);
      return add ? [add] : [];
    });
    if (adds.length === 0) return { adds, blocks: [] };
    const blocks = this.blockedBy[tag]!.flatMap((rule) => {
      const { block } = this.partsOf(rule, situation);
      return block ? [block] : [];
    });
    return { adds, blocks };
  }

  /**
   * What is left of a rule in a situation. A rule with a failed predicate adds nothing, and blocks if everything that the library
   * looks at before it is met.
   */
  private partsOf(
    rule: number,
    situation: Situation,
  ): { add: Conjunction | undefined; block: Conjunction | undefined } {
    const known = this.parts.get(situation) ?? new Map();
    this.parts.set(situation, known);
    const before = known.get(rule);
    this.effort.done++;
    if (before) return before;
    const parts = this.newParts(rule, situation);
    known.set(rule, parts);
    return parts;
  }

  private newParts(rule: number, situation: Situation) {
    const tests = new Map<number, Test>();
    for (const { predicate, wanted } of testsOf(this.container.rules[rule]!)) {
      const truth = this.predicates.decide(predicate, situation);
      if (truth === 'failed') return { add: undefined, block: [...tests.values()] };
      if (truth === 'unknown') {
        const atom = this.atoms[predicate]!;
        if (tests.get(atom)?.wanted === !wanted) return { add: undefined, block: undefined };
        tests.set(atom, { atom, wanted });
      } else if (truth !== wanted) return { add: undefined, block: undefined };
    }
    const left = [...tests.values()];
    return { add: left, block: left };
  }
}

const OTHER_CONSENT = 'other';
const CONSENT_TYPES = [
  'ad_storage',
  'analytics_storage',
  'ad_user_data',
  'ad_personalization',
  'functionality_storage',
  'personalization_storage',
  'security_storage',
  OTHER_CONSENT,
];

/** The first tag of a list such as `["list", ["tag", 24, 1]]`. The library runs no others. */
function firstTagIn(tag: LiteralObject, key: string, needed: number): Follows | undefined {
  const [, first] = listOf(tag.get(key));
  const [kind, index, flag] = listOf(first);
  return kind === 'tag' && typeof index === 'number' ? { tag: index, isNeeded: flag === needed } : undefined;
}

/** For each predicate the first one that is equal to it: equal predicates have equal answers. */
function sameAtoms({ predicates }: Container, effort: Effort): number[] {
  const first = new Map<string, number>();
  return predicates.map((predicate, index) => {
    const key = JSON.stringify([...predicate]);
    effort.done += key.length / 4;
    const known = first.get(key) ?? index;
    first.set(key, known);
    return known;
  });
}

export function containerTagOf(tag: LiteralObject, index: number): ContainerTag {
  return { id: textOf(tag, 'tag_id') ?? String(index), name: nameOf(tag), kind: textOf(tag, 'function') ?? '' };
}

/** Containers name their tags only if they were exported with names. */
function nameOf(tag: LiteralObject): string | undefined {
  const [, ...pairs] = listOf(tag.get('metadata'));
  const at = pairs.findIndex((part, i) => i % 2 === 0 && (part === 'name' || part === 'tag_name'));
  const name = pairs[at + 1];
  return at >= 0 && typeof name === 'string' ? name : undefined;
}
