import type { PageRoute } from '../page-route.ts';
import { showSignIn, signIn, signOut } from './sign-in-handler.ts';

export const SESSION_ROUTES: readonly PageRoute[] = [
  { path: '/work/sign-in', isPublic: true, get: showSignIn, post: signIn },
  { path: '/work/sign-out', post: signOut },
];
