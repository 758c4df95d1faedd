/**
 * Tags of one container that have one effect and fire together (containers.md, section 5). A second configuration of a Google tag
 * or of a Meta pixel sends nothing again (semantics-2.md), so at least one of the two must send an event.
 */
import type { JourneyPage } from '../../domain/scan-report.ts';
import { textOf } from '../javascript/literal.ts';
import type { CofireFact, Fact, Place, Vendor } from '../tags/facts.ts';
import { Consistency } from './consistency.ts';
import { containerTagOf, type Firings, LOAD_EVENTS } from './firing.ts';
import { both, type Shop } from './firing-facts.ts';
import { type Formula, NEVER, solve, type Way } from './formula.ts';
import { type Clause, clauseOf, exceptionsOf, wordsOf } from './trigger-words.ts';

/** One thing that a tag does whenever it fires. */
export interface Effect {
  vendor: Vendor;
  id: string;
  /** `page view`, `PageView`, `conversion abc`, `event add_to_cart`. */
  effect: string;
  /** The library sends it only once a page, however often it is asked to in this way. */
  isOnce: boolean;
  /** The code around it may not run. */
  isUnsure: boolean;
  /** Google counts one conversion for one order. */
  order?: string;
}

/** A tag with what was read of it. */
export interface ReadTag {
  index: number;
  effects: readonly Effect[];
}

const PAIRS_PER_EFFECT = 60;
const PAIRS_MAX = 1000;
const EVENTS_MAX = 12;
const WAYS_MAX = 32;

type Grade = CofireFact['grade'];
const RANK: Record<Grade, number> = { always: 0, some: 1, perhaps: 2 };

interface Together {
  grade: Grade;
  when: string;
  pages: CofireFact['pages'];
}

export function cofireFacts(
  firings: Firings,
  tags: readonly ReadTag[],
  shop: Shop,
): { facts: Omit<CofireFact, keyof Place>[]; cut: boolean } {
  const pairs = new Pairs(firings, shop);
  const groups = new Map<string, { effect: Effect; index: number }[]>();
  for (const { index, effects } of tags) {
    for (const effect of effects) {
      const key = JSON.stringify([effect.vendor, effect.id, effect.effect]);
      const group = groups.get(key) ?? [];
      groups.set(key, group);
      group.push({ effect, index });
    }
  }
  const facts: ReturnType<typeof cofireFacts>['facts'] = [];
  let compared = 0;
  let cut = false;
  for (const group of groups.values()) {
    let inGroup = 0;
    for (let i = 0; i < group.length && !cut; i++) {
      for (let j = i; j < group.length; j++) {
        const [one, two] = [group[i]!, group[j]!];
        if (!mayDouble(one, two)) continue;
        if (++inGroup > PAIRS_PER_EFFECT || ++compared > PAIRS_MAX || firings.effort.spent) {
          cut = true;
          break;
        }
        const together = i === j ? pairs.alone(one.index) : pairs.together(one.index, two.index);
        // What was found out after the work was spent may be wrong.
        if (firings.effort.spent) {
          cut = true;
          break;
        }
        if (!together) continue;
        const { vendor, id, effect } = one.effect;
        const isUnsure = one.effect.isUnsure || two.effect.isUnsure;
        const [first, second] = [one, two].map(({ index }) => containerTagOf(firings.container.tags[index]!, index));
        facts.push({
          kind: 'cofire',
          vendor,
          id,
          effect,
          tags: [first!, second!],
          ...together,
          ...(isUnsure && { grade: 'perhaps' }),
        });
      }
    }
  }
  return { facts, cut };
}

function mayDouble(one: { effect: Effect; index: number }, two: { effect: Effect; index: number }): boolean {
  if (one === two) return !one.effect.isOnce && one.effect.order === undefined;
  if (one.index === two.index || (one.effect.isOnce && two.effect.isOnce)) return false;
  return one.effect.order === undefined || one.effect.order !== two.effect.order;
}

class Pairs {
  private readonly consistency: Consistency;
  private readonly loads = new Map<number, Formula>();
  private readonly pages = new Map<number, Partial<Record<JourneyPage, Formula>>>();

  constructor(
    private readonly firings: Firings,
    private readonly shop: Shop,
  ) {
    this.consistency = new Consistency(firings);
  }

  together(a: number, b: number): Together | undefined {
    const found: Together[] = [];
    const load = this.solved([this.load(a), this.load(b)], [a, b]);
    if (load) found.push({ grade: load, when: this.words([a, b], undefined), pages: this.pagesOf(a, b) });
    if (load === 'always') return found[0];
    const events = this.eventsOf([a, b]);
    for (const event of events) {
      const grade = this.solved([this.on(a, event), this.on(b, event)], [a, b]);
      if (grade) found.push({ grade, when: this.words([a, b], event), pages: {} });
    }
    if (found.length === 0 && (this.meets(a, b) || this.meets(b, a)))
      found.push({ grade: 'perhaps', when: 'on pages where the events of both happen', pages: {} });
    return found.sort((one, two) => RANK[one.grade] - RANK[two.grade])[0];
  }

  /** A tag that fires on two events of one page load sends twice by itself. */
  alone(tag: number): Together | undefined {
    const { container, effort } = this.firings;
    if (container.tags[tag]!.get('once_per_load') === true) return undefined;
    const on = LOAD_EVENTS.map((event) => this.on(tag, event)).filter((formula) => formula.any.length > 0);
    let best: Together | undefined;
    for (const [i, one] of on.entries()) {
      for (const two of on.slice(i + 1)) {
        const { answer, ways } = solve([one, two], effort, this.consistency.fits);
        const grade = this.grade(answer, ways, [tag]);
        if (grade && (!best || RANK[grade] < RANK[best.grade]))
          best = { grade, when: this.words([tag], undefined), pages: {} };
      }
    }
    return best;
  }

  private load(tag: number): Formula {
    const known = this.loads.get(tag) ?? this.firings.onLoad(tag, this.shop.anywhere);
    this.loads.set(tag, known);
    return known;
  }

  private on(tag: number, event: string | undefined): Formula {
    return this.firings.formula(tag, this.firings.at(this.shop.anywhere, event));
  }

  /** One fires when the page loads, the other on an event that may follow. A change of the history is another page. */
  private meets(a: number, b: number): boolean {
    const { effort } = this.firings;
    if (solve([this.load(a)], effort).answer === 'no') return false;
    const { named } = this.firings.eventsOf(b);
    return named
      .slice(0, EVENTS_MAX)
      .some(
        (event) => !event.startsWith('gtm.historyChange') && this.solved([this.load(a), this.on(b, event)], [a, b]),
      );
  }

  private eventsOf(tags: readonly number[]): (string | undefined)[] {
    const all = tags.map((tag) => this.firings.eventsOf(tag));
    const named = [...new Set(all.flatMap((events) => events.named))];
    if (named.length > EVENTS_MAX) this.firings.cut = true;
    const isOpen = all.every((events) => events.isOpen);
    return [...named.slice(0, EVENTS_MAX), ...(isOpen ? [undefined] : [])];
  }

  private solved(formulas: readonly Formula[], tags: readonly number[]): Grade | undefined {
    if (formulas.some((formula) => formula === NEVER || formula.any.length === 0)) return undefined;
    const { answer, ways } = solve(formulas, this.firings.effort, this.consistency.fits);
    const grade = this.grade(answer, ways, tags);
    if (grade !== 'perhaps') return grade;
    const [a, b] = tags;
    return a !== undefined && b !== undefined && Object.values(this.pagesOf(a, b)).includes('yes') ? 'some' : grade;
  }

  /**
   * `some` if what must be true is one condition, or is what one rule asks for: somebody wrote it for visits that exist. That the
   * conditions of two rules are met together is only possible.
   */
  private grade(answer: 'yes' | 'perhaps' | 'no', ways: readonly Way[], tags: readonly number[]): Grade | undefined {
    if (answer === 'no') return undefined;
    if (answer === 'yes') return 'always';
    if (ways.some((way) => way.size <= 1)) return 'some';
    const smallest = [...ways].sort((one, two) => one.size - two.size).slice(0, WAYS_MAX);
    return this.rulesOf(tags).some((rule) => this.asksFor(rule, smallest)) ? 'some' : 'perhaps';
  }

  private rulesOf(tags: readonly number[]): number[] {
    return tags
      .flatMap((tag) => this.firings.sourcesOf(tag))
      .flatMap((tag) => [...this.firings.rulesThatAdd(tag), ...this.firings.rulesThatBlock(tag)]);
  }

  private asksFor(rule: number, ways: readonly Way[]): boolean {
    if (this.firings.effort.spent) return false;
    const atoms = this.firings.atomsOfRule(rule);
    this.firings.effort.done += atoms.size + ways.length;
    return ways.some((way) => [...way].every((atom) => atoms.has(atom)));
  }

  private pagesOf(a: number, b: number): CofireFact['pages'] {
    const { effort } = this.firings;
    const pages: CofireFact['pages'] = {};
    const answers = [a, b].map((tag) => {
      const known = this.pages.get(tag) ?? {};
      this.pages.set(tag, known);
      return known;
    });
    for (const [name, situation] of Object.entries(this.shop.pages)) {
      const page = name as JourneyPage;
      const [one, two] = [a, b].map((tag, i) => {
        const formula = answers[i]![page] ?? this.firings.onLoad(tag, situation);
        answers[i]![page] = formula;
        return formula;
      });
      pages[page] = both(solve([one!], effort).answer, solve([two!], effort).answer);
    }
    return pages;
  }

  /** When all of the tags fire, from the clause of each with the fewest conditions. */
  private words(tags: readonly number[], event: string | undefined): string {
    const { anywhere } = this.shop;
    const clauses = tags.map((tag) => this.clauseFor(tag, event));
    const conditions = [...new Set(clauses.flatMap((found) => found?.clause.conditions ?? []))];
    const clause: Clause = { events: event === undefined ? ['gtm.js'] : [event], conditions };
    const exceptions = clauses.flatMap((found) => {
      if (!found) return [];
      return exceptionsOf(this.firings, found.source, { events: found.clause.events, conditions }, anywhere) ?? [];
    });
    return [wordsOf(clause), ...new Set(exceptions)].join(', ');
  }

  private clauseFor(tag: number, event: string | undefined): { clause: Clause; source: number } | undefined {
    let best: { clause: Clause; source: number } | undefined;
    const situations = event === undefined ? LOAD_EVENTS : [event];
    for (const source of this.firings.sourcesOf(tag)) {
      for (const rule of this.firings.rulesThatAdd(source)) {
        const possible = situations.some((one) => this.firings.addOf(rule, this.firings.at(this.shop.anywhere, one)));
        const clause = possible ? clauseOf(this.firings, rule, this.shop.anywhere) : undefined;
        if (clause && (!best || clause.conditions.length < best.clause.conditions.length)) best = { clause, source };
      }
    }
    return best;
  }
}

/** What the facts of a tag do, for the comparison of tags. */
export function effectsOf(
  firings: Firings,
  index: number,
  facts: readonly Fact[],
  metaIds: readonly string[],
): Effect[] {
  const tag = firings.container.tags[index]!;
  const found: Effect[] = [];
  const configured = facts.flatMap((fact) =>
    fact.kind === 'tag' && fact.vendor === 'ga4' && fact.via === 'config' && fact.id !== undefined ? fact.id : [],
  );
  const open = new Set(
    facts.flatMap((fact) => (fact.kind === 'tag' && fact.condition?.here === 'unknown' && fact.id ? fact.id : [])),
  );
  for (const fact of facts) {
    if (fact.kind === 'tag') {
      const isHere = fact.condition === undefined || fact.condition.here === true;
      const isPageView =
        (fact.vendor === 'ga4' || fact.vendor === 'google_tag') && fact.via === 'config' && !fact.quiet;
      const common = { isUnsure: !isHere || isBranch(fact.runs) };
      if (fact.id === undefined || fact.invalid || fact.condition?.here === false || !runsAtOnce(fact.runs)) continue;
      if (isPageView) found.push({ vendor: fact.vendor, id: fact.id, effect: 'page view', isOnce: true, ...common });
      if (fact.vendor === 'ua' && textOf(tag, 'vtp_trackType') === 'TRACK_PAGEVIEW')
        found.push({ vendor: 'ua', id: fact.id, effect: 'page view', isOnce: false, ...common });
      continue;
    }
    if (fact.kind !== 'event' || !runsAtOnce(fact.runs) || fact.method === 'push') continue;
    const isUnsure = isBranch(fact.runs) || fact.to?.some((id) => open.has(id)) === true;
    if (fact.vendor === 'ga4') {
      const effect = fact.name === 'page_view' ? 'page view' : `event ${fact.name}`;
      for (const id of fact.to ?? configured) {
        const [own, label] = id.split('/');
        if (label !== undefined)
          found.push({ vendor: 'google_ads', id: own!, effect: `conversion ${label}`, isOnce: false, isUnsure });
        else if (id.startsWith('G')) found.push({ vendor: 'ga4', id, effect, isOnce: false, isUnsure });
      }
    } else if (fact.vendor === 'meta') {
      const isSingle = fact.method === 'trackSingle' || fact.method === 'trackSingleCustom';
      for (const id of fact.to ?? metaIds)
        found.push({ vendor: 'meta', id, effect: fact.name, isOnce: fact.name === 'PageView' && !isSingle, isUnsure });
    } else if (fact.label !== undefined && fact.vendor !== 'ua') {
      const order = tag.get('vtp_orderId');
      const key = order === undefined || order === '' ? undefined : JSON.stringify(order);
      for (const id of fact.to ?? [])
        found.push({
          vendor: fact.vendor,
          id: id.split('/')[0]!,
          effect: `conversion ${fact.label}`,
          isOnce: false,
          isUnsure,
          order: key,
        });
    }
  }
  const unique = new Map(
    found.map((effect) => [`${effect.vendor} ${effect.id} ${effect.effect} ${effect.isOnce}`, effect]),
  );
  return [...unique.values()];
}

function runsAtOnce(runs: string | undefined): boolean {
  return runs === undefined || runs === 'load' || runs === 'branch';
}

function isBranch(runs: string | undefined): boolean {
  return runs === 'branch';
}
