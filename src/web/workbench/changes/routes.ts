import type { PageRoute } from '../page-route.ts';
import { showChanges, showDay } from './changes-handler.ts';

export const CHANGES_ROUTES: readonly PageRoute[] = [
  { path: '/work/changes', get: showChanges },
  { path: '/work/changes/:date', params: { date: /^\d{4}-\d\d-\d\d$/ }, get: showDay },
];
