import type { PageRoute } from '../page-route.ts';

export const HOME_ROUTES: readonly PageRoute[] = [
  { path: '/work', get: async () => (await import('./home-handler.ts')).showHome },
];
