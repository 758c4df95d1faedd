/** v0. Its operations need no key. A request counts against the rate limit of its address before its input is read; a preflight does not. */
import type { Operation } from '../../http/operation.ts';
import { operationRoutes, routePath } from '../../http/operation-routes.ts';
import { CITATIONS } from './citations/route.ts';
import type { V0Parts } from './parts.ts';
import { RULES } from './pixel-rules/route.ts';
import { PUBLIC_SCAN } from './pixel-scan/route.ts';
import { preflight, type RequestContext } from './rate-limit-guard.ts';
import { CHANGES } from './tariff-changes/route.ts';
import { DUTY } from './tariff-duties/route.ts';
import { EXPLAIN } from './tariff-explain/route.ts';
import { HISTORY } from './tariff-history/route.ts';
import { LIST_CSV, LIST_JSON, LISTS } from './tariff-lists/route.ts';
import { CHAPTERS, SCHEDULE } from './tariff-schedule/route.ts';
import { SEARCH } from './tariff-search/route.ts';
import { VERIFY } from './verify.ts';

/** In the order of the document. */
export const V0_OPERATIONS: readonly Operation<V0Parts>[] = [
  EXPLAIN,
  DUTY,
  HISTORY,
  LISTS,
  LIST_JSON,
  LIST_CSV,
  CHANGES,
  SEARCH,
  CHAPTERS,
  SCHEDULE,
  RULES,
  PUBLIC_SCAN,
  CITATIONS,
  VERIFY,
];

export function v0Routes(parts: V0Parts) {
  const { rateLimit } = parts;
  const limits = {
    read: async ({ request, set }: RequestContext) => rateLimit.admitRead({ request, set }),
    scan: async ({ request, set }: RequestContext) => rateLimit.admitScan({ request, set }),
  };
  const app = operationRoutes(V0_OPERATIONS, parts, ({ addressLimit }) =>
    addressLimit ? { transform: limits[addressLimit] } : {},
  );
  for (const operation of V0_OPERATIONS) {
    if (!operation.handler) continue;
    const methods = operation.method === 'get' ? 'GET, HEAD, OPTIONS' : 'OPTIONS, POST';
    app.options(routePath(operation), () => preflight(methods));
  }
  return app;
}
