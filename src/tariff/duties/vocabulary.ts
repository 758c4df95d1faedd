/** The facts that the rules know: their names, types and the questions that ask for them, from `data/tariff/facts.json`. */
import factsJson from '../../../data/tariff/facts.json' with { type: 'text' };
import { Fields, parseJson } from '../json-fields.ts';

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
  /** The provision that makes the fact matter. */
  basis: string;
}

let vocabulary: ReadonlyMap<string, Fact> | undefined;

/** All facts by name, in the order in which the rules consider them. `origin` is one of them, though an item gives it apart. */
export function factVocabulary(): ReadonlyMap<string, Fact> {
  vocabulary ??= parseVocabulary(factsJson as unknown as string);
  return vocabulary;
}

/** @throws TariffFileError naming the line */
export function parseVocabulary(text: string): ReadonlyMap<string, Fact> {
  const { value, lineOf } = parseJson(text);
  const facts = new Map<string, Fact>();
  for (const row of new Fields(value, lineOf).each('facts', 200)) {
    row.only(['name', 'type', 'values', 'question', 'basis']);
    const name = row.matching('name', /^[a-z][a-z0-9_]{0,39}$/, 'lower-case letters, digits and underscores');
    if (facts.has(name)) row.refuse(`${name} occurs twice`, 'name');
    const type = row.oneOf('type', FACT_TYPES);
    const values = row.has('values') ? row.texts('values', 40) : [];
    if ((type === 'choice' || type === 'list') !== values.length > 0)
      row.refuse('belongs to a choice or a list', 'values');
    facts.set(name, { name, type, values, question: row.text('question'), basis: row.text('basis') });
  }
  return facts;
}
