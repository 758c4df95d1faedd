import type { PageRoute } from '../page-route.ts';
import { exportScans, listScans, showScan } from './handler.ts';

export const SCAN_ROUTES: readonly PageRoute[] = [
  { path: '/operator/scans', access: 'reader', get: listScans },
  { path: '/operator/scans/export.csv', access: 'reader', get: exportScans },
  { path: '/operator/scans/:id', access: 'reader', params: { id: /^[1-9]\d{0,14}$/ }, get: showScan },
];
