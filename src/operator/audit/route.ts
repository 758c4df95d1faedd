import type { PageRoute } from '../page-route.ts';

export const AUDIT_ROUTES: readonly PageRoute[] = [
  { path: '/operator/audit', get: async () => (await import('./handler.ts')).searchAudit },
];
