import type { PageRoute } from '../page-route.ts';

const stores = () => import('./stores-handler.ts');
const scan = () => import('./scan-handler.ts');
const audit = () => import('./audit-handler.ts');

const LIST_BYTES_MAX = 8 * 1024 * 1024;
/** Of a form without a file whose fields may be large: a whole report. */
const REPORT_BYTES_MAX = 2 * 1024 * 1024;
const params = { id: /^job_[0-9A-Za-z]{24}$/ };

export const PIXEL_ROUTES: readonly PageRoute[] = [
  {
    path: '/work/pixel',
    get: async () => (await stores()).showStores,
    post: async () => (await stores()).beginAudit,
    fileBytesMax: LIST_BYTES_MAX,
  },
  {
    path: '/work/pixel/scans',
    get: async () => (await scan()).askToScan,
    post: async () => (await scan()).scanStore,
    fileBytesMax: REPORT_BYTES_MAX,
  },
  { path: '/work/pixel/watches', post: async () => (await scan()).watchStore },
  { path: '/work/pixel/reports', post: async () => (await scan()).saveReport, fileBytesMax: REPORT_BYTES_MAX },
  { path: '/work/pixel/audits/:id', params, get: async () => (await audit()).showAudit },
  { path: '/work/pixel/audits/:id/result', params, get: async () => (await audit()).downloadResult },
  { path: '/work/pixel/audits/:id/watches', params, post: async () => (await audit()).watchStores },
  { path: '/work/pixel/audits/:id/removal', params, post: async () => (await audit()).removeAudit },
];
