/** `GET /api/v0/tariff/hts/{code}`: one code with the listings, dates and conditions behind its answer. */
import { keptAnswer } from '../../../http/cached-response.ts';
import { operation } from '../../../http/operation.ts';
import { validatedSchema } from '../../../http/standard-schema.ts';
import { explain } from '../../../tariff/explain/explain.ts';
import { plainCode } from '../../../tariff/hts-code.ts';
import type { V0Parts } from '../parts.ts';
import { READ, READ_ERRORS, TARIFF_CACHE_S, TARIFF_HEADERS } from '../reads.ts';
import { CodeParams, ExplainQuery, Explanation } from './schema.ts';

/** The programmes in force on the day of the example. */
const NOT_LISTED =
  'aluminum auto_parts autos buses copper mhd_parts mhd_vehicles pharmaceuticals semiconductors steel uas wood'.split(
    ' ',
  );

const AS_OF = { as_of: '2026-11-20' };

export const EXPLAIN = operation({
  ...READ,
  path: '/api/v0/tariff/hts/{code}',
  params: validatedSchema(CodeParams),
  query: validatedSchema(ExplainQuery),
  text: {
    operationId: 'explainHtsCode',
    tag: 'tariff',
    summary: 'Look one HTS code up and explain the answer',
    description:
      'Which listings cover the code and which nearly do, with note subdivision, Chapter 99 heading, rate and what it is ' +
      'charged on, dates and source; what a code alone cannot decide; what replaced a retired suffix. Not a ruling.',
    answer: { description: 'The answer and its reasons.', schema: Explanation, headers: TARIFF_HEADERS },
    errors: [...READ_ERRORS, 'invalid_request'],
    examples: {
      clear: {
        summary: 'A code that is on no list',
        parameters: { code: '0101.21.0010', ...AS_OF },
        answer: {
          code: '0101.21.0010',
          as_of: '2026-11-20',
          status: 'clear',
          standing: 'not_listed',
          hit: false,
          in_scope: false,
          coverage: NOT_LISTED.map((programme) => ({ programme, coverage: 'none', numbers_listed: 0, numbers: 1 })),
          law_read_to: '2026-10-09',
          announced: [],
          unsettled_law: false,
          matched: [],
          other_programmes: [],
          near_misses: [],
          conditions: [],
          retired_on: null,
          successors: [],
          replaces: [],
          removed: [],
          next_changes: [],
          schedule: {
            revision: '2026 Rev 10 with the transfers of 2026-07-01',
            exists: true,
            near: [],
            code: '0101.21.0010',
            exact: true,
            path: ['Live horses, asses, mules and hinnies:', 'Horses:', 'Purebred breeding animals', 'Males'],
            general: 'Free',
            special: '',
            other: 'Free',
            units: ['No.'],
          },
        },
      },
    },
  },
  handler:
    ({ tariff }: V0Parts) =>
    async ({ params, query, request }) => {
      const onDate = tariff.at(query.as_of);
      const answer = explain(onDate.lookup(plainCode(params.code)), onDate.asOf, tariff.data);
      return keptAnswer(request, JSON.stringify(answer), TARIFF_CACHE_S, onDate.headers);
    },
});
