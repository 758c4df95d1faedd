import type { PageRoute } from '../page-route.ts';
import { setAlerts, showAlerts } from './handler.ts';

export const ALERT_ROUTES: readonly PageRoute[] = [
  { path: '/operator/alerts', access: 'reader', get: showAlerts },
  { path: '/operator/alerts/settings', access: 'owner', post: setAlerts },
];
