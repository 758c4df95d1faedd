import type { PageRoute } from '../page-route.ts';

const handler = () => import('./schedule-handler.ts');

export const SCHEDULE_ROUTES: readonly PageRoute[] = [
  { path: '/work/schedule', get: async () => (await handler()).showSchedule },
  { path: '/work/schedule/:code', params: { code: /^[\d.]{2,16}$/ }, get: async () => (await handler()).showNumber },
];
