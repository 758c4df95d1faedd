/** v2: operations that need a key. The API guard checks every request as it does for v1. */
import type { Operation } from '../../http/operation.ts';
import { operationRoutes } from '../../http/operation-routes.ts';
import type { EntryParts } from '../certificate-links.ts';
import type { KeyedScans } from '../scan-storefront.ts';
import { ACCOUNT_OPERATIONS, type AccountParts } from './account/routes.ts';
import { FILE, FILINGS } from './certificates/filings.ts';
import { REGISTRY, REGISTRY_OF_SEVERAL } from './certificates/registry.ts';
import { CERTIFICATE_OPERATIONS } from './certificates/routes.ts';
import { EVENT_OPERATIONS } from './events/routes.ts';
import { JOB_OPERATIONS } from './jobs/families.ts';
import type { JobParts } from './jobs/operations.ts';
import { PARTY_OPERATIONS, type PartyParts } from './parties/routes.ts';
import { PIXEL_SCAN } from './pixel-scans/route.ts';
import type { ScanStreamParts } from './pixel-scans/scan-stream.ts';
import { DUTIES, type DutyParts } from './tariff-duties/route.ts';
import { WATCH_OPERATIONS, type WatchParts } from './watches/routes.ts';

/** Parts of a running server that the handlers of v2 take. */
export type V2Parts = DutyParts &
  KeyedScans &
  ScanStreamParts &
  EntryParts &
  PartyParts &
  WatchParts &
  JobParts &
  AccountParts;

/** In the order of the document. */
export const V2_OPERATIONS: readonly Operation<V2Parts>[] = [
  DUTIES,
  PIXEL_SCAN,
  ...CERTIFICATE_OPERATIONS,
  REGISTRY,
  REGISTRY_OF_SEVERAL,
  FILE,
  FILINGS,
  ...PARTY_OPERATIONS,
  ...WATCH_OPERATIONS,
  ...EVENT_OPERATIONS,
  ...JOB_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
];

export function v2Routes(parts: V2Parts) {
  return operationRoutes(V2_OPERATIONS, parts);
}
