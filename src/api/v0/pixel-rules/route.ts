/** `GET /api/v0/pixel/rules`: the rule catalogue of the scan. */
import { keptAnswer } from '../../../http/cached-response.ts';
import { operation } from '../../../http/operation.ts';
import { catalogue } from '../../../pixel/rules/index.ts';
import { CATALOGUE_CACHE_S, READ, READ_ERRORS } from '../reads.ts';
import { PixelRules } from './schema.ts';

export const RULES = operation({
  ...READ,
  path: '/api/v0/pixel/rules',
  text: {
    operationId: 'listPixelRules',
    tag: 'pixel',
    summary: 'The rules of the scan',
    description: 'What each rule finds, why it matters, what to do, and what it deducts from the score.',
    answer: { description: 'The catalogue.', schema: PixelRules },
    errors: READ_ERRORS,
  },
  handler:
    () =>
    ({ request }) =>
      keptAnswer(request, JSON.stringify({ rules: catalogue() }), CATALOGUE_CACHE_S),
});
