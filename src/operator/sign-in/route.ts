import type { PageRoute } from '../page-route.ts';

const handler = () => import('./handler.ts');

export const SIGN_IN_ROUTES: readonly PageRoute[] = [
  {
    path: '/operator/sign-in',
    get: async () => (await handler()).showSignIn,
    post: async () => (await handler()).signIn,
    access: 'public',
  },
  { path: '/operator/sign-out', access: 'reader', post: async () => (await handler()).signOut },
];
