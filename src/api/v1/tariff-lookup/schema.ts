/** The wire shapes of the v1 lookup. They validate requests and describe them in the OpenAPI document. */
import { Type } from 'typebox';
import { STATUSES } from '../../../tariff/lookup/answer.ts';
import { FIRST_DATE } from '../../../tariff/tariff.ts';

const CODES_MAX = 50;

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
    status: Type.Enum([...STATUSES], {
      type: 'string',
      description:
        '`hit`: on the derivative list. `adjacent`: not on it, but another number of its heading is. ' +
        '`in_scope_no_bis14`: covered by another Section 232 list only. `clear`: none of these. ' +
        '`invalid`: not the number of a product.',
    }),
    adjacent_hits: Type.Array(AdjacentHitSchema, {
      description: 'On a hit the matched listing first; then the other derivative listings of the heading.',
    }),
  },
  { description: 'What the list says of one code.' },
);

export const LookupResponse = Type.Object(
  { results: Type.Array(LookupResult, { description: 'One result a code, in the order sent, duplicates kept.' }) },
  { description: 'What the lists say of the codes.' },
);

const otherSteel = (proposed_rate: number) => ({
  code_heading: '7326',
  article_slug: 'other-steel-articles',
  article_name: 'Other articles of iron or steel',
  proposed_rate,
});

/** A test sends each request and compares the answer. */
export const LOOKUP_EXAMPLES = {
  every_status: {
    summary: 'One code of each status',
    parameters: { as_of: '2026-11-20' },
    body: { codes: ['7326.90.8688', '7326.90.8699', '8471.30.0100', '0101.21.0010', '9903.82.02'] },
    answer: {
      results: [
        {
          code: '7326.90.8688',
          hit: true,
          in_scope: true,
          status: 'hit',
          adjacent_hits: [otherSteel(50), otherSteel(25)],
        },
        {
          code: '7326.90.8699',
          hit: false,
          in_scope: false,
          status: 'adjacent',
          adjacent_hits: [otherSteel(50), otherSteel(25)],
        },
        { code: '8471.30.0100', hit: false, in_scope: true, status: 'in_scope_no_bis14', adjacent_hits: [] },
        { code: '0101.21.0010', hit: false, in_scope: false, status: 'clear', adjacent_hits: [] },
        { code: '9903.82.02', hit: false, in_scope: false, status: 'invalid', adjacent_hits: [] },
      ],
    },
  },
  before_note_16c: {
    summary: 'A code as the law stood under the lists of 2025',
    parameters: { as_of: '2026-04-05' },
    body: { codes: ['7326.90.8688'] },
    answer: {
      results: [{ code: '7326.90.8688', hit: true, in_scope: true, status: 'hit', adjacent_hits: [otherSteel(50)] }],
    },
  },
};

export const AsOfQuery = Type.Object({
  as_of: Type.Optional(
    Type.String({
      format: 'date',
      description: `Answer as the law stood, or is scheduled to stand, on this date (YYYY-MM-DD, from ${FIRST_DATE}). Default: today in New York.`,
    }),
  ),
});
