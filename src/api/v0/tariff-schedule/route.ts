/** `GET /api/v0/tariff/schedule` and `…/{code}`: the schedule as a tree, with the programmes that list each number. */
import { PortsideError } from '../../../domain/errors.ts';
import { keptAnswer } from '../../../http/cached-response.ts';
import { operation } from '../../../http/operation.ts';
import { validatedSchema } from '../../../http/standard-schema.ts';
import { browsedDigits, browseSchedule } from '../../../tariff/search/browse-schedule.ts';
import type { Tariff } from '../../../tariff/tariff.ts';
import type { V0Parts } from '../parts.ts';
import { READ, READ_ERRORS, TARIFF_CACHE_S, TARIFF_HEADERS } from '../reads.ts';
import { ScheduleNode, ScheduleParams, ScheduleQuery } from './schema.ts';

export const CHAPTERS = operation({
  ...READ,
  path: '/api/v0/tariff/schedule',
  query: validatedSchema(ScheduleQuery),
  text: {
    operationId: 'listTariffChapters',
    tag: 'tariff',
    summary: 'List the chapters of the schedule',
    description: 'Chapters 1 to 97, each with the Section 232 programmes that list something in it.',
    answer: { description: 'The chapters.', schema: ScheduleNode, headers: TARIFF_HEADERS },
    errors: [...READ_ERRORS, 'invalid_request'],
  },
  handler:
    ({ tariff }: V0Parts) =>
    ({ query, request }) =>
      answer(tariff, request, undefined, query.as_of),
});

export const SCHEDULE = operation({
  ...READ,
  path: '/api/v0/tariff/schedule/{code}',
  params: validatedSchema(ScheduleParams),
  query: validatedSchema(ScheduleQuery),
  text: {
    operationId: 'browseTariffSchedule',
    tag: 'tariff',
    summary: 'Browse the schedule from a chapter down',
    description:
      'A chapter, heading, subheading, line or number: its words, the path from the chapter, its rates, and the numbers directly ' +
      'below it, each with the Section 232 programmes that list it or something below it.',
    answer: { description: 'The node and its children.', schema: ScheduleNode, headers: TARIFF_HEADERS },
    errors: [...READ_ERRORS, 'invalid_request', 'not_found'],
    examples: { heading: { summary: 'A heading', parameters: { code: '7326' } } },
  },
  handler:
    ({ tariff }: V0Parts) =>
    ({ params, query, request }) => {
      const digits = browsedDigits(params.code);
      if (digits === null) {
        const message = 'must be a chapter of 2 digits or a number of 4, 6, 8 or 10, of chapters 01 to 97 except 77';
        throw new PortsideError('invalid_request', { details: [{ path: '/code', message }] });
      }
      return answer(tariff, request, digits, query.as_of);
    },
});

/** @param digits of a chapter or a number; undefined for the chapters */
function answer(tariff: Tariff, request: Request, digits: string | undefined, asOf: string | undefined): Response {
  const onDate = tariff.at(asOf);
  const found = browseSchedule(digits, tariff.data, onDate);
  if (!found) {
    const message =
      'The schedule in use has no such number. GET /api/v0/tariff/hts/{code} says what replaced a retired number, and which ' +
      'numbers are like it.';
    throw new PortsideError('not_found', { message });
  }
  return keptAnswer(request, JSON.stringify(found), TARIFF_CACHE_S, onDate.headers);
}
