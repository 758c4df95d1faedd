/** The rules that matter for one item: those in force on its date that its number and its facts do not rule out. */
import type { Facts } from './answer.ts';
import { evaluate } from './evaluate.ts';
import { Formulas } from './formula.ts';
import type { OpenRules } from './open-rules.ts';
import type { Rule, Rules } from './rules.ts';
import { type Variable, variablesOf } from './variable.ts';

/** One heading that may be declared. */
export interface Candidate {
  rule: Rule;
  /** Duty of a column 2 country under a heading that charges none from there. */
  free: boolean;
  /** Indexes of the candidates that go before it. */
  superiors: readonly number[];
}

/** A displacement between candidates. */
interface Displacing {
  id: string;
  displacing: readonly number[];
  displaced: readonly number[];
  silenced: readonly number[];
  reason: string;
  source: string;
}

export interface Program {
  candidates: readonly Candidate[];
  displacements: readonly Displacing[];
  /** By candidate: the displacements that can free from it. */
  freedBy: readonly (readonly number[])[];
  exclusive: readonly {
    id: string;
    members: ReadonlySet<number>;
    together: readonly ReadonlySet<string>[];
    source: string;
  }[];
  variables: readonly Variable[];
  formulas: Formulas;
  /** The formulas of the candidates, then those of the displacements. */
  state: readonly number[];
}

export function programOf(open: OpenRules, facts: Facts, { names }: Pick<Rules, 'names'>): Program {
  const possible = open.headings
    .map(({ rule, free, when }) => ({ rule, free, when: evaluateOpen(when, facts) }))
    .filter(({ when }) => when !== false);
  const byId = Map.groupBy(possible.keys(), (at) => possible[at]!.rule.id);
  const indexesOf = (ids: readonly string[]) =>
    [...new Set(ids)].flatMap((id) => byId.get(id) ?? []).sort((a, b) => a - b);
  const displacements = open.displacements
    .map(({ row, when }) => ({
      id: row.id,
      displacing: indexesOf(row.displacing),
      displaced: indexesOf(row.displaced),
      silenced: indexesOf(row.silences),
      when: evaluateOpen(when, facts),
      reason: row.reason,
      source: row.source,
    }))
    .filter((row) => row.displacing.length > 0 && row.displaced.length + row.silenced.length > 0 && row.when !== false);
  const conditions = [...possible, ...displacements].flatMap(({ when }) => (typeof when === 'boolean' ? [] : [when]));
  const variables = variablesOf(conditions, names.facts, names.questions);
  const formulas = new Formulas(variables);
  const candidates = possible.map(({ rule, free }) => ({ rule, free, superiors: indexesOf(rule.yields_to) }));
  return {
    candidates,
    displacements,
    freedBy: candidates.map((_, at) =>
      displacements.flatMap((row, index) => (row.displaced.includes(at) || row.silenced.includes(at) ? [index] : [])),
    ),
    exclusive: open.exclusive.map(({ id, headings, together, source }) => ({
      id,
      members: new Set(indexesOf(headings)),
      together: together.map((pair) => new Set(pair)),
      source,
    })),
    variables,
    formulas,
    state: [...possible, ...displacements].map(({ when }) => formulas.of(when)),
  };
}

function evaluateOpen(when: OpenRules['headings'][number]['when'], facts: Facts) {
  return typeof when === 'boolean' ? when : evaluate(when, { facts });
}
