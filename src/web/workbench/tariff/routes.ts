import type { PageRoute } from '../page-route.ts';
import { downloadResult, removeAudit, saveAsWatch, showAudit } from './audit-handler.ts';
import { showDuty, showLine } from './line-handler.ts';
import { beginAudit, showLists } from './lists-handler.ts';

/** As the API takes it. */
const LIST_BYTES_MAX = 32 * 1024 * 1024;
const params = { id: /^job_[0-9A-Za-z]{24}$/ };
const LINE = /^[1-9]\d{0,6}$/;

export const TARIFF_ROUTES: readonly PageRoute[] = [
  { path: '/work/tariff', get: showLists, post: beginAudit, fileBytesMax: LIST_BYTES_MAX },
  { path: '/work/tariff/duties', get: showDuty },
  { path: '/work/tariff/audits/:id', params, get: showAudit },
  { path: '/work/tariff/audits/:id/result', params, get: downloadResult },
  { path: '/work/tariff/audits/:id/watches', params, post: saveAsWatch },
  { path: '/work/tariff/audits/:id/removal', params, post: removeAudit },
  { path: '/work/tariff/audits/:id/lines/:line', params: { ...params, line: LINE }, get: showLine },
];
