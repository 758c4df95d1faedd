import type { PageRoute } from '../page-route.ts';

const handler = () => import('./handler.ts');

export const OVERVIEW_ROUTES: readonly PageRoute[] = [
  { path: '/operator', access: 'reader', get: async () => (await handler()).goToOverview },
  { path: '/operator/overview', access: 'reader', get: async () => (await handler()).showOverview },
];
