/** The wire shapes of how far the law was read and of what is announced, which several resources use. */
import { Type } from 'typebox';
import { CERTAINTIES } from '../../domain/tariff-law.ts';
import { RATE_KINDS } from '../../domain/tariff-list.ts';
import { day, orNull, text } from './field-schemas.ts';

export const LawReadTo = day('The last day whose law was read. Newer law is not in the answer.');
export const UnsettledLaw = Type.Boolean({
  description: 'An announced change that was not read is in force on that day, or may be: do not rely on the answer.',
});

const texts = (description: string) => Type.Array(Type.String(), { description });
const Certainty = Type.Enum([...CERTAINTIES], {
  type: 'string',
  description: '`law`: enacted, and its day is set. `announced`: reported, recommended or not read.',
});
const RateKind = Type.Enum([...RATE_KINDS], { type: 'string', description: 'What the rate is added to, or includes.' });

const RateChange = Type.Object(
  {
    before: orNull(Type.Number(), 'General rate before, in percent; null if there is no duty.'),
    before_kind: orNull(RateKind, 'Its kind.'),
    after: Type.Number({ description: 'General rate after, in percent.' }),
    after_kind: RateKind,
  },
  { description: 'How the general rate changes.' },
);

export const AnnouncedChange = Type.Object(
  {
    programme: text('The Section 232 programme.'),
    subdivisions: texts('U.S. note subdivisions whose lists it concerns as a whole.'),
    codes: texts('The numbers it concerns, if not whole subdivisions.'),
    headings: texts('Chapter 99 headings that it changes; empty if none is known.'),
    origins: texts('Countries of origin (ISO 3166-1 alpha-2) it is limited to; empty means any.'),
    date: orNull(Type.String({ format: 'date' }), 'Its first day; null if none was read.'),
    open_from: orNull(
      Type.String({ format: 'date' }),
      'The first day for which the words leave open which law holds, if that is before `date`.',
    ),
    what: text('What changes.'),
    rate: orNull(RateChange, 'The change of the rate, if one is stated.'),
    certainty: Certainty,
    source: text('Where it is announced.'),
  },
  { description: 'A change of the law that is announced and was not read as in force.' },
);

export const OtherMeasure = Type.Object(
  {
    measure: text('The measure, such as `section_301_china`.'),
    codes: texts('The numbers it concerns, if stated.'),
    headings: texts('Chapter 99 headings.'),
    date: day('Its first day.'),
    ends: orNull(Type.String({ format: 'date' }), 'Its last day, if one is set.'),
    what: text('What changes.'),
    certainty: Certainty,
    source: text('Where it is announced.'),
  },
  { description: 'An announced change of a duty that is not Section 232 and is paid on the same goods.' },
);

export const Law = Type.Object(
  {
    law_read_to: LawReadTo,
    newest_release: Type.Object(
      { name: text('Its name.'), published: day('When it was published.'), source: text('How it is known.') },
      { description: 'The newest release of the schedule that was read.' },
    ),
    looked_on: day('The day on which newer law was looked for.'),
    not_read: Type.Array(
      Type.Object({
        what: text('What was not read.'),
        programmes: texts('The programmes it may concern; empty means any.'),
      }),
      { description: 'What could not be read.' },
    ),
  },
  { description: 'How far the law was read.' },
);
