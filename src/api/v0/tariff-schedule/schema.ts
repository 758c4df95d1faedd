/** The wire shapes of `GET /api/v0/tariff/schedule`. */
import { Type } from 'typebox';
import { STATUSES } from '../../../tariff/lookup/answer.ts';
import { LEVELS, MARKS } from '../../../tariff/search/browse-schedule.ts';
import { day, dayFrom, orNull, text } from '../field-schemas.ts';
import { LawReadTo } from '../tariff-law-schemas.ts';

const CODE_LENGTH_MAX = 64;

export const ScheduleParams = Type.Object({
  code: Type.String({
    minLength: 1,
    maxLength: CODE_LENGTH_MAX,
    description: 'A chapter of 2 digits, or a number of 4, 6, 8 or 10 digits, with or without dots.',
    examples: ['7326.90'],
  }),
});

export const ScheduleQuery = Type.Object({
  as_of: Type.Optional(
    dayFrom('The day of the marks; today in New York where absent. The schedule is the one in use.'),
  ),
});

const level = Type.Enum(Object.values(LEVELS), { type: 'string', description: 'By the number of digits.' });
const status = orNull(
  Type.Enum([...STATUSES], { type: 'string' }),
  'What a lookup of the number answers; null for a chapter.',
);
const description = orNull(Type.String(), 'Its own words; of a chapter its title. Null if it has no row and no title.');
const listed = Type.Array(
  Type.Object(
    {
      programme: text('The Section 232 programme.'),
      mark: Type.Enum([...MARKS], {
        type: 'string',
        description: '`hit`: all goods of the number are listed. `contains`: some of them, or something below it.',
      }),
      lists: Type.Array(Type.String(), { description: 'The lists that say so; `list_versions` has their versions.' }),
    },
    { description: 'How one programme lists the number.' },
  ),
  { description: 'The programmes that list it or something below it on that day.' },
);

const Child = Type.Object(
  {
    code: text('The number.'),
    level,
    description,
    groups: Type.Array(Type.String(), {
      description: 'Words of the rows without a number between it and the node, from above.',
    }),
    has_children: Type.Boolean({ description: 'Whether numbers stand below it.' }),
    status,
    listed,
  },
  { description: 'A number directly below the node.' },
);

const Node = Type.Object(
  {
    code: text('The number.'),
    level,
    description,
    described_by: orNull(Type.String(), 'The row whose words these are, if the number has no row of its own.'),
    path: Type.Array(
      Type.Object({ code: orNull(Type.String(), 'Null for a row that only groups others.'), description }),
      { description: 'From the chapter down to the number itself.' },
    ),
    general: text('Column 1 general rate as printed, inherited from above as the schedule does.'),
    special: text('Column 1 special rates as printed; empty if there are none.'),
    other: text('Column 2 rate as printed.'),
    units: Type.Array(Type.String(), { description: 'Units of quantity.' }),
    status,
    listed,
  },
  { description: 'A chapter or a number.' },
);

export const ScheduleNode = Type.Object(
  {
    revision: text('Which schedule this is.'),
    as_of: day('The day of the marks.'),
    law_read_to: LawReadTo,
    list_versions: Type.Record(Type.String(), Type.String(), { description: 'The version of each list.' }),
    node: orNull(Node, 'Null for the whole schedule.'),
    children: Type.Array(Child, {
      description:
        'What stands directly below, in the order of the schedule. Its outline decides, so levels may be skipped.',
    }),
  },
  { description: 'A part of the tree of the schedule.' },
);
