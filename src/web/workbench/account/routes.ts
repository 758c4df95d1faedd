import type { PageRoute } from '../page-route.ts';
import { endOtherSessions, rotateKey, showAccount } from './account-handler.ts';

export const ACCOUNT_ROUTES: readonly PageRoute[] = [
  { path: '/work/account', get: showAccount },
  { path: '/work/account/sessions', post: endOtherSessions },
  { path: '/work/account/rotation', post: rotateKey },
];
