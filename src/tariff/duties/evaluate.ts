/**
 * Conditions in three values. With some facts known a condition is true, false, or what is left of it: the part that
 * depends on facts nobody has stated.
 */
import type { Facts, FactValue } from './answer.ts';
import type { Condition } from './condition.ts';
import type { ItemContext } from './item-context.ts';
import type { FactTest } from './vocabulary.ts';

/** What is known of an item: its facts, of which `origin` is one, and its number, date and lists if they were not decided before. */
export interface Known {
  facts: Facts;
  item?: ItemContext;
}

/** `true`, `false`, or the unknown rest. The rest contains only facts that are absent, and open questions. */
export type Evaluated = boolean | Condition;

/** Evaluates a condition as far as the facts allow. A fact that is absent is unknown, never false. */
export function evaluate(condition: Condition, known: Known): Evaluated {
  switch (condition.kind) {
    case 'context':
      return known.item ? condition.holds(known.item) : condition;
    case 'fact': {
      const value = known.facts[condition.fact];
      return value === undefined ? condition : meets(value, condition.test);
    }
    case 'reading':
      return condition;
    case 'not': {
      const inner = evaluate(condition.of, known);
      return typeof inner === 'boolean' ? !inner : { kind: 'not', of: inner };
    }
    default:
      return evaluateParts(condition.kind, condition.of, known);
  }
}

function evaluateParts(kind: 'all' | 'any', parts: readonly Condition[], known: Known): Evaluated {
  const decisive = kind === 'any';
  const rest: Condition[] = [];
  for (const part of parts) {
    const value = evaluate(part, known);
    if (value === decisive) return decisive;
    if (typeof value !== 'boolean') rest.push(value);
  }
  if (rest.length === 0) return !decisive;
  return rest.length === 1 ? rest[0]! : { kind, of: rest };
}

/** Whether the value of a fact meets a test. */
export function meets(value: FactValue, test: FactTest): boolean {
  if ('eq' in test) return value === test.eq;
  if ('includes' in test) return Array.isArray(value) && value.includes(test.includes);
  if ('one_of' in test) return test.one_of.includes(value as string);
  if ('gte' in test) return (value as number) >= test.gte;
  return 'gt' in test ? (value as number) > test.gt : (value as number) < test.lt;
}
