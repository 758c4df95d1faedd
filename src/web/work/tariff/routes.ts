import type { PageRoute } from '../page-route.ts';

const lists = () => import('./lists-handler.ts');
const audit = () => import('./audit-handler.ts');
const line = () => import('./line-handler.ts');

/** As the API takes it. */
const LIST_BYTES_MAX = 32 * 1024 * 1024;
const params = { id: /^job_[0-9A-Za-z]{24}$/ };
const LINE = /^[1-9]\d{0,6}$/;

export const TARIFF_ROUTES: readonly PageRoute[] = [
  {
    path: '/work/tariff',
    get: async () => (await lists()).showLists,
    post: async () => (await lists()).beginAudit,
    fileBytesMax: LIST_BYTES_MAX,
  },
  { path: '/work/tariff/duties', get: async () => (await line()).showDuty },
  { path: '/work/tariff/audits/:id', params, get: async () => (await audit()).showAudit },
  { path: '/work/tariff/audits/:id/result', params, get: async () => (await audit()).downloadResult },
  { path: '/work/tariff/audits/:id/watches', params, post: async () => (await audit()).saveAsWatch },
  { path: '/work/tariff/audits/:id/removal', params, post: async () => (await audit()).removeAudit },
  {
    path: '/work/tariff/audits/:id/lines/:line',
    params: { ...params, line: LINE },
    get: async () => (await line()).showLine,
  },
];
