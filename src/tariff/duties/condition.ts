/**
 * The conditions of the rules, as `data/tariff/headings.json` and `stacking.json` write them. Everything that depends only
 * on the number and the date is decided first (`ItemContext`); what is left depends on facts.
 */
import type { Fields } from '../../domain/fields.ts';
import { isCalendarDate } from '../dates.ts';
import type { ItemContext } from './item-context.ts';
import type { Fact, FactTest } from './vocabulary.ts';

export type Condition =
  | { kind: 'all' | 'any'; of: readonly Condition[] }
  | { kind: 'not'; of: Condition }
  | ContextCondition
  | { kind: 'fact'; fact: string; test: FactTest }
  | { kind: 'reading'; question: string; is: string };

/** Decided by the number and the date. Those with the same key are the same. */
export interface ContextCondition {
  kind: 'context';
  key: string;
  holds: (item: ItemContext) => boolean;
}

/** What conditions may name. */
export interface Names {
  facts: ReadonlyMap<string, Fact>;
  /** Groups of countries. */
  groups: ReadonlyMap<string, readonly string[]>;
  /** Lists of numbers that a note has of its own: digits. */
  lists: ReadonlyMap<string, readonly string[]>;
  definitions: ReadonlyMap<string, Condition>;
  /** Questions that the sources leave open, with their readings. */
  questions: ReadonlyMap<string, readonly string[]>;
}

type Reader = (fields: Fields, names: Names) => Condition;

/** By the key that tells the kind of a condition. */
const READERS = new Map<string, Reader>(
  Object.entries({
    all: (fields, names) => ({ kind: 'all', of: fields.each('all', 50).map((part) => readCondition(part, names)) }),
    any: (fields, names) => ({ kind: 'any', of: fields.each('any', 50).map((part) => readCondition(part, names)) }),
    not: (fields, names) => ({ kind: 'not', of: readCondition(fields.object('not'), names) }),
    reading: readReading,
    fact: readFact,
    origin: readOrigin,
    is: (fields, names) =>
      names.definitions.get(fields.text('is')) ?? fields.refuse('must be a definition above', 'is'),
    listed: readListed,
    list: (fields, names) => {
      const prefixes = names.lists.get(fields.text('list')) ?? fields.refuse('must be one of "lists"', 'list');
      return startsWithAny(prefixes);
    },
    chapter: (fields) => startsWithAny(fields.texts('chapter', 20)),
    code: (fields) => startsWithAny(fields.texts('code', 20)),
    entered: readEntered,
  }),
);

/** Reads one condition. @throws TariffFileError naming the line, for anything that is not a condition */
export function readCondition(fields: Fields, names: Names): Condition {
  const kind = [...READERS.keys()].find((key) => fields.has(key)) ?? fields.refuse('must be a condition');
  return READERS.get(kind)!(fields, names);
}

function startsWithAny(prefixes: readonly string[]): Condition {
  const known = new Set(prefixes);
  const lengths = [...new Set(prefixes.map(({ length }) => length))];
  const holds = ({ digits }: ItemContext) => lengths.some((length) => known.has(digits.slice(0, length)));
  return { kind: 'context', key: `begins with ${prefixes}`, holds };
}

function readListed(fields: Fields): Condition {
  fields.only(['listed', 'as_of']);
  const notes = fields.texts('listed', 20);
  const asOf = fields.has('as_of') ? fields.text('as_of') : undefined;
  const key = `listed in ${notes} on ${asOf}`;
  return { kind: 'context', key, holds: (item) => notes.some((note) => item.isListed(note, asOf)) };
}

function readEntered(fields: Fields): Condition {
  const period = fields.object('entered');
  period.only(['from', 'to']);
  const [from, to] = ['from', 'to'].map((key) => (period.has(key) ? period.text(key) : null));
  for (const date of [from, to]) if (date && !isCalendarDate(date)) period.refuse(`${date} is not a calendar date`);
  const holds = ({ entryDate }: ItemContext) => (!from || from <= entryDate) && (!to || entryDate <= to);
  return { kind: 'context', key: `entered ${from} to ${to}`, holds };
}

function readOrigin(fields: Fields, { groups }: Names): Condition {
  fields.only(['origin']);
  const countries = fields.texts('origin', 60).flatMap((name) => {
    if (/^[A-Z]{2}$/.test(name)) return [name];
    return groups.get(name) ?? fields.refuse(`"${name}" must be a country code or one of "groups"`, 'origin');
  });
  return { kind: 'fact', fact: 'origin', test: { one_of: countries } };
}

function readReading(fields: Fields, { questions }: Names): Condition {
  fields.only(['reading', 'is']);
  const question = fields.text('reading');
  const is = fields.text('is');
  if (!questions.get(question)?.includes(is)) fields.refuse('must be a reading of one of "questions"', 'is');
  return { kind: 'reading', question, is };
}

function readFact(fields: Fields, { facts }: Names): Condition {
  const name = fields.text('fact');
  const fact = facts.get(name) ?? fields.refuse('must be one of the facts', 'fact');
  fields.only(['fact', 'eq', 'includes', 'gte', 'gt', 'lt']);
  return { kind: 'fact', fact: name, test: readTest(fields, fact) };
}

function readTest(fields: Fields, { type, values }: Fact): FactTest {
  if (type === 'boolean') return { eq: fields.flag('eq') };
  if (type === 'choice') return { eq: fields.oneOf('eq', values) };
  if (type === 'list') return { includes: fields.oneOf('includes', values) };
  for (const bound of ['gte', 'gt', 'lt'] as const) {
    if (fields.has(bound)) return { [bound]: fields.number(bound, 0, 1e9) } as FactTest;
  }
  return fields.refuse('must compare the fact');
}
