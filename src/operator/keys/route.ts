import type { PageRoute } from '../page-route.ts';

const list = () => import('./list-handler.ts');
const create = () => import('./new-handler.ts');
const key = () => import('./key-handler.ts');

const params = { id: /^\d+$/ };

export const KEY_ROUTES: readonly PageRoute[] = [
  { path: '/operator', get: async () => (await list()).goToKeys },
  { path: '/operator/keys', get: async () => (await list()).listKeys },
  {
    path: '/operator/keys/new',
    get: async () => (await create()).showNewKey,
    post: async () => (await create()).issueKey,
  },
  { path: '/operator/keys/:id', params, get: async () => (await key()).showKey },
  { path: '/operator/keys/:id/notes', params, post: async () => (await key()).changeNotes },
  { path: '/operator/keys/:id/networks', params, post: async () => (await key()).changeNetworks },
  { path: '/operator/keys/:id/delegate', params, post: async () => (await key()).switchDelegate },
  { path: '/operator/keys/:id/resources', params, post: async () => (await key()).changeResourceLimits },
  { path: '/operator/keys/:id/rotate', params, post: async () => (await key()).rotateKey },
  { path: '/operator/keys/:id/revoke', params, post: async () => (await key()).revokeKey },
];
