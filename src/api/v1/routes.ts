/** v1: three operations that need a key. The contract is frozen (docs/versioning.md). */
import { routeDetail } from '../../http/openapi/swagger-document.ts';
import type { Operation } from '../../http/operation.ts';
import { operationRoutes } from '../../http/operation-routes.ts';
import type { Tariff } from '../../tariff/tariff.ts';
import type { EntryParts } from '../certificate-links.ts';
import type { KeyedScans } from '../scan-storefront.ts';
import { downloadPdf, GENERATE } from './certificates/routes.ts';
import { SCAN } from './pixel-scan/route.ts';
import { LOOKUP } from './tariff-lookup/route.ts';

/** Parts of a running server that the handlers of v1 take. */
export interface V1Parts extends KeyedScans, EntryParts {
  tariff: Tariff;
}

/** In the order of the document. */
export const V1_OPERATIONS: readonly Operation<V1Parts>[] = [LOOKUP, SCAN, GENERATE];

/** The routes of the three operations. @param parts without them the routes only describe themselves */
export function contractRoutes(parts?: V1Parts) {
  return operationRoutes(V1_OPERATIONS, parts, (operation) => ({ detail: routeDetail(operation) }));
}

export function v1Routes(parts: V1Parts) {
  return contractRoutes(parts).get('/api/v1/entry/gcc/:file', ({ request }) => downloadPdf(parts, request));
}
