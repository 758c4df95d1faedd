import type { PageRoute } from '../page-route.ts';
import { showLists } from './handler.ts';

export const LIST_ROUTES: readonly PageRoute[] = [{ path: '/operator/lists', access: 'reader', get: showLists }];
