import type { PageRoute } from '../page-route.ts';
import { goToOverview, showOverview } from './handler.ts';

export const OVERVIEW_ROUTES: readonly PageRoute[] = [
  { path: '/operator', access: 'reader', get: goToOverview },
  { path: '/operator/overview', access: 'reader', get: showOverview },
];
