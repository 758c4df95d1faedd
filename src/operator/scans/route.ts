import type { PageRoute } from '../page-route.ts';

export const SCAN_ROUTES: readonly PageRoute[] = [
  { path: '/operator/scans', access: 'reader', get: async () => (await import('./handler.ts')).listScans },
];
