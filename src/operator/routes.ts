/** `/operator`: registers every page as a route. */
import { Elysia } from 'elysia';
import { AUDIT_ROUTES } from './activity/route.ts';
import { ALERT_ROUTES } from './alerts/route.ts';
import { CERTIFICATE_ROUTES } from './certificates/route.ts';
import type { OperatorParts } from './dependencies.ts';
import { type IncomingRequest, OperatorGuard } from './guard.ts';
import { KEY_ROUTES } from './keys/route.ts';
import { LIST_ROUTES } from './lists/route.ts';
import { OPERATORS_ROUTES } from './operators/route.ts';
import { OVERVIEW_ROUTES } from './overview/route.ts';
import type { PageHandler, PageRoute } from './page-route.ts';
import { PASSWORD_ROUTES } from './password/route.ts';
import { REQUEST_ROUTES } from './requests/route.ts';
import { SCAN_ROUTES } from './scans/route.ts';
import { SESSION_ROUTES } from './sessions/route.ts';
import { SIGN_IN_ROUTES } from './sign-in/route.ts';
import { USAGE_ROUTES } from './usage/route.ts';

export const PAGE_ROUTES: readonly PageRoute[] = [
  ...SIGN_IN_ROUTES,
  ...OVERVIEW_ROUTES,
  ...ALERT_ROUTES,
  ...KEY_ROUTES,
  ...REQUEST_ROUTES,
  ...USAGE_ROUTES,
  ...LIST_ROUTES,
  ...CERTIFICATE_ROUTES,
  ...SCAN_ROUTES,
  ...AUDIT_ROUTES,
  ...PASSWORD_ROUTES,
  ...SESSION_ROUTES,
  ...OPERATORS_ROUTES,
];

/** The guard reads the body of a form itself, after its checks. */
const OPTIONS = { parse: 'none', detail: { hide: true } } as const;

/** What the routes below use of Elysia's context. */
interface Context {
  request: Request;
  params: Record<string, string | undefined>;
  server: Bun.Server<unknown> | null;
}

/** @param pages only tests pass other ones */
export function operatorRoutes(parts: OperatorParts, pages = PAGE_ROUTES) {
  const guard = new OperatorGuard(parts);
  const answerWith =
    (answer: (incoming: IncomingRequest) => Promise<Response>) =>
    async ({ request, params, server }: Context) =>
      answer({ request, params, peer: server?.requestIP(request)?.address ?? '' });
  const app = new Elysia({ name: 'operator' });
  app.get(
    '/operator/assets/:file',
    answerWith((incoming) => guard.asset(incoming)),
    OPTIONS,
  );
  for (const route of pages) {
    const { path, get, post } = route;
    const page = (handler: PageHandler) => answerWith((incoming) => guard.page(route, handler, incoming));
    if (get) app.get(path, page(get), OPTIONS);
    if (post) app.post(path, page(post), OPTIONS);
    app.all(
      path,
      answerWith((incoming) => guard.refuseMethod(route, incoming)),
      OPTIONS,
    );
  }
  return app.all(
    '/operator/*',
    answerWith((incoming) => guard.refusePath(incoming)),
    OPTIONS,
  );
}
