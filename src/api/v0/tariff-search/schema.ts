/** The wire shapes of `GET /api/v0/tariff/search`. */
import { Type } from 'typebox';
import { STANDINGS } from '../../../domain/tariff-standing.ts';
import { STATUSES } from '../../../tariff/lookup/answer.ts';
import { QUERY_CHARS_MAX, RESULTS_MAX } from '../../../tariff/search/search.ts';
import { day, text } from '../field-schemas.ts';

export const SearchQuery = Type.Object({
  q: Type.String({
    minLength: 1,
    maxLength: QUERY_CHARS_MAX,
    description: 'Words of a description, or the beginning of a number. Nothing in it is an operator.',
    examples: ['aluminum ladder'],
  }),
  limit: Type.Optional(
    Type.String({
      pattern: '^([1-9]|[1-4][0-9]|50)$',
      description: `How many results, 1 to ${RESULTS_MAX}; 10 where absent.`,
      examples: ['10'],
    }),
  ),
});

const SearchResult = Type.Object(
  {
    code: text('The heading, subheading, line or number.'),
    chapter: Type.String({ pattern: '^[0-9]{2}$', description: 'Its chapter.' }),
    description: text('Its own description.'),
    above: Type.Array(Type.String(), { description: 'Descriptions of the rows above it, from the heading down.' }),
    numbers: Type.Integer({ minimum: 0, description: 'Numbers that goods are entered under, at or below it.' }),
    general: text('Column 1 general rate as printed; empty if the rows below it have different ones.'),
    units: Type.Array(Type.String(), { description: 'Units of quantity.' }),
    status: Type.Enum([...STATUSES], { type: 'string', description: 'What a lookup of the code answers.' }),
    standing: Type.Enum(Object.keys(STANDINGS), {
      type: 'string',
      description:
        'The same for people: listed, listed in part, listed elsewhere (another Section 232 list), near a listed number, not listed, not a number.',
    }),
  },
  { description: 'A row of the schedule.' },
);

export const SearchAnswer = Type.Object(
  {
    query: text('The query as it was read.'),
    revision: text('Which schedule was searched.'),
    words: Type.Array(Type.String(), {
      description: 'What was looked for: singular, in the spelling of the schedule.',
    }),
    unknown: Type.Array(
      Type.Object({
        word: text('A word that no description has.'),
        like: Type.Array(Type.String(), { description: 'Words of the schedule that are like it.' }),
      }),
      { description: 'Words that found nothing.' },
    ),
    all_words: Type.Boolean({ description: 'Every result has every word, its own or in the rows above it.' }),
    total: Type.Integer({ minimum: 0, description: 'How many rows were found.' }),
    as_of: day('The day of each `status`.'),
    law_read_to: day('The day to which the law was read.'),
    results: Type.Array(SearchResult, { description: 'The best first.' }),
  },
  { description: 'What a search of the schedule found.' },
);
