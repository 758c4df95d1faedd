/** `GET /api/v0/tariff/hts/{code}/duties`: one line of an entry, its facts in the query. */

import { Elysia } from 'elysia';
import { keptAnswer } from '../../../http/cached-response.ts';
import { queryOf } from '../../../http/request-url.ts';
import { validatedSchema } from '../../../http/standard-schema.ts';
import type { IsolatedDuties } from '../../../tariff/duties/isolated-duties.ts';
import { answerItems } from '../../v2/tariff-duties/answer-items.ts';
import { DutyAnswer } from '../../v2/tariff-duties/schema.ts';
import { elysiaPath, READ_ERRORS, TARIFF_CACHE_S, type V0Operation } from '../operation.ts';
import { readDutyQuery } from './read-query.ts';
import { DutyParams, DutyQuery } from './schema.ts';

export const DUTY: V0Operation = {
  path: '/api/v0/tariff/hts/{code}/duties',
  method: 'get',
  params: DutyParams,
  query: DutyQuery,
  cached: true,
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
};

/** @param networkOf the network of the client, which counts as one caller */
export function dutyRoute(duties: IsolatedDuties, networkOf: (request: Request) => string) {
  return new Elysia().get(
    elysiaPath(DUTY.path),
    async ({ params, request }) => {
      const item = readDutyQuery(params.code, new URLSearchParams(queryOf(request.url)));
      const [duty] = await answerItems([item], duties, { owner: networkOf(request) }, (_, path) =>
        path.replace(/^\/facts(?=\/)/, ''),
      );
      return keptAnswer(request, JSON.stringify(duty), TARIFF_CACHE_S);
    },
    { params: validatedSchema(DutyParams) },
  );
}
