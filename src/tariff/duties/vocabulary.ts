/** The facts that the rules know: their names, types and the questions that ask for them, from `data/tariff/facts.json`. */
import factsJson from '../../../data/tariff/facts.json' with { type: 'text' };
import type { Fields } from '../../domain/fields.ts';
import { parseFields } from '../json-fields.ts';
import type { FactValue } from './answer.ts';
import type { ItemContext } from './item-context.ts';

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
  /** Other words for numbers that a note subdivision lists: the first that fits is asked. */
  questions: readonly { listed: readonly string[]; question: string }[];
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

/** The question for a fact: its own, or the one for numbers that a note subdivision lists. */
export type QuestionOf = (fact: Fact) => string;

/** What the number of the goods says about them: chapter 73 is articles of iron or steel. */
export interface NumberImplication {
  /** Whether a number says it by its chapter, or by the subdivisions that list it. */
  says(item: ItemContext): boolean;
  /** Whole descriptions of the number or of a row above it, in lower case and without a colon. */
  descriptions: readonly string[];
  /** Yes or no; of a list, nothing. */
  implies: readonly { fact: string; value: boolean | readonly [] }[];
}

interface Vocabulary {
  facts: ReadonlyMap<string, Fact>;
  implied: readonly Implication[];
  fromNumber: readonly NumberImplication[];
}

let vocabulary: Vocabulary | undefined;

/** All facts by name, in the order in which the rules consider them. `origin` is one of them, though an item gives it apart. */
export function factVocabulary(): ReadonlyMap<string, Fact> {
  return embedded().facts;
}

export function implications(): readonly Implication[] {
  return embedded().implied;
}

export function numberImplications(): readonly NumberImplication[] {
  return embedded().fromNumber;
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
    row.only(['name', 'type', 'values', 'question', 'questions', 'elective_off', 'basis']);
    const name = row.matching('name', /^[a-z][a-z0-9_]{0,39}$/, 'lower-case letters, digits and underscores');
    if (facts.has(name)) row.refuse(`${name} occurs twice`, 'name');
    const type = row.oneOf('type', FACT_TYPES);
    const values = row.has('values') ? row.texts('values', 40) : [];
    if ((type === 'choice' || type === 'list') !== values.length > 0)
      row.refuse('belongs to a choice or a list', 'values');
    const electiveOff = row.has('elective_off') ? row.texts('elective_off', 20) : [];
    const questions = row.has('questions') ? row.each('questions', 20).map(readQuestion) : [];
    const words = { question: row.text('question'), questions };
    facts.set(name, { name, type, values, ...words, electiveOff, basis: row.text('basis') });
  }
  return {
    facts,
    implied: file.each('implied', 50).map((row) => readImplication(row, facts)),
    fromNumber: file.each('from_number', 50).map((row) => readNumberImplication(row, facts)),
  };
}

function readQuestion(row: Fields) {
  row.only(['listed', 'question']);
  return { listed: row.texts('listed', 20), question: row.text('question') };
}

function readNumberImplication(row: Fields, facts: ReadonlyMap<string, Fact>): NumberImplication {
  row.only(['chapter', 'described', 'listed', 'not_listed', 'then', 'source']);
  row.text('source');
  const then = row.object('then');
  const implies = then.keys().map((fact) => {
    const type = facts.get(fact)?.type;
    if (type === 'list') return { fact, value: readNothing(then, fact) };
    if (type !== 'boolean') row.refuse(`"${fact}" must be a fact of type boolean or list`, 'then');
    return { fact, value: then.flag(fact) };
  });
  const chapters = row.has('chapter') ? row.texts('chapter', 20) : [];
  const descriptions = row.has('described') ? row.texts('described', 50).map(plainDescription) : [];
  const listed = row.has('listed') ? row.texts('listed', 20) : [];
  const notListed = row.has('not_listed') ? row.texts('not_listed', 20) : [];
  if (chapters.length + descriptions.length + listed.length === 0)
    row.refuse('must name a chapter, a description or a subdivision that lists');
  const says = (item: ItemContext) =>
    chapters.includes(item.digits.slice(0, 2)) ||
    (listed.some((note) => item.isListed(note)) && !notListed.some((note) => item.isListed(note)));
  return { says, descriptions, implies };
}

function readNothing(then: Fields, fact: string): readonly [] {
  const value = then.value(fact);
  return Array.isArray(value) && value.length === 0 ? [] : then.refuse('of a list must be []', fact);
}

/** Descriptions are compared without regard to case, and to the colon of a row that has others below it. */
export function plainDescription(text: string): string {
  return text.toLowerCase().replace(/:$/, '').trim();
}

function readImplication(row: Fields, facts: ReadonlyMap<string, Fact>): Implication {
  const test = row.object('if');
  const fact = test.text('fact');
  const then = row.object('then');
  const implied = then.keys()[0] ?? '';
  if (!facts.has(fact) || facts.get(implied)?.type !== 'boolean') row.refuse('must name facts');
  const met: FactTest = test.has('eq') ? { eq: test.flag('eq') } : { gt: test.number('gt', 0, 1) };
  return { fact, test: met, implies: { fact: implied, value: then.flag(implied) } };
}
