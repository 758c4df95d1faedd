/**
 * The rules as far as a number and a date decide them. What is left depends on facts alone, and numbers that no rule tells apart
 * share it: the 25,000 numbers of the schedule are a few hundred classes.
 */
import { inPeriod } from '../dates.ts';
import type { Condition, ContextCondition } from './condition.ts';
import { type Evaluated, evaluate, meets } from './evaluate.ts';
import type { ItemContext } from './item-context.ts';
import type { DisplacementRule, ExclusiveGroup, Rule, Rules } from './rules.ts';
import { type Variable, variablesOf } from './variable.ts';
import { type Fact, type Implication, implications, numberImplications, type QuestionOf } from './vocabulary.ts';

/** A heading with what is left of its condition. */
interface OpenRule {
  rule: Rule;
  /** Duty of a column 2 country under a heading that charges none from there. */
  free: boolean;
  when: Evaluated;
}

export interface OpenRules {
  headings: readonly OpenRule[];
  displacements: readonly { row: DisplacementRule; when: Evaluated }[];
  exclusive: readonly ExclusiveGroup[];
  /** The facts that any of them depends on. */
  variables: readonly Variable[];
  questionOf: QuestionOf;
}

const NO_FACTS = {};

/** Dates whose rules in force are remembered. */
const DATES_MAX = 1_000;

export class RulesByNumber {
  /** The conditions that a number and a date decide, each once. */
  readonly #contexts: readonly ContextCondition[];
  readonly #questions: Fact['questions'];
  readonly #inForce = new Map<string, string>();

  constructor(private readonly rules: Rules) {
    const contexts = new Map<string, ContextCondition>();
    const { headings, other_duties, displacements, names } = rules;
    for (const { when } of [...headings, ...other_duties, ...displacements]) if (when) collectContexts(when, contexts);
    for (const when of names.definitions.values()) collectContexts(when, contexts);
    this.#contexts = [...contexts.values()];
    this.#questions = [...names.facts.values()].flatMap(({ questions }) => questions);
  }

  /** Equal for two items only if the same is left of the rules for both, they say the same of their goods, and the questions are the same. */
  classOf(item: ItemContext): string {
    let key = this.#inForceOn(item.entryDate);
    for (const { holds } of this.#contexts) key += holds(item) ? '1' : '0';
    for (const { says } of numberImplications()) key += says(item) ? '1' : '0';
    for (const { listed } of this.#questions) key += isListedIn(listed, item) ? '1' : '0';
    return key;
  }

  #inForceOn(date: string): string {
    let key = this.#inForce.get(date);
    if (key === undefined) {
      const { headings, other_duties, displacements } = this.rules;
      key = [...headings, ...other_duties, ...displacements].map((row) => (inPeriod(date, row) ? '1' : '0')).join('');
      if (this.#inForce.size >= DATES_MAX) this.#inForce.clear();
      this.#inForce.set(date, key);
    }
    return key;
  }

  openFor(item: ItemContext): OpenRules {
    const { rules } = this;
    const inForce = (row: { from: string; to: string | null }) => inPeriod(item.entryDate, row);
    const left = (when: Condition): Evaluated => evaluate(when, { item, facts: NO_FACTS });
    const possible = [...rules.headings, ...rules.other_duties]
      .filter(inForce)
      .flatMap((rule) => variantsOf(rule, rules).map(({ free, when }) => ({ rule, free, when: left(when) })))
      .filter(({ when }) => when !== false);
    const displacing = rules.displacements
      .filter(inForce)
      .map((row) => ({ row, when: row.when === null ? true : left(row.when) }))
      .filter(({ when }) => when !== false);
    const implied = impliedWithin([...possible, ...displacing].map(({ when }) => when));
    const headings = possible.map((each) => ({ ...each, when: withImplied(each.when, implied) }));
    const displacements = displacing.map((each) => ({ ...each, when: withImplied(each.when, implied) }));
    const conditions = [...headings, ...displacements].flatMap(({ when }) => (typeof when === 'boolean' ? [] : [when]));
    const variables = variablesOf(conditions, rules.names.facts, rules.names.questions);
    const questions = new Map(
      [...rules.names.facts.values()].map(({ name, question, questions: others }) => [
        name,
        others.find(({ listed }) => isListedIn(listed, item))?.question ?? question,
      ]),
    );
    const questionOf = ({ name }: Fact) => questions.get(name)!;
    return { headings, displacements, exclusive: rules.exclusive, variables, questionOf };
  }
}

function isListedIn(notes: readonly string[], item: ItemContext): boolean {
  return notes.some((note) => item.isListed(note));
}

function collectContexts(condition: Condition, found: Map<string, ContextCondition>): void {
  if (condition.kind === 'context') found.set(condition.key, condition);
  else if (condition.kind === 'not') collectContexts(condition.of, found);
  else if ('of' in condition) for (const part of condition.of) collectContexts(part, found);
}

/** A heading that charges nothing from column 2 countries is two, of which one applies. */
function variantsOf(rule: Rule, { names }: Rules): { free: boolean; when: Condition }[] {
  if (!rule.column_2_free) return [{ free: rule.rate_kind === 'none', when: rule.when }];
  const column2: Condition = { kind: 'fact', fact: 'origin', test: { one_of: names.groups.get('column_2') ?? [] } };
  return [
    { free: true, when: { kind: 'all', of: [rule.when, column2] } },
    { free: false, when: { kind: 'all', of: [rule.when, { kind: 'not', of: column2 }] } },
  ];
}

/**
 * What facts say about others, at the thresholds that the conditions have: a share of at least 15 percent says that there is metal, as a
 * share above 0 does, and no more cells are needed.
 */
function impliedWithin(conditions: readonly Evaluated[]): Implication[] {
  const thresholds = new Map<string, number>();
  const collect = (condition: Condition) => {
    if (condition.kind === 'not') collect(condition.of);
    else if (condition.kind === 'all' || condition.kind === 'any') for (const part of condition.of) collect(part);
    else if (condition.kind === 'fact') {
      const [least] = Object.values(condition.test);
      const known = thresholds.get(condition.fact) ?? Number.POSITIVE_INFINITY;
      if (typeof least === 'number' && least > 0) thresholds.set(condition.fact, Math.min(known, least));
    }
  };
  for (const condition of conditions) if (typeof condition !== 'boolean') collect(condition);
  return implications().flatMap((row) => {
    const least = thresholds.get(row.fact);
    return least !== undefined && meets(least, row.test) ? [{ ...row, test: { gte: least } }] : [];
  });
}

/** A fact that follows from another is tested through both. */
function withImplied(condition: Evaluated, implied: readonly Implication[]): Evaluated {
  return typeof condition === 'boolean' || implied.length === 0 ? condition : testedThroughBoth(condition, implied);
}

function testedThroughBoth(condition: Condition, implied: readonly Implication[]): Condition {
  if (condition.kind === 'not') return { kind: 'not', of: testedThroughBoth(condition.of, implied) };
  if (condition.kind === 'all' || condition.kind === 'any') {
    return { kind: condition.kind, of: condition.of.map((part) => testedThroughBoth(part, implied)) };
  }
  if (condition.kind !== 'fact') return condition;
  return implied.reduce<Condition>((tested, { fact, test, implies }) => {
    if (implies.fact !== condition.fact || !('eq' in condition.test)) return tested;
    const holds: Condition = { kind: 'fact', fact, test };
    if (condition.test.eq === implies.value) return { kind: 'any', of: [holds, tested] };
    return { kind: 'all', of: [{ kind: 'not', of: holds }, tested] };
  }, condition);
}
