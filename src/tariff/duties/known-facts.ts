/** The facts of an item: checked against the vocabulary, and completed with what they imply. */
import { isCountryCode } from '../../domain/countries.ts';
import { editDistance } from '../../domain/edit-distance.ts';
import type { FaultDetail } from '../../domain/errors.ts';
import { Fields } from '../../domain/fields.ts';
import type { DutyItem, Facts, FactValue } from './answer.ts';
import { meets } from './evaluate.ts';
import type { ItemContext } from './item-context.ts';
import { type Fact, type Implication, type NumberImplication, plainDescription } from './vocabulary.ts';

/** What is wrong with the facts of an item, empty if nothing is. Paths are JSON pointers inside the item. */
export function checkFacts({ facts = {}, origin }: DutyItem, vocabulary: ReadonlyMap<string, Fact>): FaultDetail[] {
  const refusals: FaultDetail[] = [];
  if (origin !== undefined && !isCountryCode(origin)) {
    refusals.push({ path: '/origin', message: 'must be a country code of ISO 3166-1 in capital letters, such as DE' });
  }
  const fields = new Fields<undefined>(facts, (path, message) => void refusals.push({ path, message }), '/facts');
  for (const name of fields.keys()) {
    const fact = name === 'origin' ? undefined : vocabulary.get(name);
    if (fact) checkValue(fields, fact);
    else fields.refuse(unknownFact(name, vocabulary), name);
  }
  return refusals;
}

function unknownFact(name: string, vocabulary: ReadonlyMap<string, Fact>): string {
  if (name === 'origin') return 'is given beside the facts, not among them';
  const near = [...vocabulary.keys()].find((known) => editDistance(known, name.slice(0, 40)) <= 3);
  return near ? `is not a fact that the rules know; the nearest is ${near}` : 'is not a fact that the rules know';
}

const NUMBER_MAX = { share: 1, percent: 1_000, integer: 1_000, number: 1_000_000_000_000 } as const;

function checkValue(fields: Fields<undefined>, { name, type, values }: Fact): void {
  if (type === 'boolean') fields.flag(name);
  else if (type === 'choice') fields.oneOf(name, values);
  else if (type === 'list') {
    const value = fields.value(name);
    const isList = Array.isArray(value) && value.every((member) => values.includes(member));
    if (!isList) fields.refuse(`must be a list of: ${values.join(', ')}`, name);
  } else if (type !== 'country') {
    fields.number(name, 0, NUMBER_MAX[type], type === 'integer' ? 'a whole number' : 'a number');
  }
}

export interface KnownFacts {
  facts: Facts;
  /** Facts that contradict each other. Neither is used: the answer cannot rest on one of them. */
  contradictory: string[];
}

/** Adds what the facts imply. Of two facts that contradict each other neither counts as known. */
export function completeFacts(given: Facts, implications: readonly Implication[]): KnownFacts {
  const facts: Record<string, FactValue> = Object.assign(Object.create(null), given);
  const contradictory = new Set<string>();
  for (const { fact, test, implies } of implications) {
    const value = given[fact];
    const implied = given[implies.fact];
    const isOpposite = implied !== undefined && implied !== implies.value;
    if (value === undefined) {
      // Goods without the metal have a share of 0.
      if (isOpposite && 'gt' in test && test.gt === 0) facts[fact] = 0;
    } else if (meets(value, test)) {
      if (implied === undefined) facts[implies.fact] = implies.value;
      else if (isOpposite) for (const name of [fact, implies.fact]) contradictory.add(name);
    }
  }
  for (const name of contradictory) delete facts[name];
  return { facts, contradictory: [...contradictory] };
}

/** What a number says of its goods by its chapter, or by the subdivisions that list it. */
export function saidByNumber(item: ItemContext, implications: readonly NumberImplication[]): Facts {
  return factsIn(implications.filter((row) => row.says(item)));
}

/** What the descriptions of a number say of its goods, from the heading down. */
export function saidByDescriptions(descriptions: readonly string[], implications: readonly NumberImplication[]): Facts {
  const described = new Set(descriptions.map(plainDescription));
  return factsIn(implications.filter((row) => row.descriptions.some((text) => described.has(text))));
}

function factsIn(implications: readonly NumberImplication[]): Facts {
  return Object.fromEntries(implications.flatMap(({ implies }) => implies.map(({ fact, value }) => [fact, value])));
}
