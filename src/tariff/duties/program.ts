/** The rules that matter for one item: those in force on its date that its number and its facts do not rule out. */
import { inPeriod } from '../dates.ts';
import type { Condition } from './condition.ts';
import { evaluate, type KnownItem } from './evaluate.ts';
import { Formulas } from './formula.ts';
import type { Rule, Rules } from './rules.ts';
import { type Variable, variablesOf } from './variable.ts';

/** One heading with what is left of its condition. */
interface Candidate {
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

export function programOf(rules: Rules, item: KnownItem): Program {
  const inForce = (row: { from: string; to: string | null }) => inPeriod(item.entryDate, row);
  const all = [...rules.headings, ...rules.other_duties].filter(inForce);
  const left = all.flatMap((rule) => variantsOf(rule, rules).map((variant) => ({ ...variant, rule })));
  const possible = left
    .map(({ rule, free, when }) => ({ rule, free, when: evaluate(when, item) }))
    .filter(({ when }) => when !== false);
  const indexesOf = (ids: readonly string[]) => possible.flatMap(({ rule }, at) => (ids.includes(rule.id) ? [at] : []));
  const displacements = rules.displacements
    .filter(inForce)
    .map((row) => ({
      id: row.id,
      displacing: indexesOf(row.displacing),
      displaced: indexesOf(row.displaced),
      silenced: indexesOf(row.silences),
      when: row.when === null ? true : evaluate(row.when, item),
      reason: row.reason,
      source: row.source,
    }))
    .filter((row) => row.displacing.length > 0 && row.displaced.length + row.silenced.length > 0 && row.when !== false);
  const conditions = [...possible, ...displacements].flatMap(({ when }) => (typeof when === 'boolean' ? [] : [when]));
  const variables = variablesOf(conditions, rules.names.facts, rules.names.questions);
  const formulas = new Formulas(variables);
  const candidates = possible.map(({ rule, free }) => ({ rule, free, superiors: indexesOf(rule.yields_to) }));
  return {
    candidates,
    displacements,
    freedBy: candidates.map((_, at) =>
      displacements.flatMap((row, index) => (row.displaced.includes(at) || row.silenced.includes(at) ? [index] : [])),
    ),
    exclusive: rules.exclusive.map(({ id, headings, together, source }) => ({
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

/** A heading that charges nothing from column 2 countries is two candidates, of which one applies. */
function variantsOf(rule: Rule, { names }: Rules): { free: boolean; when: Condition }[] {
  if (!rule.column_2_free) return [{ free: rule.rate_kind === 'none', when: rule.when }];
  const column2: Condition = { kind: 'fact', fact: 'origin', test: { one_of: names.groups.get('column_2') ?? [] } };
  return [
    { free: true, when: { kind: 'all', of: [rule.when, column2] } },
    { free: false, when: { kind: 'all', of: [rule.when, { kind: 'not', of: column2 }] } },
  ];
}
