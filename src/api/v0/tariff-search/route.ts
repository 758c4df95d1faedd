/** `GET /api/v0/tariff/search`: the numbers of the schedule by words of their descriptions. */
import { keptAnswer } from '../../../http/cached-response.ts';
import { operation } from '../../../http/operation.ts';
import { queryFieldsOf } from '../../../http/request-url.ts';
import { validatedSchema } from '../../../http/standard-schema.ts';
import { searchTariff } from '../../../tariff/search/search-tariff.ts';
import type { V0Parts } from '../parts.ts';
import { READ, READ_ERRORS, TARIFF_CACHE_S } from '../reads.ts';
import { SearchAnswer, SearchQuery } from './schema.ts';

const LIMIT_DEFAULT = 10;

const { validate } = validatedSchema(SearchQuery)['~standard'];

export const SEARCH = operation({
  ...READ,
  path: '/api/v0/tariff/search',
  query: SearchQuery,
  text: {
    operationId: 'searchTariffSchedule',
    tag: 'tariff',
    summary: 'Find numbers by what they are called',
    description:
      'Searches the descriptions of chapters 1 to 97. A row is found if it and the rows above it have all words; if no row has, ' +
      'those with the most words are found, and `all_words` is false. Digits find the numbers that begin with them.',
    answer: { description: 'The best results first.', schema: SearchAnswer },
    errors: [...READ_ERRORS, 'invalid_request'],
    examples: {
      ladder: {
        summary: 'Words of a description and of the heading above it',
        parameters: { q: 'aluminium ladders' },
        answer: {
          query: 'aluminium ladders',
          revision: '2026 Rev 10 with the transfers of 2026-07-01',
          words: ['aluminum', 'ladder'],
          unknown: [],
          all_words: true,
          total: 1,
          as_of: '2026-11-21',
          law_read_to: '2026-10-09',
          results: [
            {
              code: '7616.99.5130',
              chapter: '76',
              description: 'Ladders',
              above: ['Other articles of aluminum:', 'Other:', 'Other:', 'Other'],
              numbers: 1,
              general: '2.5%',
              units: ['No.'],
              status: 'hit',
              standing: 'listed',
            },
          ],
        },
      },
    },
  },
  handler:
    ({ tariff }: V0Parts) =>
    ({ request }) => {
      const { q, limit } = validate(queryFieldsOf(request.url)).value;
      const answer = searchTariff(q, Number(limit ?? LIMIT_DEFAULT), tariff.data, tariff.at());
      return keptAnswer(request, JSON.stringify(answer), TARIFF_CACHE_S);
    },
});
