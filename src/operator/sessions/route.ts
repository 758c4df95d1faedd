import type { PageRoute } from '../page-route.ts';

const handler = () => import('./handler.ts');

export const SESSION_ROUTES: readonly PageRoute[] = [
  { path: '/operator/sessions', access: 'reader', get: async () => (await handler()).showSessions },
  { path: '/operator/sessions/end', access: 'reader', post: async () => (await handler()).endSessions },
];
