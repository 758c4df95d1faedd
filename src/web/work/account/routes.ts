import type { PageRoute } from '../page-route.ts';

const handler = () => import('./account-handler.ts');

export const ACCOUNT_ROUTES: readonly PageRoute[] = [
  { path: '/work/account', get: async () => (await handler()).showAccount },
  { path: '/work/account/sessions', post: async () => (await handler()).endOtherSessions },
  { path: '/work/account/rotation', post: async () => (await handler()).rotateKey },
];
