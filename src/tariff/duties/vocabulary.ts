/** The facts that the rules know: their names, types and the questions that ask for them, from `data/tariff/facts.json`. */
import factsJson from '../../../data/tariff/facts.json' with { type: 'text' };
import type { Fields } from '../../domain/fields.ts';
import { parseFields } from '../json-fields.ts';
import type { FactValue } from './answer.ts';

/** `share` is a number from 0 to 1, `percent` from 0 to 1000, `choice` one of the values, `list` any of them. */
const FACT_TYPES = ['boolean', 'number', 'percent', 'share', 'integer', 'choice', 'list', 'country'] as const;
type FactType = (typeof FACT_TYPES)[number];

export interface Fact {
  name: string;
  type: FactType;
  /** Of the types `choice` and `list`. */
  values: readonly string[];
  /** In plain words. */
  question: string;
  /**
   * Programmes, if the fact is an act of the importer that can only add a duty to goods none of them lists. It is then not
   * asked about, and the answer says so.
   */
  electiveOff: readonly string[];
  /** The provision that makes the fact matter. */
  basis: string;
}

/** What a condition asks of one fact. */
export type FactTest =
  | { eq: boolean | string }
  | { includes: string }
  | { one_of: readonly string[] }
  | { gte: number }
  | { gt: number }
  | { lt: number };

/** What one fact says about another: a share of metal above 0 means that there is metal. */
export interface Implication {
  fact: string;
  test: FactTest;
  implies: { fact: string; value: FactValue };
}

interface Vocabulary {
  facts: ReadonlyMap<string, Fact>;
  implied: readonly Implication[];
}

let vocabulary: Vocabulary | undefined;

/** All facts by name, in the order in which the rules consider them. `origin` is one of them, though an item gives it apart. */
export function factVocabulary(): ReadonlyMap<string, Fact> {
  return embedded().facts;
}

export function implications(): readonly Implication[] {
  return embedded().implied;
}

function embedded(): Vocabulary {
  vocabulary ??= parseVocabulary(factsJson as unknown as string);
  return vocabulary;
}

/** @throws TariffFileError naming the line */
export function parseVocabulary(text: string): Vocabulary {
  const file = parseFields(text);
  const facts = new Map<string, Fact>();
  for (const row of file.each('facts', 200)) {
    row.only(['name', 'type', 'values', 'question', 'elective_off', 'basis']);
    const name = row.matching('name', /^[a-z][a-z0-9_]{0,39}$/, 'lower-case letters, digits and underscores');
    if (facts.has(name)) row.refuse(`${name} occurs twice`, 'name');
    const type = row.oneOf('type', FACT_TYPES);
    const values = row.has('values') ? row.texts('values', 40) : [];
    if ((type === 'choice' || type === 'list') !== values.length > 0)
      row.refuse('belongs to a choice or a list', 'values');
    const electiveOff = row.has('elective_off') ? row.texts('elective_off', 20) : [];
    facts.set(name, { name, type, values, question: row.text('question'), electiveOff, basis: row.text('basis') });
  }
  return { facts, implied: file.each('implied', 50).map((row) => readImplication(row, facts)) };
}

function readImplication(row: Fields, facts: ReadonlyMap<string, Fact>): Implication {
  const test = row.object('if');
  const fact = test.text('fact');
  const then = row.object('then');
  const implied = then.keys()[0] ?? '';
  if (!facts.has(fact) || facts.get(implied)?.type !== 'boolean') row.refuse('must name facts');
  return { fact, test: { gt: test.number('gt', 0, 1) }, implies: { fact: implied, value: then.flag(implied) } };
}
