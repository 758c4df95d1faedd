import type { PageRoute } from '../page-route.ts';

const handler = () => import('./handler.ts');

export const SCAN_ROUTES: readonly PageRoute[] = [
  { path: '/operator/scans', access: 'reader', get: async () => (await handler()).listScans },
  { path: '/operator/scans/export.csv', access: 'reader', get: async () => (await handler()).exportScans },
  {
    path: '/operator/scans/:id',
    access: 'reader',
    params: { id: /^[1-9]\d{0,14}$/ },
    get: async () => (await handler()).showScan,
  },
];
