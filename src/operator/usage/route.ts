import type { PageRoute } from '../page-route.ts';

const handler = () => import('./handler.ts');

export const USAGE_ROUTES: readonly PageRoute[] = [
  { path: '/operator/usage', access: 'reader', get: async () => (await handler()).showUsage },
  {
    path: '/operator/usage/:file',
    access: 'reader',
    params: { file: /^(days|hours|minutes|errors)\.csv$/ },
    get: async () => (await handler()).downloadUsage,
  },
];
