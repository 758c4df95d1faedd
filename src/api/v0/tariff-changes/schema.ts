/** The wire shapes of `GET /api/v0/tariff/changes`. */
import { Type } from 'typebox';
import { CHARGED_ON, RATE_KINDS } from '../../../domain/tariff-list.ts';
import { day, dayFrom, orNull, text } from '../field-schemas.ts';
import { AnnouncedChange, LawReadTo, OtherMeasure } from '../tariff-law-schemas.ts';

export const ChangesQuery = Type.Object({
  from: dayFrom('The earlier day.'),
  to: Type.Optional(dayFrom('The later day; today in New York where absent.')),
});

export const ChangedListing = Type.Object(
  {
    note: text('U.S. note subdivision.'),
    ch99_heading: orNull(Type.String(), 'Chapter 99 heading; null where none is published yet.'),
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
    law_read_to: LawReadTo,
    added: Type.Array(Change, { description: 'Listed on `to` alone.' }),
    removed: Type.Array(Change, { description: 'Listed on `from` alone.' }),
    rerated: Type.Array(Change, { description: 'Listed on both, at another rate or on another base.' }),
    moved: Type.Array(Change, { description: 'Listed on both at the same cost, under another subdivision.' }),
    scheduled: Type.Array(Change, {
      description: 'What the lists say of days after `law_read_to`: as announced, not read as in force.',
    }),
    announced: Type.Array(AnnouncedChange, {
      description: 'Announced changes in between that were not read; soonest first.',
    }),
    other_measures: Type.Array(OtherMeasure, { description: 'The same of duties that are not Section 232.' }),
  },
  { description: 'What changed between two days.' },
);
