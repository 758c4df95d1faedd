/** The wire shapes of `GET /api/v0/tariff/hts/{code}`. */
import { Type } from 'typebox';
import { COVERAGES, SUCCESSION_KINDS } from '../../../domain/tariff-coverage.ts';
import { CHARGED_ON, KINDS, RATE_KINDS } from '../../../domain/tariff-list.ts';
import { STANDINGS } from '../../../domain/tariff-standing.ts';
import { STATUSES } from '../../../tariff/lookup/answer.ts';
import { day, dayFrom, orNull, text } from '../field-schemas.ts';
import { AnnouncedChange, LawReadTo, UnsettledLaw } from '../tariff-law-schemas.ts';

export const CODE_LENGTH_MAX = 64;

export const CodeParams = Type.Object({
  code: Type.String({
    minLength: 1,
    maxLength: CODE_LENGTH_MAX,
    description:
      'An HTS code of 4, 6, 8 or 10 digits, with or without dots. What is none is answered with status `invalid`.',
    examples: ['7326.90.8688'],
  }),
});

export const ExplainQuery = Type.Object({
  as_of: Type.Optional(dayFrom('The day to answer for; today in New York where absent.')),
});

export const ListingView = Type.Object(
  {
    code: text('The number as it is listed.'),
    programme: text('The Section 232 programme, such as `steel`.'),
    kind: Type.Enum([...KINDS], { type: 'string', description: '`derivative` listings decide a hit.' }),
    goods: text('What the subdivision covers.'),
    article_name: text('Short English name of the article.'),
    note: text('U.S. note subdivision of chapter 99, subchapter III.'),
    annex: orNull(Type.String(), 'Annex of the proclamation.'),
    ch99_heading: orNull(
      Type.String(),
      'Chapter 99 heading to declare beside the number; null where none is published yet.',
    ),
    rate: orNull(Type.Number(), 'General rate in percent; null for a minimum import price.'),
    rate_kind: Type.Enum([...RATE_KINDS], { type: 'string', description: 'What the rate is added to, or includes.' }),
    charged_on: orNull(Type.Enum([...CHARGED_ON], { type: 'string' }), 'What the rate is charged on.'),
    weight_test: orNull(
      Type.Number(),
      'Least share of the listed metal in percent of weight; null where no test applies.',
    ),
    condition: orNull(Type.String(), 'What else must be true of the goods.'),
    from: day('First day.'),
    to: orNull(Type.String({ format: 'date' }), 'Last day; null where none is set.'),
    scheduled: Type.Boolean({ description: 'It begins after `law_read_to`: as announced, not read as in force.' }),
    list: text('The list it stands on.'),
    version: text('The version of that list.'),
    source: text('Where the rule is published.'),
  },
  { description: 'One listing: what, how much, on whose authority, since when.' },
);

export const UpcomingChange = Type.Object(
  { date: day('The day.'), event: text('What happens.'), source: text('Where it is announced.') },
  { description: 'A change that is scheduled.' },
);

const Succession = Type.Object(
  {
    old: text('The number that was retired.'),
    new: text('A number that took its goods.'),
    retired_on: day('The first day of the new number.'),
    kind: Type.Enum([...SUCCESSION_KINDS], { type: 'string', description: 'A split number has several successors.' }),
    reused: Type.Boolean({ description: 'The old number stayed in the schedule for other goods, or for fewer.' }),
    source: text('Where the change is published.'),
  },
  { description: 'A tariff number that USITC replaced.' },
);

const CoverageView = Type.Object(
  {
    programme: text('The Section 232 programme.'),
    coverage: Type.Enum([...COVERAGES], {
      type: 'string',
      description:
        '`whole`: by one listing. `whole_by_parts`: all numbers under the code, or all its successors, are listed. `part`: some are.',
    }),
    numbers_listed: Type.Integer({ description: 'How many of `numbers` the programme covers.' }),
    numbers: Type.Integer({ description: 'Numbers of the schedule at or under the code.' }),
  },
  { description: 'How one programme covers the code.' },
);

const Removal = Type.Object(
  {
    code: text('The number.'),
    digits: Type.String({ pattern: '^[0-9]{4,10}$', description: 'Its digits.' }),
    former: text('The list it was on.'),
    date: day('The first day without it.'),
    later: orNull(Type.String(), 'What came of it since.'),
    source: text('Where the rule is published.'),
  },
  { description: 'A number that was taken out of scope.' },
);

const ScheduleDescription = Type.Object(
  {
    revision: text('Which schedule this is.'),
    exists: Type.Boolean({ description: 'The code is a heading, subheading, line or number of that schedule.' }),
    near: Type.Array(Type.String(), {
      description: 'If it does not exist: numbers of the same length that are like it, the likeliest first.',
    }),
    code: orNull(Type.String(), 'The row that describes the code; null if not even its heading exists.'),
    exact: Type.Boolean({ description: 'That row is the code itself.' }),
    path: Type.Array(Type.String(), { description: 'Descriptions from the heading down.' }),
    general: text('Column 1 general rate as printed, inherited from above as the schedule does.'),
    special: text('Column 1 special rates and their programmes as printed; empty if there are none.'),
    other: text('Column 2 rate as printed.'),
    units: Type.Array(Type.String(), { description: 'Units of quantity.' }),
  },
  { description: 'What the tariff schedule says of the code.' },
);

export const Explanation = Type.Object(
  {
    code: text('The code as asked.'),
    as_of: day('The day the answer is for.'),
    status: Type.Enum([...STATUSES], { type: 'string', description: 'As in v1; docs/tariff.md says what each means.' }),
    standing: Type.Enum(Object.keys(STANDINGS), {
      type: 'string',
      description:
        'The same for people: listed, listed in part, listed elsewhere (another Section 232 list), near a listed number, not listed, not a number.',
    }),
    hit: Type.Boolean({ description: 'Derivative listings cover the whole code, by one listing or by several.' }),
    in_scope: Type.Boolean({
      description: 'Listings of any Section 232 programme cover the code or part of it: a duty may apply.',
    }),
    coverage: Type.Array(CoverageView, { description: 'How each programme in force covers the code.' }),
    law_read_to: LawReadTo,
    announced: Type.Array(AnnouncedChange, {
      description: 'Dated changes after the day, and those before it that are later than `law_read_to`; soonest first.',
    }),
    unsettled_law: UnsettledLaw,
    matched: Type.Array(ListingView, {
      description: 'Derivative listings that cover the whole code, alone or together, longest first.',
    }),
    other_programmes: Type.Array(ListingView, {
      description: 'Other listings of programmes that cover the whole code, longest first.',
    }),
    near_misses: Type.Array(ListingView, {
      description: 'Listings of the heading, of any programme, that do not cover it; the closest first.',
    }),
    conditions: Type.Array(Type.String(), { description: 'What a code alone cannot decide.' }),
    retired_on: orNull(
      Type.String({ format: 'date' }),
      'The first day without the code; null where it is not retired.',
    ),
    successors: Type.Array(Succession, {
      description: 'What replaced the code, where it was retired, and what replaced that.',
    }),
    replaces: Type.Array(Succession, { description: 'What the code replaced.' }),
    removed: Type.Array(Removal, { description: 'What was taken out of scope at or around the code.' }),
    next_changes: Type.Array(UpcomingChange, { description: 'What is scheduled for it, soonest first.' }),
    schedule: orNull(ScheduleDescription, 'What the tariff schedule says of the code; null if the code is invalid.'),
  },
  { description: 'Everything the lists say of one code on one day, and what they cannot say.' },
);
