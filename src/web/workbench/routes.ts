/** `/work`: registers every page as a route. */
import { Elysia } from 'elysia';
import { ACCOUNT_ROUTES } from './account/routes.ts';
import { CERTIFICATE_ROUTES } from './certificates/routes.ts';
import { CHANGES_ROUTES } from './changes/routes.ts';
import type { WorkbenchParts } from './dependencies.ts';
import { type IncomingRequest, WorkbenchGuard } from './guard.ts';
import { HOME_ROUTES } from './home/routes.ts';
import type { PageRoute } from './page-route.ts';
import { PIXEL_ROUTES } from './pixel/routes.ts';
import { SCHEDULE_ROUTES } from './schedule/routes.ts';
import { SESSION_ROUTES } from './session/routes.ts';
import { TARIFF_ROUTES } from './tariff/routes.ts';
import { WATCH_ROUTES } from './watches/routes.ts';

const PAGE_ROUTES: readonly PageRoute[] = [
  ...SESSION_ROUTES,
  ...HOME_ROUTES,
  ...TARIFF_ROUTES,
  ...SCHEDULE_ROUTES,
  ...CHANGES_ROUTES,
  ...PIXEL_ROUTES,
  ...CERTIFICATE_ROUTES,
  ...WATCH_ROUTES,
  ...ACCOUNT_ROUTES,
];

/** The guard reads the body of a form itself, after its checks. */
const OPTIONS = { parse: 'none', detail: { hide: true } } as const;

/** What the routes below use of Elysia's context. */
interface Context {
  request: Request;
  params: Record<string, string | undefined>;
  server: Bun.Server<unknown> | null;
  set: { headers: Record<string, unknown> };
}

/** @param pages only tests pass other ones */
export function workbenchRoutes(parts: WorkbenchParts, pages = PAGE_ROUTES) {
  const guard = new WorkbenchGuard(parts);
  const answerWith =
    (answer: (incoming: IncomingRequest) => Promise<Response>) =>
    async ({ request, params, server, set }: Context) => {
      const peer = server?.requestIP(request)?.address ?? '';
      return answer({ request, params, peer, id: String(set.headers['x-request-id'] ?? '') });
    };
  const app = new Elysia({ name: 'work' });
  app.get(
    '/work/assets/:file',
    answerWith((incoming) => guard.asset(incoming)),
    OPTIONS,
  );
  for (const route of pages) {
    const { path } = route;
    const page = (method: 'get' | 'post') => answerWith((incoming) => guard.page(route, method, incoming));
    if (route.get) app.get(path, page('get'), OPTIONS);
    if (route.post) app.post(path, page('post'), OPTIONS);
    app.all(
      path,
      answerWith((incoming) => guard.refuseMethod(route, incoming)),
      OPTIONS,
    );
  }
  return app.all(
    '/work/*',
    answerWith((incoming) => guard.refusePath(incoming)),
    OPTIONS,
  );
}
