import type { PageRoute } from '../page-route.ts';
import { showNumber, showSchedule } from './schedule-handler.ts';

export const SCHEDULE_ROUTES: readonly PageRoute[] = [
  { path: '/work/schedule', get: showSchedule },
  { path: '/work/schedule/:code', params: { code: /^[\d.]{2,16}$/ }, get: showNumber },
];
