import type { PageRoute } from '../page-route.ts';
import { showHome } from './home-handler.ts';

export const HOME_ROUTES: readonly PageRoute[] = [{ path: '/work', get: showHome }];
