import type { PageRoute } from '../page-route.ts';

export const SESSION_ROUTES: readonly PageRoute[] = [
  {
    path: '/work/sign-in',
    isPublic: true,
    get: async () => (await import('./sign-in-handler.ts')).showSignIn,
    post: async () => (await import('./sign-in-handler.ts')).signIn,
  },
  { path: '/work/sign-out', post: async () => (await import('./sign-in-handler.ts')).signOut },
];
