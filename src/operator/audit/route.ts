import type { PageRoute } from '../page-route.ts';
import { exportAudit, exportAuditTable } from './export-handler.ts';
import { searchAudit } from './handler.ts';

export const AUDIT_ROUTES: readonly PageRoute[] = [
  { path: '/operator/audit', access: 'reader', get: searchAudit },
  { path: '/operator/audit/export.jsonl', access: 'reader', get: exportAudit },
  { path: '/operator/audit/export.csv', access: 'reader', get: exportAuditTable },
];
