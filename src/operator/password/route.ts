import type { PageRoute } from '../page-route.ts';
import { changePassword, showPassword } from './handler.ts';

export const PASSWORD_ROUTES: readonly PageRoute[] = [
  { path: '/operator/password', access: 'reader', get: showPassword, post: changePassword },
];
