/** `GET /api/v0/entry/citations`: the rules that a certificate may cite. */
import { allCitations, type Rule, searchCitations } from '../../../entry/issue/citations.ts';
import { keptAnswer } from '../../../http/cached-response.ts';
import { operation } from '../../../http/operation.ts';
import { queryFieldsOf } from '../../../http/request-url.ts';
import { validatedSchema } from '../../../http/standard-schema.ts';
import { CATALOGUE_CACHE_S, READ, READ_ERRORS } from '../reads.ts';
import { Citations, CitationsQuery } from './schema.ts';

const { validate } = validatedSchema(CitationsQuery)['~standard'];

export const CITATIONS = operation({
  ...READ,
  path: '/api/v0/entry/citations',
  query: CitationsQuery,
  text: {
    operationId: 'searchCitations',
    tag: 'entry',
    summary: 'Rules a certificate may cite',
    description:
      'Searches the catalogue of CPSC rules, bans and standards by ordinary words, those that fit best first. It is not complete, and ' +
      'says what was read of each row.',
    answer: { description: 'Rules, at most 20 for a search.', schema: Citations },
    errors: [...READ_ERRORS, 'invalid_request'],
    examples: {
      helmet: {
        summary: 'Rules that speak of helmets',
        parameters: { q: 'helmets' },
        answer: {
          citations: [
            {
              citation: '16 CFR part 1203',
              title: 'Safety standard for bicycle helmets',
              applies_to: 'Bicycle helmets, adult and child',
              certificate: 'GCC+CPC',
              basis: 'cpsc-list-excerpt',
              source:
                "CPSC's lists of rules that require a certificate, of 2024-08-08 (GCC) and 2024-12-05 (CPC) (excerpts)",
              vacated: false,
              note: null,
            },
          ],
        },
      },
    },
  },
  handler:
    () =>
    ({ request }) => {
      const { q = '' } = validate(queryFieldsOf(request.url)).value;
      return keptAnswer(request, JSON.stringify({ citations: findCitations(q) }), CATALOGUE_CACHE_S);
    },
});

/** `query`: words or a citation; the whole catalogue if blank. */
function findCitations(query: string) {
  const found = query.trim() === '' ? allCitations() : searchCitations(query);
  return found.map(({ citation, title, appliesTo, certificate, basis, source, vacated = false, note }: Rule) => ({
    citation,
    title,
    applies_to: appliesTo,
    certificate,
    basis,
    source,
    vacated,
    note: note ?? null,
  }));
}
