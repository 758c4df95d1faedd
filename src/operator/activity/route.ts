import type { PageRoute } from '../page-route.ts';
import { exportActivity, exportActivityTable } from './export-handler.ts';
import { searchActivity } from './handler.ts';

export const AUDIT_ROUTES: readonly PageRoute[] = [
  { path: '/operator/audit', access: 'reader', get: searchActivity },
  { path: '/operator/audit/export.jsonl', access: 'reader', get: exportActivity },
  { path: '/operator/audit/export.csv', access: 'reader', get: exportActivityTable },
];
