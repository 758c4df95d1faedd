/** The wire shapes of `POST /api/v2/tariff/duties`. They validate requests and describe them in the OpenAPI document. */
import { type TSchema, Type } from 'typebox';
import { FIRST_DATE } from '../../../tariff/tariff.ts';
import { factSchemas } from './fact-schemas.ts';

export const ITEMS_MAX = 50;
const CODE_LENGTH_MAX = 64;

const text = (description: string) => Type.String({ description });
const orNull = <S extends TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description });
const strict = { additionalProperties: false } as const;

export const OriginField = Type.String({
  pattern: '^[A-Z]{2}$',
  description: 'Country of origin, ISO 3166-1 alpha-2 in capital letters. Unknown where absent.',
  examples: ['CN'],
});
export const EntryDateField = Type.String({
  format: 'date',
  description: `The day of entry, YYYY-MM-DD, from ${FIRST_DATE}; today in New York where absent.`,
  examples: ['2026-06-10'],
});
const FACTS = factSchemas();
const optional = (schemas: Record<string, TSchema>) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, Type.Optional(schema)]));

/** The facts as parameters of a query. */
export const factParameters = optional(FACTS);

const DutyItem = Type.Object(
  {
    code: Type.String({
      minLength: 1,
      maxLength: CODE_LENGTH_MAX,
      description: 'An HTS code of 4, 6, 8 or 10 digits, with or without dots.',
    }),
    origin: Type.Optional(OriginField),
    entry_date: Type.Optional(EntryDateField),
    facts: Type.Optional(
      Type.Object(factParameters, {
        ...strict,
        description: 'What is known of the goods. A fact that is absent is unknown, never false.',
      }),
    ),
  },
  { ...strict, description: 'One line of an entry.' },
);

export const DutiesRequest = Type.Object(
  {
    items: Type.Array(DutyItem, { minItems: 1, maxItems: ITEMS_MAX, description: `1 to ${ITEMS_MAX} lines.` }),
  },
  { ...strict, description: 'The lines to work out.' },
);

const Declaration = Type.Object(
  {
    heading: orNull(Type.String(), 'Chapter 99 heading; null where the heading was not read.'),
    programme: text('The Section 232 programme.'),
    rate: orNull(Type.Number(), 'Percent; null if nothing is charged, or the duty is not a percentage.'),
    rate_kind: Type.Enum(['added', 'total', 'none'], {
      type: 'string',
      description: '`added` to the column 1 duty; `total` including it; `none`: no duty.',
    }),
    basis: text('What it is charged on.'),
    source: text('Where the rule is published.'),
  },
  { description: 'A chapter 99 heading of Section 232 to declare.' },
);
const Declarations = Type.Array(Declaration);

const Alternative = Type.Object(
  {
    when: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'The facts under which it holds: a value, bounds (`gte`, `gt`, `lt`, `lte`) or sets (`one_of`, `none_of`, `includes`, ' +
        '`excludes`). A name `reading:…` is an open question of law, and the reading taken.',
    }),
    declare: Type.Array(Declaration, { description: 'What to declare then.' }),
    undivided: Type.Optional(
      Type.Literal(true, {
        description:
          'Too many to tell apart: exactly one of those with the same `when` holds, and only more facts say which.',
      }),
    ),
  },
  { description: 'One of the answers that the missing facts decide between. Exactly one holds.' },
);

const MissingFact = Type.Object(
  {
    fact: text('Its name.'),
    question: text('In plain words.'),
    type: text('Its type.'),
    values: Type.Optional(Type.Array(Type.String(), { description: 'The values it may have.' })),
    decides: Type.Array(Type.String(), { description: 'The headings between which it decides.' }),
  },
  { description: 'A fact that would change the answer.' },
);

const OpenQuestion = Type.Object(
  {
    id: text('Its name.'),
    question: text('What the sources leave open.'),
    readings: Type.Array(Type.String(), { description: 'The readings, as `when` names them.' }),
    source: text('Where the readings come from.'),
  },
  { description: 'A question that the sources leave open.' },
);

const Displacement = Type.Object(
  {
    programme: text('The programme whose duty is not owed.'),
    heading: orNull(Type.String(), 'Its heading.'),
    by: text('What frees from it.'),
    reason: text('Why.'),
    source: text('Where the rule is published.'),
  },
  { description: 'A duty that another one frees.' },
);

const ProgrammeOfCode = Type.Object(
  {
    programme: text('The Section 232 programme.'),
    coverage: Type.Enum(['whole', 'whole_by_parts', 'part', 'none'], {
      type: 'string',
      description: 'How far its lists cover the number.',
    }),
    listing: text('The listed number.'),
    subdivision: text('U.S. note subdivision.'),
    rate: orNull(Type.Number(), 'Rate of the list in general, in percent; null for a minimum import price.'),
    rate_kind: text('What the rate is added to, or includes.'),
    effective_from: Type.String({ format: 'date', description: 'First day.' }),
    effective_to: orNull(Type.String({ format: 'date' }), 'Last day; null where none is set.'),
    source: text('Where the rule is published.'),
  },
  { description: 'A programme that lists the code.' },
);

const AnnouncedForItem = Type.Object(
  {
    date: Type.String({ format: 'date', description: 'Its first day.' }),
    what: text('What changes.'),
    programme: text('The Section 232 programme.'),
    certainty: text('`law` or `announced`.'),
    source: text('Where it is announced.'),
  },
  { description: 'A dated change after the entry date, or before it and later than the law was read.' },
);

const DutyAmount = Type.Object(
  {
    amount: Type.Number({ description: 'In dollars and cents.' }),
    currency: Type.Enum(['USD'], { type: 'string', description: 'Always USD.' }),
    arithmetic: text('The calculation.'),
  },
  { description: 'The Section 232 duty alone.' },
);

export const DutyAnswer = Type.Object(
  {
    code: text('The code as sent.'),
    origin: orNull(Type.String(), 'The origin as sent.'),
    entry_date: Type.String({ format: 'date', description: 'The day of entry.' }),
    settled: Type.Boolean({
      description:
        'Every fact that could change the answer is known, or cannot change it, and no source leaves it open.',
    }),
    declare: orNull(Declarations, 'The headings to declare, when settled.'),
    alternatives: Type.Array(Alternative, { description: 'When not settled: complete, and without overlap.' }),
    missing_facts: Type.Array(MissingFact, { description: 'In the order in which asking settles fastest.' }),
    open_questions: Type.Array(OpenQuestion, { description: 'What the sources leave open.' }),
    displaced: Type.Array(Displacement, { description: 'Duties that are not owed because of another one.' }),
    programmes: Type.Array(ProgrammeOfCode, { description: 'Every programme that lists the code.' }),
    announced: Type.Array(AnnouncedForItem, { description: 'What is announced for the code.' }),
    unsettled_law: Type.Boolean({
      description: 'An announced change that was not read is in force on the entry date, or may be.',
    }),
    duty: orNull(DutyAmount, 'With the fact `value` and a settled answer.'),
    duty_needs: Type.Array(Type.String(), { description: 'What a settled answer without `duty` still needs for it.' }),
    contradictory_facts: Type.Array(Type.String(), {
      description: 'Facts that contradict each other. The answer uses none of them.',
    }),
    outside: Type.Array(Type.String(), { description: 'What was not looked at.' }),
    law_read_to: Type.String({
      format: 'date',
      description: 'The last day whose law was read. Newer law is not in the answer.',
    }),
    versions: Type.Record(Type.String(), Type.String(), { description: 'The versions of the data.' }),
  },
  { description: 'The Section 232 duties of one line.' },
);

export const DutiesResponse = Type.Object(
  { results: Type.Array(DutyAnswer, { description: 'One result an item, in the order sent.' }) },
  { description: 'The duties of the lines.' },
);

/** Named schemas of the document. */
export const dutySchemas = {
  DutiesRequest,
  DutyItem,
  DutiesResponse,
  DutyAnswer,
  Declaration,
  Alternative,
  MissingFact,
  OpenQuestion,
  Displacement,
  ProgrammeOfCode,
  AnnouncedForItem,
  DutyAmount,
};
