/** The facts of an item: checked against the vocabulary, and completed with what they imply. */
import { isCountryCode } from '../../domain/countries.ts';
import { editDistance } from '../../domain/edit-distance.ts';
import type { DutyItem, Facts, FactValue } from './answer.ts';
import { meets } from './evaluate.ts';
import type { Fact, Implication } from './vocabulary.ts';

type Refusals = { path: string; message: string }[];

/** What is wrong with the facts of an item, empty if nothing is. Paths are JSON pointers inside the item. */
export function checkFacts({ facts = {}, origin }: DutyItem, vocabulary: ReadonlyMap<string, Fact>): Refusals {
  const refusals: Refusals = [];
  if (origin !== undefined && !isCountryCode(origin)) {
    refusals.push({ path: '/origin', message: 'must be a country code of ISO 3166-1 in capital letters, such as DE' });
  }
  for (const [name, value] of Object.entries(facts)) {
    const fact = name === 'origin' ? undefined : vocabulary.get(name);
    const message = fact ? valueFault(fact, value) : unknownFact(name, vocabulary);
    if (message) refusals.push({ path: `/facts/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, message });
  }
  return refusals;
}

function unknownFact(name: string, vocabulary: ReadonlyMap<string, Fact>): string {
  if (name === 'origin') return 'is given beside the facts, not among them';
  const near = [...vocabulary.keys()].find((known) => editDistance(known, name.slice(0, 40)) <= 3);
  return near ? `is not a fact that the rules know; the nearest is ${near}` : 'is not a fact that the rules know';
}

/** What is wrong with a value, or undefined. */
function valueFault({ type, values }: Fact, value: unknown): string | undefined {
  switch (type) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'choice':
      return values.includes(value as string) ? undefined : `must be one of: ${values.join(', ')}`;
    case 'list': {
      const isList = Array.isArray(value) && value.every((member) => values.includes(member));
      return isList ? undefined : `must be a list of: ${values.join(', ')}`;
    }
    case 'country':
      return undefined;
    default:
      return numberFault(type, value);
  }
}

const NUMBER_MAX = { share: 1, percent: 1_000, integer: 1_000, number: 1_000_000_000_000 } as const;

function numberFault(type: keyof typeof NUMBER_MAX, value: unknown): string | undefined {
  const max = NUMBER_MAX[type];
  const isInside = typeof value === 'number' && value >= 0 && value <= max;
  if (isInside && (type !== 'integer' || Number.isInteger(value))) return undefined;
  return `must be ${type === 'integer' ? 'a whole number' : 'a number'} from 0 to ${max}`;
}

export interface KnownFacts {
  facts: Facts;
  /** Facts that contradict each other. Neither is used: the answer cannot rest on one of them. */
  contradictory: string[];
}

/** Adds what the facts imply. Of two facts that contradict each other neither counts as known. */
export function completeFacts(given: Facts, implications: readonly Implication[]): KnownFacts {
  const facts: Record<string, FactValue> = { ...given };
  const contradictory = new Set<string>();
  for (const { fact, test, implies } of implications) {
    const value = given[fact];
    if (value === undefined || !meets(value, test)) continue;
    const stated = given[implies.fact];
    if (stated === undefined) facts[implies.fact] = implies.value;
    else if (stated !== implies.value) for (const name of [fact, implies.fact]) contradictory.add(name);
  }
  for (const name of contradictory) delete facts[name];
  return { facts, contradictory: [...contradictory] };
}
