import type { PageRoute } from '../page-route.ts';
import { exportRequests, listRequests, searchRequests } from './list-handler.ts';
import { showRequest } from './request-handler.ts';

export const REQUEST_ROUTES: readonly PageRoute[] = [
  { path: '/operator/requests', access: 'reader', get: listRequests },
  { path: '/operator/requests/search', access: 'reader', post: searchRequests },
  { path: '/operator/requests/export.csv', access: 'reader', get: exportRequests },
  { path: '/operator/requests/:id', access: 'reader', params: { id: /^[1-9]\d{0,14}$/ }, get: showRequest },
];
