import type { PageRoute } from '../page-route.ts';

const handler = () => import('./handler.ts');

export const ALERT_ROUTES: readonly PageRoute[] = [
  { path: '/operator/alerts', access: 'reader', get: async () => (await handler()).showAlerts },
  { path: '/operator/alerts/settings', access: 'owner', post: async () => (await handler()).setAlerts },
];
