/** The root Elysia application: it checks every request and turns every error into the error body. */
import { type AnyElysia, Elysia } from 'elysia';
import type { Caller } from '../keys/key-cache.ts';
import { clientGoneResponse } from './client-gone.ts';
import { ERROR_STATUS, errorResponse, toPortsideError } from './error-response.ts';
import { routePattern } from './metrics/request-metrics.ts';
import { type ApiGuardParts, logAnswer, noteError, requestHook } from './request-checks.ts';

/**
 * Elysia reads the text of a hook to find out what it uses. Of one that passes its context on it concludes that it uses everything, and
 * then parses cookies and copies all header fields of every request. So the hooks here name what they use.
 */
export function apiGuard(parts: ApiGuardParts) {
  const methodsOf = allowedMethods(() => app);
  // Without `precompile` a route is compiled at its first request. Compiling all of them would delay the start.
  // `standardHostname` would let the router look for the path behind a host of at least four characters.
  const app = new Elysia({ strictPath: true, handler: { standardHostname: false } })
    // The hook below sets it.
    .decorate('caller', undefined as Caller | undefined)
    .onRequest(requestHook(parts))
    .onError({ as: 'global' }, ({ caller, code, error, path, request, set }) => {
      // Reading the body of a client that has gone fails. Nothing failed on our side, and nobody receives an answer.
      if (request.signal.aborted) return clientGoneResponse();
      const publicError = toPortsideError(code, error, () => methodsOf(path), parts.isStorageFault);
      noteError(parts, { caller, path, request, set }, publicError);
      // The response has its status already. This one is for the request log.
      set.status = ERROR_STATUS[publicError.code];
      const answer = publicError.code === 'not_found' ? parts.notFound?.(request, path) : undefined;
      return answer ?? errorResponse(publicError, parts.contact);
    });
  if (parts.logRequests) {
    app.onAfterResponse({ as: 'global' }, ({ caller, path, request, responseValue, set }) => {
      const status = responseValue instanceof Response ? responseValue.status : Number(set.status ?? 200);
      logAnswer(parts, { caller, path, request, set }, status);
    });
  }
  return app;
}

/**
 * Finds the methods that a path answers, for `Allow`; undefined when no route has the path. The patterns are compiled
 * once, at the first call, when all routes are registered.
 */
function allowedMethods(app: () => AnyElysia): (path: string) => string | undefined {
  let routes: { method: string; pattern: RegExp }[] | undefined;
  return (path) => {
    routes ??= app().routes.map((route) => ({ method: route.method, pattern: routePattern(route.path) }));
    const methods = new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method));
    if (methods.has('GET')) methods.add('HEAD');
    return methods.size > 0 ? [...methods].sort().join(', ') : undefined;
  };
}
