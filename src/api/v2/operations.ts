/** Every operation of v2, for the API guard and for the document. */
import type { KeyedOperation } from '../../http/keyed-routes.ts';
import { elysiaPath } from '../v0/operation.ts';
import { FILE, FILINGS } from './certificates/filings.ts';
import { CERTIFICATE_OPERATIONS } from './certificates/operations.ts';
import { REGISTRY } from './certificates/registry.ts';
import type { V2Operation } from './operation.ts';
import { PIXEL_SCAN } from './pixel-scans/route.ts';
import { DUTIES } from './tariff-duties/route.ts';

/** In the order of the document. */
export const V2_OPERATIONS: readonly V2Operation[] = [
  DUTIES,
  PIXEL_SCAN,
  ...CERTIFICATE_OPERATIONS,
  REGISTRY,
  FILE,
  FILINGS,
];

export function keyedOperations(operations: readonly V2Operation[]): KeyedOperation[] {
  return operations.map(({ path, method, product, body }) => ({
    path: elysiaPath(path),
    method,
    product,
    needsBody: body !== undefined,
  }));
}
