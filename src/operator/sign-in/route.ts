import type { PageRoute } from '../page-route.ts';
import { showSignIn, signIn, signOut } from './handler.ts';

export const SIGN_IN_ROUTES: readonly PageRoute[] = [
  { path: '/operator/sign-in', get: showSignIn, post: signIn, access: 'public' },
  { path: '/operator/sign-out', access: 'reader', post: signOut },
];
