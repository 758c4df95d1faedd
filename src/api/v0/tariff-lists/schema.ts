/** The wire shapes of `/api/v0/tariff/lists` and of its downloads. */
import { Type } from 'typebox';
import { day, orNull, text } from '../field-schemas.ts';
import { UpcomingChange } from '../tariff-explain/schema.ts';
import { AnnouncedChange, Law, LawReadTo, OtherMeasure } from '../tariff-law-schemas.ts';

export const ListParams = Type.Object({
  list_id: Type.String({
    pattern: '^[a-z0-9][a-z0-9-]{0,39}$',
    description: 'A `list_id` of `/api/v0/tariff/lists`.',
    examples: ['note-16c'],
  }),
});

export const ListSummary = Type.Object(
  {
    list_id: text('Stable id.'),
    title: text('What it holds.'),
    version: text('Changes whenever a row does.'),
    as_of: day('The day its text was read.'),
    law_read_to: LawReadTo,
    source: text('Where it is published.'),
    rows: Type.Integer({ minimum: 1, description: 'Listings, past ones included.' }),
    next_change: orNull(UpcomingChange, 'The next change that is scheduled.'),
    announced: Type.Array(AnnouncedChange, {
      description: 'What is announced for its programmes and was not read; what has no day comes last.',
    }),
    json: text('Address of the list as JSON.'),
    csv: text('Address of the list as CSV.'),
  },
  { description: 'A list that is loaded.' },
);

export const Lists = Type.Object(
  {
    lists: Type.Array(ListSummary, { description: 'All that are loaded.' }),
    law: Law,
    other_measures: Type.Array(OtherMeasure, {
      description: 'What is announced of duties that are not Section 232, and was not read.',
    }),
    schedule: Type.Object(
      {
        revision: text('Which revision of the tariff schedule is in use.'),
        note: text('What is known to be missing in it; empty if nothing is.'),
        numbers: Type.Integer({ minimum: 0, description: 'Numbers of chapters 1 to 97 that goods are entered under.' }),
      },
      { description: 'The tariff schedule: which numbers exist, what they mean and their rates.' },
    ),
  },
  { description: 'The lists, and the schedule.' },
);

/** The outline of the format of `data/tariff`, which docs/tariff.md describes. */
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
