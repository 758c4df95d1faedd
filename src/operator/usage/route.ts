import type { PageRoute } from '../page-route.ts';

const handler = () => import('./handler.ts');

export const USAGE_ROUTES: readonly PageRoute[] = [
  { path: '/operator/usage', get: async () => (await handler()).showUsage },
  {
    path: '/operator/usage/:file',
    params: { file: /^(days|minutes|errors)\.csv$/ },
    get: async () => (await handler()).downloadUsage,
  },
];
