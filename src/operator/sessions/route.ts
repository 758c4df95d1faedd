import type { PageRoute } from '../page-route.ts';
import { endSessions, showSessions } from './handler.ts';

export const SESSION_ROUTES: readonly PageRoute[] = [
  { path: '/operator/sessions', access: 'reader', get: showSessions },
  { path: '/operator/sessions/end', access: 'reader', post: endSessions },
];
