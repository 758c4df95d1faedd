/** The wire shapes of v0 as TypeBox schemas: parameters are checked by them, and the OpenAPI document is made of them. */
import { type TSchema, Type } from 'typebox';
import { CHARGED_ON, KINDS, RATE_KINDS } from '../../domain/tariff-list.ts';
import { CATEGORIES } from '../../pixel/rules/index.ts';
import { STATUSES } from '../../tariff/answer.ts';
import { FIRST_DATE } from '../../tariff/tariff.ts';

const text = (description: string) => Type.String({ description });
const day = (description: string) => Type.String({ format: 'date', description });
const orNull = <S extends TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description });
const dayFrom = (description: string) =>
  Type.String({
    format: 'date',
    description: `${description} YYYY-MM-DD, from ${FIRST_DATE}.`,
    examples: ['2026-06-08'],
  });

export const CODE_LENGTH_MAX = 64;
const SEARCH_LENGTH_MAX = 200;

export const CodeParams = Type.Object({
  code: Type.String({
    minLength: 1,
    maxLength: CODE_LENGTH_MAX,
    description:
      'An HTS code of 4, 6, 8 or 10 digits, with or without dots. What is none is answered with status `invalid`.',
    examples: ['7326.90.8688'],
  }),
});
export const LookupQuery = Type.Object({
  as_of: Type.Optional(dayFrom('The day to answer for; today in New York where absent.')),
});
export const ListParams = Type.Object({
  list_id: Type.String({
    pattern: '^[a-z0-9][a-z0-9-]{0,39}$',
    description: 'A `list_id` of `/api/v0/tariff/lists`.',
    examples: ['note-16c'],
  }),
});
export const ChangesQuery = Type.Object({
  from: dayFrom('The earlier day.'),
  to: Type.Optional(dayFrom('The later day; today in New York where absent.')),
});
export const CitationsQuery = Type.Object({
  q: Type.Optional(
    Type.String({
      maxLength: SEARCH_LENGTH_MAX,
      description:
        'Words that must all occur, or a citation in any spelling; the whole catalogue where absent or empty.',
      examples: ['helmet'],
    }),
  ),
});
export const VerifyParams = Type.Object({
  gcc_id: Type.String({
    description: 'The number of a certificate.',
    examples: ['7c9e6679-7425-40de-944b-e07fc1f90ae7'],
  }),
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
    ch99_heading: text('Chapter 99 heading to declare beside the number.'),
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

const RetiredSuffix = Type.Object(
  {
    retired: text('The number that was retired.'),
    successor: text('The number that replaced it.'),
    effective: day('Since when.'),
    still_listed: Type.Boolean({ description: 'The note still prints the retired number.' }),
    pairing: Type.Enum(['stated', 'inferred'], {
      type: 'string',
      description: '`inferred`: which number maps to which is not stated.',
    }),
  },
  { description: 'A statistical suffix that USITC replaced.' },
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

const ScheduleEntry = Type.Object(
  {
    code: text('The row that describes the number.'),
    exact: Type.Boolean({ description: 'That row is the number itself.' }),
    path: Type.Array(Type.String(), { description: 'Descriptions from the heading down.' }),
    general: text('Column 1 general rate as printed.'),
    units: Type.Array(Type.String(), { description: 'Units of quantity.' }),
  },
  { description: 'The line of the tariff schedule.' },
);

export const Explanation = Type.Object(
  {
    code: text('The code as asked.'),
    as_of: day('The day the answer is for.'),
    status: Type.Enum([...STATUSES], { type: 'string', description: 'As in v1; docs/tariff.md says what each means.' }),
    hit: Type.Boolean({ description: 'A derivative listing covers the code.' }),
    in_scope: Type.Boolean({
      description: 'A listing of any Section 232 programme covers the code: a duty may apply.',
    }),
    matched: Type.Array(ListingView, { description: 'Derivative listings that cover the code, longest first.' }),
    other_programmes: Type.Array(ListingView, { description: 'Listings of other kinds that cover it, longest first.' }),
    near_misses: Type.Array(ListingView, { description: 'Derivative listings of the heading that do not cover it.' }),
    conditions: Type.Array(Type.String(), { description: 'What a code alone cannot decide.' }),
    successors: Type.Array(RetiredSuffix, { description: 'What replaced the code, where it was retired.' }),
    replaces: Type.Array(RetiredSuffix, { description: 'What the code replaced.' }),
    removed: Type.Array(Removal, { description: 'What was taken out of scope at or around the code.' }),
    next_changes: Type.Array(UpcomingChange, { description: 'What is scheduled for it, soonest first.' }),
    schedule: orNull(ScheduleEntry, 'The line of the tariff schedule, where the operator has imported it.'),
  },
  { description: 'Everything the lists say of one code on one day, and what they cannot say.' },
);

export const ListSummary = Type.Object(
  {
    list_id: text('Stable id.'),
    title: text('What it holds.'),
    version: text('Changes whenever a row does.'),
    as_of: day('The day its text was read.'),
    source: text('Where it is published.'),
    rows: Type.Integer({ minimum: 1, description: 'Listings, past ones included.' }),
    next_change: orNull(UpcomingChange, 'The next change that is scheduled.'),
    json: text('Address of the list as JSON.'),
    csv: text('Address of the list as CSV.'),
  },
  { description: 'A list that is loaded.' },
);
export const Lists = Type.Object(
  { lists: Type.Array(ListSummary, { description: 'All that are loaded.' }) },
  { description: 'The lists.' },
);

/** Only the frame: the format of `data/tariff`, described in docs/tariff.md. */
export const ListFile = Type.Object(
  {
    list_id: Type.String(),
    title: Type.String(),
    version: Type.String(),
    as_of: Type.String({ format: 'date' }),
    source: Type.String(),
    terms: Type.Object({}, { description: 'Rates and authority by the id that rows refer to.' }),
    rows: Type.Array(
      Type.Object({
        code: Type.String(),
        terms: Type.String(),
        from: Type.String({ format: 'date' }),
        to: Type.Optional(Type.String({ format: 'date' })),
      }),
    ),
  },
  { description: 'A list in the format that `portside tariff import` reads.' },
);

export const ChangedListing = Type.Object(
  {
    note: text('U.S. note subdivision.'),
    ch99_heading: text('Chapter 99 heading.'),
    rate: orNull(Type.Number(), 'Percent; null for a minimum import price.'),
    rate_kind: Type.Enum([...RATE_KINDS], { type: 'string', description: 'What the rate is added to, or includes.' }),
    charged_on: orNull(Type.Enum([...CHARGED_ON], { type: 'string' }), 'What the rate is charged on.'),
    from: day('First day.'),
    to: orNull(Type.String({ format: 'date' }), 'Last day; null where none is set.'),
    source: text('Where the rule is published.'),
  },
  { description: 'How a number stood on one of the two days.' },
);
export const Change = Type.Object(
  {
    code: text('The number.'),
    programme: text('The Section 232 programme.'),
    before: Type.Array(ChangedListing, { description: 'On `from`; empty where it was not listed.' }),
    after: Type.Array(ChangedListing, { description: 'On `to`; empty where it is not listed.' }),
  },
  { description: 'One number of one programme before and after.' },
);
export const ChangesAnswer = Type.Object(
  {
    from: day('The earlier day.'),
    to: day('The later day.'),
    added: Type.Array(Change, { description: 'Listed on `to` alone.' }),
    removed: Type.Array(Change, { description: 'Listed on `from` alone.' }),
    rerated: Type.Array(Change, { description: 'Listed on both, at another rate or on another base.' }),
    moved: Type.Array(Change, { description: 'Listed on both at the same cost, under another subdivision.' }),
  },
  { description: 'What changed between two days.' },
);

export const PixelRule = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z0-9_]+$', description: 'The `rule_id` of a finding.' }),
    severity: Type.Enum(['info', 'warn', 'error'], { type: 'string', description: 'How bad it is.' }),
    category: Type.Enum([...CATEGORIES], {
      type: 'string',
      description: 'What it is about; each deducts up to a cap.',
    }),
    weight: Type.Number({ minimum: 0, description: 'Points it deducts before the cap of its category.' }),
    what: text('When it fires.'),
    why: text('Why that matters.'),
    remedy: text('What to do.'),
    source: text('Where the vendor says so.'),
  },
  { description: 'A rule of the scan.' },
);
export const PixelRules = Type.Object(
  { rules: Type.Array(PixelRule, { description: 'All, by category.' }) },
  { description: 'The rule catalogue.' },
);

export const Citation = Type.Object(
  {
    citation: text('How the rule is cited.'),
    title: text('Our short title.'),
    applies_to: text('What it covers, in short.'),
    certificate: Type.Enum(['GCC', 'CPC', 'GCC+CPC'], { type: 'string', description: 'Which certificate cites it.' }),
    basis: Type.Enum(['cpsc-list-excerpt', 'other-document-excerpt', 'knowledge'], {
      type: 'string',
      description: 'What the row rests on; `knowledge` is not verified against a document.',
    }),
    vacated: Type.Boolean({ description: 'A court is understood to have vacated it.' }),
    note: orNull(Type.String(), 'A remark.'),
  },
  { description: 'A rule that a certificate may cite.' },
);
export const Citations = Type.Object(
  { citations: Type.Array(Citation, { description: 'At most 20 for a search.' }) },
  { description: 'Rules that may be cited. The catalogue is not complete.' },
);

export const Verification = Type.Object(
  {
    gcc_id: Type.String({ format: 'uuid', description: 'The number of the certificate.' }),
    issued_at: Type.String({ format: 'date-time', description: 'When it was issued.' }),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the PDF.' }),
    complete: Type.Boolean({ description: 'The request stated every item of 16 CFR part 1110.' }),
    revoked: Type.Boolean({ description: 'It was revoked: do not rely on it.' }),
    revoked_at: Type.Optional(Type.String({ format: 'date-time', description: 'When it was revoked.' })),
  },
  { description: 'All that is public about a certificate.' },
);
