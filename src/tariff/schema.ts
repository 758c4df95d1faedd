/** The wire shapes of the v1 lookup, as TypeBox schemas: they check requests and become the OpenAPI document. */
import { Type } from 'typebox';
import { STATUSES } from './answer.ts';
import { FIRST_DATE } from './tariff.ts';

export const CODES_MAX = 50;

export const LookupRequest = Type.Object(
  {
    codes: Type.Array(Type.String({ description: 'An HTS code of 4, 6, 8 or 10 digits, with or without dots.' }), {
      minItems: 1,
      maxItems: CODES_MAX,
      description: `1 to ${CODES_MAX} HTS codes. A code that cannot be read is answered with status \`invalid\`.`,
    }),
  },
  {
    description: 'The codes to look up. Unknown fields are ignored.',
    examples: [{ codes: ['7326.90.8688', '7326.90.86', '0101.21.0010', '9903.82.02'] }],
  },
);

export const AdjacentHitSchema = Type.Object(
  {
    code_heading: Type.String({ pattern: '^[0-9]{4}$', description: 'The 4-digit heading.' }),
    article_slug: Type.String({ description: 'Stable id of the article.' }),
    article_name: Type.String({ description: 'Short English name of the article.' }),
    proposed_rate: Type.Number({
      description: 'General rate the list puts on the article, in percent (25 means 25 percent).',
    }),
  },
  { description: 'A derivative listing of the heading of the code; one for each distinct article and rate.' },
);

export const LookupResult = Type.Object(
  {
    code: Type.String({ description: 'The code as submitted.' }),
    hit: Type.Boolean({ description: 'A derivative listing covers the code.' }),
    in_scope: Type.Boolean({
      description: 'A listing of any Section 232 programme covers the code: a duty may apply.',
    }),
    status: Type.Union(
      STATUSES.map((status) => Type.Literal(status)),
      {
        description:
          '`hit`: on the derivative list. `adjacent`: not on it, but another number of its heading is. ' +
          '`in_scope_no_bis14`: covered by another Section 232 list only. `clear`: none of these. ' +
          '`invalid`: not the number of a product.',
      },
    ),
    adjacent_hits: Type.Array(AdjacentHitSchema, {
      description: 'On a hit the matched listing first; then the other derivative listings of the heading.',
    }),
  },
  { description: 'What the list says of one code.' },
);

export const LookupResponse = Type.Object(
  { results: Type.Array(LookupResult, { description: 'One result a code, in the order sent, duplicates kept.' }) },
  {
    examples: [
      {
        results: [
          {
            code: '7326.90.86',
            hit: false,
            in_scope: false,
            status: 'adjacent',
            adjacent_hits: [
              {
                code_heading: '7326',
                article_slug: 'other-steel-articles',
                article_name: 'Other articles of iron or steel',
                proposed_rate: 50,
              },
              {
                code_heading: '7326',
                article_slug: 'other-steel-articles',
                article_name: 'Other articles of iron or steel',
                proposed_rate: 25,
              },
            ],
          },
          { code: '0101.21.0010', hit: false, in_scope: false, status: 'clear', adjacent_hits: [] },
        ],
      },
    ],
  },
);

export const AsOfQuery = Type.Object({
  as_of: Type.Optional(
    Type.String({
      format: 'date',
      description: `Answer as the law stood, or is scheduled to stand, on this date (YYYY-MM-DD, from ${FIRST_DATE}). Default: today in New York.`,
      examples: ['2026-06-07'],
    }),
  ),
});
