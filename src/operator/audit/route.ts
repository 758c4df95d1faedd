import type { PageRoute } from '../page-route.ts';

export const AUDIT_ROUTES: readonly PageRoute[] = [
  { path: '/operator/audit', access: 'reader', get: async () => (await import('./handler.ts')).searchAudit },
  {
    path: '/operator/audit/export.jsonl',
    access: 'reader',
    get: async () => (await import('./export-handler.ts')).exportAudit,
  },
  {
    path: '/operator/audit/export.csv',
    access: 'reader',
    get: async () => (await import('./export-handler.ts')).exportAuditTable,
  },
];
