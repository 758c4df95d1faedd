import type { PageRoute } from '../page-route.ts';
import { downloadUsage, showUsage } from './handler.ts';

export const USAGE_ROUTES: readonly PageRoute[] = [
  { path: '/operator/usage', access: 'reader', get: showUsage },
  {
    path: '/operator/usage/:file',
    access: 'reader',
    params: { file: /^(days|hours|minutes|errors)\.csv$/ },
    get: downloadUsage,
  },
];
