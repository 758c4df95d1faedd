import type { PageRoute } from '../page-route.ts';
import { downloadResult, removeAudit, showAudit, watchStores } from './audit-handler.ts';
import { askToScan, saveReport, scanStore, watchStore } from './scan-handler.ts';
import { beginAudit, showStores } from './stores-handler.ts';

const LIST_BYTES_MAX = 8 * 1024 * 1024;
/** Of a form without a file whose fields may be large: a whole report. */
const REPORT_BYTES_MAX = 2 * 1024 * 1024;
const params = { id: /^job_[0-9A-Za-z]{24}$/ };

export const PIXEL_ROUTES: readonly PageRoute[] = [
  { path: '/work/pixel', get: showStores, post: beginAudit, fileBytesMax: LIST_BYTES_MAX },
  { path: '/work/pixel/scans', get: askToScan, post: scanStore, fileBytesMax: REPORT_BYTES_MAX },
  { path: '/work/pixel/watches', post: watchStore },
  { path: '/work/pixel/reports', post: saveReport, fileBytesMax: REPORT_BYTES_MAX },
  { path: '/work/pixel/audits/:id', params, get: showAudit },
  { path: '/work/pixel/audits/:id/result', params, get: downloadResult },
  { path: '/work/pixel/audits/:id/watches', params, post: watchStores },
  { path: '/work/pixel/audits/:id/removal', params, post: removeAudit },
];
