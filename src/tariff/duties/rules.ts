/**
 * The rules of law as data: which heading applies when (`headings.json`), and which duty frees from which (`stacking.json`).
 * No rule is in code.
 */
import headingsJson from '../../../data/tariff/headings.json' with { type: 'text' };
import stackingJson from '../../../data/tariff/stacking.json' with { type: 'text' };
import type { Fields } from '../../domain/fields.ts';
import { parseCode } from '../hts-code.ts';
import { parseFields } from '../json-fields.ts';
import { readDate } from '../parse-list.ts';
import { type Condition, type Names, readCondition } from './condition.ts';
import { factVocabulary } from './vocabulary.ts';

const HEADING = /^99\d\d\.\d\d\.\d\d$/;
/** The fact that a rate is charged on unless its row names another. */
const VALUE = 'value';

/** One chapter 99 heading, or a duty whose heading was not read. */
export interface Rule {
  /** The heading, or a name where it was not read. A heading with several rows adds a word: `9903.81.87/content`. */
  id: string;
  heading: string | null;
  programme: string;
  note: string;
  rate_kind: 'added' | 'total' | 'none';
  rate: number | null;
  /** A duty that is not a percentage, in words. */
  specific: string | null;
  basis: string;
  from: string;
  to: string | null;
  when: Condition;
  /** Ids of the headings that go before this one where both fit. */
  yields_to: readonly string[];
  /** Goods of a column 2 country are entered under the heading without its duty. */
  column_2_free: boolean;
  /** The share of US content that is not charged, at most; null if content makes no difference. */
  free_content: number | null;
  /** The fact that says what the rate is charged on: the customs value, or the value of one metal in the goods. */
  value_fact: string;
  /** A duty that is not one of Section 232. It can displace one, and is never declared. */
  outside: boolean;
  source: string;
  confidence: string;
}

/** One duty displaces others. */
export interface DisplacementRule {
  id: string;
  displacing: readonly string[];
  displaced: readonly string[];
  /** Headings without duty that have nothing left to say then. */
  silences: readonly string[];
  when: Condition | null;
  reason: string;
  from: string;
  to: string | null;
  source: string;
}

/** Headings of which an article has only one, or one of the pairs in `together`. */
export interface ExclusiveGroup {
  id: string;
  headings: readonly string[];
  together: readonly (readonly string[])[];
  source: string;
}

/** A question that the sources leave open. */
interface Question {
  question: string;
  readings: readonly string[];
  source: string;
}

export interface Rules {
  version: string;
  names: Names;
  questions: ReadonlyMap<string, Question>;
  headings: readonly Rule[];
  /** Duties outside Section 232 that displace one inside it. They are never declared. */
  other_duties: readonly Rule[];
  displacements: readonly DisplacementRule[];
  exclusive: readonly ExclusiveGroup[];
  outside: readonly OutsideRow[];
}

/** Something that the rules do not decide, and the items that it may concern. */
export interface OutsideRow {
  what: string;
  source: string;
  /** Null if it concerns every item. */
  when: Condition | null;
  /** If it is a duty that goods charged under some headings are free of: those headings, and the facts under which. */
  spares: readonly { ids: readonly string[]; when: Condition | null }[] | null;
}

let rules: Rules | undefined;

/** The embedded rules, parsed and checked once. @throws TariffFileError if a file is faulty; tests rule this out */
export function embeddedRules(): Rules {
  rules ??= parseRules(headingsJson as unknown as string, stackingJson as unknown as string);
  return rules;
}

/** @throws TariffFileError naming the line */
export function parseRules(headingsText: string, stackingText: string): Rules {
  const file = parseFields(headingsText);
  const { names, questions } = readNames(file);
  const rows = file.each('headings', 1_000);
  const ids = rows.map((row) => row.text('id', 40));
  for (const row of rows) expandIds(row, 'yields_to', ids);
  const headings = rows.map((row) => readRule(row, names, ids));
  const stacking = parseFields(stackingText);
  const other_duties = stacking.each('other_duties', 50).map((row) => readOtherDuty(row, names));
  const known = [...ids, ...other_duties.map(({ id }) => id)];
  return {
    version: file.text('version'),
    names,
    questions,
    headings,
    other_duties,
    displacements: stacking.each('displacements', 200).map((row) => readDisplacement(row, names, known)),
    exclusive: stacking.each('exclusive', 50).map((row) => readExclusive(row, known)),
    outside: stacking.each('outside', 50).map((row) => readOutside(row, names, known)),
  };
}

function readNames(file: Fields): { names: Names; questions: Map<string, Question> } {
  const groups = new Map<string, string[]>();
  const lists = new Map<string, string[]>();
  const questions = new Map<string, Question>();
  for (const [name, group] of entriesOf(file, 'groups')) {
    group.text('source');
    groups.set(name, group.texts('countries', 300));
  }
  for (const [name, list] of entriesOf(file, 'lists')) {
    list.text('source');
    lists.set(
      name,
      list.texts('codes', 5_000).map((code) => listedDigits(code, list)),
    );
  }
  for (const [name, row] of entriesOf(file, 'questions')) {
    questions.set(name, {
      question: row.text('question'),
      readings: row.texts('readings', 9),
      source: row.text('source'),
    });
  }
  const definitions = new Map<string, Condition>();
  const readings = new Map([...questions].map(([name, question]) => [name, question.readings]));
  const names: Names = { facts: factVocabulary(), groups, lists, definitions, questions: readings };
  // A definition may use those above it.
  for (const [name, row] of entriesOf(file, 'definitions')) {
    row.text('source');
    definitions.set(name, readCondition(row.object('when'), names));
  }
  return { names, questions };
}

function entriesOf(file: Fields, key: string): [string, Fields][] {
  const table = file.object(key);
  return table.keys().map((name) => [name, table.object(name)]);
}

/** A ten-digit number that ends in 00 is its eight-digit line (`docs/tariff.md`). */
function listedDigits(code: string, list: Fields): string {
  const digits = parseCode(code) ?? list.refuse(`"${code}" must be a tariff number`);
  return digits.length === 10 && digits.endsWith('00') ? digits.slice(0, 8) : digits;
}

function readRule(row: Fields, names: Names, ids: readonly string[]): Rule {
  row.only(
    'id heading programme note rate_kind rate specific basis value_fact from to when words yields_to yields_source column_2 free_content remark source confidence'.split(
      ' ',
    ),
  );
  const rate_kind = row.oneOf('rate_kind', ['added', 'total', 'none']);
  const specific = row.has('specific') ? row.text('specific') : null;
  const hasRate = rate_kind !== 'none' && specific === null;
  if ((row.value('rate') === null) === hasRate) row.refuse(hasRate ? 'must be a number' : 'must be null', 'rate');
  if (row.has('yields_to')) row.text('yields_source');
  return {
    id: row.text('id', 40),
    heading: row.value('heading') === null ? null : row.matching('heading', HEADING, 'a chapter 99 heading'),
    programme: row.text('programme', 60),
    note: row.text('note', 60),
    rate_kind,
    rate: hasRate ? row.number('rate', 0, 1_000) : null,
    specific,
    basis: row.text('basis', 60),
    from: readDate(row, 'from'),
    to: row.has('to') ? readDate(row, 'to') : null,
    when: readCondition(row.object('when'), names),
    yields_to: row.has('yields_to') ? row.texts('yields_to', 60).flatMap((id) => withVariants(id, ids)) : [],
    column_2_free: row.has('column_2'),
    free_content: row.has('free_content') ? row.number('free_content', 0, 1) : null,
    value_fact: readValueFact(row, names),
    outside: false,
    source: row.text('source', 1_000),
    confidence: row.oneOf('confidence', ['V', 'S']),
  };
}

function readOtherDuty(row: Fields, names: Names): Rule {
  const heading = row.matching('heading', HEADING, 'a chapter 99 heading');
  return {
    id: heading,
    heading,
    programme: row.text('programme'),
    note: '',
    rate_kind: 'none',
    rate: null,
    specific: null,
    basis: 'none',
    from: readDate(row, 'from'),
    to: row.has('to') ? readDate(row, 'to') : null,
    when: readCondition(row.object('when'), names),
    yields_to: [],
    column_2_free: false,
    free_content: null,
    value_fact: VALUE,
    outside: true,
    source: row.text('source'),
    confidence: 'V',
  };
}

function readDisplacement(row: Fields, names: Names, known: readonly string[]): DisplacementRule {
  row.only('id displacing displaced silences when reason source from to confidence'.split(' '));
  return {
    id: row.text('id', 40),
    displacing: expandIds(row, 'displacing', known),
    displaced: expandIds(row, 'displaced', known),
    silences: row.has('silences') ? expandIds(row, 'silences', known) : [],
    when: row.has('when') ? readCondition(row.object('when'), names) : null,
    reason: row.text('reason'),
    from: readDate(row, 'from'),
    to: row.has('to') ? readDate(row, 'to') : null,
    source: row.text('source'),
  };
}

function readExclusive(row: Fields, known: readonly string[]): ExclusiveGroup {
  row.only(['id', 'headings', 'together', 'source', 'confidence']);
  return {
    id: row.text('id', 40),
    headings: expandIds(row, 'headings', known),
    together: row.textLists('together', 10),
    source: row.text('source'),
  };
}

function readValueFact(row: Fields, { facts }: Names): string {
  if (!row.has('value_fact')) return VALUE;
  const name = row.text('value_fact');
  return facts.get(name)?.type === 'number' ? name : row.refuse('must be a fact of type number', 'value_fact');
}

function readOutside(row: Fields, names: Names, known: readonly string[]): OutsideRow {
  row.only(['what', 'source', 'when', 'spares']);
  const spares = row.has('spares') ? row.each('spares', 20).map((each) => readSpared(each, names, known)) : null;
  const when = row.has('when') ? readCondition(row.object('when'), names) : null;
  return { what: row.text('what'), source: row.text('source'), when, spares };
}

function readSpared(row: Fields, names: Names, known: readonly string[]) {
  row.only(['headings', 'when']);
  return {
    ids: expandIds(row, 'headings', known),
    when: row.has('when') ? readCondition(row.object('when'), names) : null,
  };
}

/** A heading may have several rows: the first has its number as id, the others add a word, as in `9903.81.87/content`. */
function withVariants(id: string, ids: readonly string[]): string[] {
  return ids.filter((each) => each === id || each.startsWith(`${id}/`));
}

/** `9903.82.04-9903.82.26` is every heading of the rules in between. A heading stands for all its rows. */
function expandIds(row: Fields, key: string, known: readonly string[]): string[] {
  if (!row.has(key)) return [];
  return row.texts(key, 100).flatMap((entry) => {
    const [first, last] = entry.split('-9903.');
    const ids = last
      ? known.filter((id) => id >= first! && id.split('/')[0]! <= `9903.${last}`)
      : withVariants(entry, known);
    return ids.length > 0 ? ids : row.refuse(`"${entry}" is no heading of the rules`, key);
  });
}
