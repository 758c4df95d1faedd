import type { PageRoute } from '../page-route.ts';
import { addOperator, changeRole, removeOperator, resetPassword, showOperators } from './handler.ts';

const params = { name: /^[a-z0-9][a-z0-9._-]{0,31}$/ };

export const OPERATORS_ROUTES: readonly PageRoute[] = [
  { path: '/operator/operators', access: 'owner', get: showOperators, post: addOperator },
  { path: '/operator/operators/:name/role', access: 'owner', params, post: changeRole },
  { path: '/operator/operators/:name/password', access: 'owner', params, post: resetPassword },
  { path: '/operator/operators/:name/remove', access: 'owner', params, post: removeOperator },
];
