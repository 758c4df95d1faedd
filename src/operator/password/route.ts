import type { PageRoute } from '../page-route.ts';

const handler = () => import('./handler.ts');

export const PASSWORD_ROUTES: readonly PageRoute[] = [
  {
    path: '/operator/password',
    access: 'reader',
    get: async () => (await handler()).showPassword,
    post: async () => (await handler()).changePassword,
  },
];
