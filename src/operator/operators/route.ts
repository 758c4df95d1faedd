import type { PageRoute } from '../page-route.ts';

const handler = () => import('./handler.ts');

const params = { name: /^[a-z0-9][a-z0-9._-]{0,31}$/ };

export const OPERATORS_ROUTES: readonly PageRoute[] = [
  {
    path: '/operator/operators',
    access: 'owner',
    get: async () => (await handler()).showOperators,
    post: async () => (await handler()).addOperator,
  },
  {
    path: '/operator/operators/:name/role',
    access: 'owner',
    params,
    post: async () => (await handler()).changeRole,
  },
  {
    path: '/operator/operators/:name/password',
    access: 'owner',
    params,
    post: async () => (await handler()).resetPassword,
  },
  {
    path: '/operator/operators/:name/remove',
    access: 'owner',
    params,
    post: async () => (await handler()).removeOperator,
  },
];
