import type { PageRoute } from '../page-route.ts';

const handler = () => import('./changes-handler.ts');

export const CHANGES_ROUTES: readonly PageRoute[] = [
  { path: '/work/changes', get: async () => (await handler()).showChanges },
  { path: '/work/changes/:date', params: { date: /^\d{4}-\d\d-\d\d$/ }, get: async () => (await handler()).showDay },
];
