/** `GET /api/v0/tariff/schedule` and `…/{code}`: the schedule as a tree, with the programmes that list each number. */
import { Elysia } from 'elysia';
import { PortsideError } from '../../../domain/errors.ts';
import { keptAnswer } from '../../../http/cached-response.ts';
import { validatedSchema } from '../../../http/standard-schema.ts';
import { browsedDigits, browseSchedule } from '../../../tariff/search/browse-schedule.ts';
import type { Tariff } from '../../../tariff/tariff.ts';
import { elysiaPath, READ_ERRORS, TARIFF_CACHE_S, type V0Operation } from '../operation.ts';
import { ScheduleNode, ScheduleParams, ScheduleQuery } from './schema.ts';

const TARIFF_HEADERS = ['X-Tariff-List', 'X-Tariff-List-Version', 'X-Tariff-As-Of', 'X-Tariff-Law-Read-To'] as const;

export const CHAPTERS: V0Operation = {
  path: '/api/v0/tariff/schedule',
  method: 'get',
  query: ScheduleQuery,
  cached: true,
  text: {
    operationId: 'listTariffChapters',
    tag: 'tariff',
    summary: 'List the chapters of the schedule',
    description: 'Chapters 1 to 97, each with the Section 232 programmes that list something in it.',
    answer: { description: 'The chapters.', schema: ScheduleNode, headers: [...TARIFF_HEADERS] },
    errors: [...READ_ERRORS, 'invalid_request'],
  },
};

export const SCHEDULE: V0Operation = {
  path: '/api/v0/tariff/schedule/{code}',
  method: 'get',
  params: ScheduleParams,
  query: ScheduleQuery,
  cached: true,
  text: {
    operationId: 'browseTariffSchedule',
    tag: 'tariff',
    summary: 'Browse the schedule from a chapter down',
    description:
      'A chapter, heading, subheading, line or number: its words, the path from the chapter, its rates, and the numbers directly ' +
      'below it, each with the Section 232 programmes that list it or something below it.',
    answer: { description: 'The node and its children.', schema: ScheduleNode, headers: [...TARIFF_HEADERS] },
    errors: [...READ_ERRORS, 'invalid_request', 'not_found'],
    examples: { heading: { summary: 'A heading', parameters: { code: '7326' } } },
  },
};

export function scheduleRoutes(tariff: Tariff) {
  const answer = (request: Request, digits: string | undefined, asOf: string | undefined) => {
    const onDate = tariff.at(asOf);
    const found = browseSchedule(digits, tariff.data, onDate);
    if (!found) {
      const message =
        'The schedule in use has no such number. GET /api/v0/tariff/hts/{code} says what replaced a retired number, and which ' +
        'numbers are like it.';
      throw new PortsideError('not_found', { message });
    }
    return keptAnswer(request, JSON.stringify(found), TARIFF_CACHE_S, onDate.headers);
  };
  return new Elysia()
    .get(CHAPTERS.path, ({ query, request }) => answer(request, undefined, query.as_of), {
      query: validatedSchema(ScheduleQuery),
    })
    .get(
      elysiaPath(SCHEDULE.path),
      ({ params, query, request }) => {
        const digits = browsedDigits(params.code);
        if (digits === null) {
          const message = 'must be a chapter of 2 digits or a number of 4, 6, 8 or 10, of chapters 01 to 97 except 77';
          throw new PortsideError('invalid_request', { details: [{ path: '/code', message }] });
        }
        return answer(request, digits, query.as_of);
      },
      { params: validatedSchema(ScheduleParams), query: validatedSchema(ScheduleQuery) },
    );
}
