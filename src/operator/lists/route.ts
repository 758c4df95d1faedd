import type { PageRoute } from '../page-route.ts';

export const LIST_ROUTES: readonly PageRoute[] = [
  { path: '/operator/lists', access: 'reader', get: async () => (await import('./handler.ts')).showLists },
];
