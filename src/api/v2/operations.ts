/** Every operation of v2, for the API guard and for the document. */
import type { KeyedOperation } from '../../http/keyed-routes.ts';
import { elysiaPath } from '../v0/operation.ts';
import { ACCOUNT_OPERATIONS } from './account/operations.ts';
import { FILE, FILINGS } from './certificates/filings.ts';
import { CERTIFICATE_OPERATIONS } from './certificates/operations.ts';
import { REGISTRY } from './certificates/registry.ts';
import { EVENT_OPERATIONS } from './events/operations.ts';
import { JOB_OPERATIONS } from './jobs/families.ts';
import type { V2Operation } from './operation.ts';
import { PARTY_OPERATIONS } from './parties/operations.ts';
import { PIXEL_SCAN } from './pixel-scans/route.ts';
import { DUTIES } from './tariff-duties/route.ts';
import { WATCH_OPERATIONS } from './watches/operations.ts';

/** In the order of the document. */
export const V2_OPERATIONS: readonly V2Operation[] = [
  DUTIES,
  PIXEL_SCAN,
  ...CERTIFICATE_OPERATIONS,
  REGISTRY,
  FILE,
  FILINGS,
  ...PARTY_OPERATIONS,
  ...WATCH_OPERATIONS,
  ...EVENT_OPERATIONS,
  ...JOB_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
];

export function keyedOperations(operations: readonly V2Operation[]): KeyedOperation[] {
  return operations.map(({ path, method, product, anyScope, body, upload }) => ({
    path: elysiaPath(path),
    method,
    product,
    ...(anyScope && { anyScope }),
    needsBody: body !== undefined,
    upload,
  }));
}
