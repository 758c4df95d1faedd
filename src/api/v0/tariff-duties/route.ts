/** `GET /api/v0/tariff/hts/{code}/duties`: one line of an entry, its facts in the query. */

import { keptAnswer } from '../../../http/cached-response.ts';
import { operation } from '../../../http/operation.ts';
import { queryOf } from '../../../http/request-url.ts';
import { validatedSchema } from '../../../http/standard-schema.ts';
import { answerItems } from '../../v2/tariff-duties/answer-items.ts';
import { DutyAnswer } from '../../v2/tariff-duties/schema.ts';
import type { V0Parts } from '../parts.ts';
import { READ, READ_ERRORS, TARIFF_CACHE_S } from '../reads.ts';
import { readDutyQuery } from './read-query.ts';
import { DutyParams, DutyQuery } from './schema.ts';

export const DUTY = operation({
  ...READ,
  path: '/api/v0/tariff/hts/{code}/duties',
  params: validatedSchema(DutyParams),
  query: DutyQuery,
  text: {
    operationId: 'workOutDuty',
    tag: 'tariff',
    summary: 'Work out the Section 232 duties of one line',
    description:
      'As `POST /api/v2/tariff/duties`, for one code with its facts in the query: `true` or `false`, numbers, words, and lists ' +
      'separated by commas. A name that is no fact is refused.',
    answer: { description: 'The duties, or what they depend on.', schema: DutyAnswer },
    errors: [...READ_ERRORS, 'invalid_request', 'unavailable'],
    examples: {
      steel: {
        summary: 'An article of steel',
        parameters: { code: '7326.90.8688', origin: 'CN', entry_date: '2026-06-10', contains_listed_metal: 'true' },
      },
    },
  },
  handler:
    ({ duties, rateLimit }: V0Parts) =>
    async ({ params, request }) => {
      const item = readDutyQuery(params.code, new URLSearchParams(queryOf(request.url)));
      const [duty] = await answerItems([item], duties, { owner: rateLimit.networkOf(request) }, (_, path) =>
        path.replace(/^\/facts(?=\/)/, ''),
      );
      return keptAnswer(request, JSON.stringify(duty), TARIFF_CACHE_S);
    },
});
