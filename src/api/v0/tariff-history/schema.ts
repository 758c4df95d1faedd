/** The wire shapes of `GET /api/v0/tariff/hts/{code}/history`. */
import { Type } from 'typebox';
import { COVERAGES } from '../../../domain/tariff-coverage.ts';
import { CHARGED_ON, KINDS, RATE_KINDS } from '../../../domain/tariff-list.ts';
import { FIRST_DATE } from '../../../tariff/tariff.ts';
import { day, orNull, text } from '../field-schemas.ts';
import { Explanation } from '../tariff-explain/schema.ts';

const HeldTerms = Type.Object(
  {
    programme: text('The Section 232 programme.'),
    coverage: Type.Enum(
      COVERAGES.filter((coverage) => coverage !== 'none'),
      {
        type: 'string',
        description: 'How far the programme covers the number, by all of its terms together. `part`: some goods of it.',
      },
    ),
    kind: Type.Enum([...KINDS], { type: 'string', description: '`derivative` listings decide a hit.' }),
    goods: text('What the subdivision covers.'),
    note: text('U.S. note subdivision of chapter 99, subchapter III.'),
    ch99_heading: orNull(Type.String(), 'Chapter 99 heading; null where none is published.'),
    rate: orNull(Type.Number(), 'General rate in percent; null for a minimum import price.'),
    rate_kind: Type.Enum([...RATE_KINDS], { type: 'string', description: 'What the rate is added to, or includes.' }),
    charged_on: orNull(Type.Enum([...CHARGED_ON], { type: 'string' }), 'What the rate is charged on.'),
    condition: orNull(Type.String(), 'What else must be true of the goods.'),
    codes: Type.Array(Type.String(), {
      description: 'The first numbers that the list prints: at, above or below the number, or those of its successors.',
    }),
    codes_total: Type.Integer({ minimum: 1, description: 'How many such numbers there are.' }),
    list: text('The list it stands on.'),
    version: text('The version of that list.'),
    source: text('Where the rule is published.'),
  },
  { description: 'Terms of one programme that hold in a period.' },
);

const { law_read_to, announced, unsettled_law, retired_on, successors, replaces, removed } = Explanation.properties;

export const TariffHistory = Type.Object(
  {
    code: text('The number as it is spelled in the notes.'),
    as_of: day('Today in New York, which the fields beside `periods` are for.'),
    exists: Type.Boolean({ description: 'The schedule in use has the number. One that was retired is not in it.' }),
    first_day: day(`The first day that the lists cover, ${FIRST_DATE}: nothing is said of earlier ones.`),
    periods: Type.Array(
      Type.Object(
        {
          from: day('First day.'),
          to: orNull(Type.String({ format: 'date' }), 'Last day; null where no end is set.'),
          scheduled: Type.Boolean({
            description: 'It begins after `law_read_to`: as announced, not read as in force.',
          }),
          listed: Type.Array(HeldTerms, { description: 'What holds; empty where the number is on none of the lists.' }),
        },
        { description: 'Days on which the same holds.' },
      ),
      { description: 'From `first_day` on, without gaps, oldest first.' },
    ),
    law_read_to,
    announced,
    unsettled_law,
    retired_on,
    successors,
    replaces,
    removed,
  },
  { description: 'What the lists say of a number over time.' },
);
