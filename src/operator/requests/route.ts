import type { PageRoute } from '../page-route.ts';

const list = () => import('./list-handler.ts');

export const REQUEST_ROUTES: readonly PageRoute[] = [
  { path: '/operator/requests', access: 'reader', get: async () => (await list()).listRequests },
  { path: '/operator/requests/search', access: 'reader', post: async () => (await list()).searchRequests },
  { path: '/operator/requests/export.csv', access: 'reader', get: async () => (await list()).exportRequests },
  {
    path: '/operator/requests/:id',
    access: 'reader',
    params: { id: /^[1-9]\d{0,14}$/ },
    get: async () => (await import('./request-handler.ts')).showRequest,
  },
];
