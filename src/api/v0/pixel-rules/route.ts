/** `GET /api/v0/pixel/rules`: the rule catalogue of the scan. */
import { Elysia } from 'elysia';
import { keptAnswer } from '../../../http/cached-response.ts';
import { catalogue } from '../../../pixel/rules/index.ts';
import { CATALOGUE_CACHE_S, READ_ERRORS, type V0Operation } from '../operation.ts';
import { PixelRules } from './schema.ts';

export const RULES: V0Operation = {
  path: '/api/v0/pixel/rules',
  method: 'get',
  cached: true,
  text: {
    operationId: 'listPixelRules',
    tag: 'pixel',
    summary: 'The rules of the scan',
    description: 'What each rule finds, why it matters, what to do, and what it deducts from the score.',
    answer: { description: 'The catalogue.', schema: PixelRules },
    errors: READ_ERRORS,
  },
};

export function pixelRulesRoute() {
  return new Elysia().get(RULES.path, ({ request }) =>
    keptAnswer(request, JSON.stringify({ rules: catalogue() }), CATALOGUE_CACHE_S),
  );
}
