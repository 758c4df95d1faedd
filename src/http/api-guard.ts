/**
 * Every request passes here first. The order of checks is the contract: known path > method > size > key > scope > beta
 * gate > rate limit > media type, and then, inside Elysia, JSON > schema > the work. All of it is one hook, because each
 * hook costs throughput, and it runs before the body is read, so that an anonymous body is never parsed.
 */
import { type AnyElysia, Elysia } from 'elysia';
import type { Clock } from '../domain/clock.ts';
import { PortsideError } from '../domain/errors.ts';
import { covers, type Product } from '../domain/key.ts';
import type { LimitDecision } from '../domain/limits.ts';
import type { Log } from '../domain/log.ts';
import type { Caller, KeyCache } from '../keys/key-cache.ts';
import type { ErrorTally } from '../limits/error-tally.ts';
import type { GroupLimiter } from '../limits/group-limiter.ts';
import { readBoundedBody } from './bounded-body.ts';
import { withCaller } from './caller.ts';
import { ERROR_STATUS, errorResponse, HttpError, toPortsideError } from './error-response.ts';
import { limitHeader, policyHeader, refusalHeaders } from './limit-headers.ts';
import { routePattern } from './metrics/request-metrics.ts';

/** Fifty codes are under 2 kB, and a certificate request of the greatest size about 130 kB. */
export const BODY_BYTES_MAX = 256 * 1024;

export interface ApiGuard {
  /** The v1 operations: exact path to product. All are POST. */
  products: ReadonlyMap<string, Product>;
  keyCache: KeyCache;
  limiter: Pick<GroupLimiter, 'admit'>;
  errors: ErrorTally;
  beta: boolean;
  /** One log line a request. It is a hook more, and so only there when asked for. */
  logRequests: boolean;
  /** The pattern that a path belongs to, for the log: in the path itself a caller may have written anything. */
  routeOf(path: string): string;
  /** Whether an error is the database's own: full, locked, away. */
  isStorageFault(error: unknown): boolean;
  contact: string;
  clock: Clock;
  log: Log;
}

type HeaderFields = Record<string, string | number>;

/** What the hook reads and writes. The router's `path` is there at run time, though Elysia's type of the hook lacks it. */
interface Context {
  request: Request;
  path: string;
  set: { headers: unknown };
  caller: Caller | undefined;
}

export function edge(guard: ApiGuard) {
  const methodsOf = allowedMethods(() => app);
  // Not `precompile`: a route is compiled at its first request, so that a start does not wait for forty of them.
  const app = new Elysia({ strictPath: true })
    .use(withCaller)
    .onRequest(admission(guard))
    .onError({ as: 'global' }, ({ caller, code, error, path, set }) => {
      const fault = toPortsideError(code, error, methodsOf(path), guard.isStorageFault);
      // A storefront that fails is the caller's news, and a full queue is no fault; what has a cause on our side is.
      if (fault.code === 'internal' || (fault.code === 'unavailable' && fault.cause !== undefined)) {
        const id = String((set.headers as HeaderFields)['x-request-id']);
        guard.log.fault(fault.code, fault.cause ?? fault, { id, route: guard.routeOf(path) });
      }
      const product = guard.products.get(path);
      if (product) guard.errors.count(product, caller?.keyId, fault.code);
      // The response has it; the log reads it here.
      set.status = ERROR_STATUS[fault.code];
      return errorResponse(fault, guard.contact);
    });
  if (guard.logRequests) {
    app.onAfterResponse({ as: 'global' }, ({ caller, path, request, responseValue, set }) => {
      const id = String((set.headers as HeaderFields)['x-request-id']);
      const status = responseValue instanceof Response ? responseValue.status : Number(set.status ?? 200);
      guard.log.request({ id, method: request.method, route: guard.routeOf(path), status, keyId: caller?.keyId });
    });
  }
  return app;
}

/**
 * The hook that lets a request pass or throws. Bound, because Elysia searches a hook's text for what it uses of the context:
 * it takes this one to use everything, and would parse cookies and copy all headers for every request.
 */
function admission(guard: ApiGuard): (context: object) => Promise<void> {
  const nextRequestId = requestIds(guard.clock);
  async function admit(this: ApiGuard, context: Context): Promise<void> {
    const { request, set, path } = context;
    // A plain object: Elysia's own has no prototype, which costs a microsecond more to turn into a response.
    const headers: HeaderFields = { 'x-request-id': nextRequestId() };
    set.headers = headers;
    // `path` is the router's own idea of it: one read from the URL could differ, by a strange Host, and be let pass unchecked.
    const product = this.products.get(path);
    if (product === undefined) {
      // Not on a served v1 answer, which no page can load: it takes a POST and a key.
      headers['x-content-type-options'] = 'nosniff';
      return;
    }
    headers['cache-control'] = 'no-store';
    if (request.method !== 'POST') throw new HttpError('method_not_allowed', { allow: 'POST' });
    const length = request.headers.get('content-length');
    if (Number(length) > BODY_BYTES_MAX) throw new PortsideError('payload_too_large');
    const keyText = bearerOf(request.headers.get('authorization'));
    const found = keyText && this.keyCache.verify(keyText);
    // Known already for a key in use: no turn of the microtask queue for it.
    const caller = found instanceof Promise ? await found : found;
    if (!caller) throw unauthorized(keyText);
    context.caller = caller;
    const { keyId, lineageId, limits } = caller;
    headers['ratelimit-policy'] = policyHeader(limits);
    const decision = await this.limiter.admit({ keyId, lineageId, limits, product });
    headers.ratelimit = limitHeader(decision);
    requireAdmitted(this, caller, product, decision);
    if (!isJson(request.headers.get('content-type'))) throw new PortsideError('unsupported_media_type');
    // Elysia reads a body that declares its length without a copy. One that comes in chunks is read here, under the same bound.
    if (length === null && request.body !== null) {
      const body = await readBoundedBody(request, BODY_BYTES_MAX);
      context.request = new Request('http://localhost/', { method: 'POST', headers: request.headers, body });
    }
  }
  return admit.bind(guard) as (context: object) => Promise<void>;
}

function bearerOf(authorization: string | null): string | undefined {
  return authorization && /^bearer /i.test(authorization) ? authorization.slice(7).trim() : undefined;
}

/** With the challenge of RFC 6750, section 3. */
function unauthorized(keyText: string | undefined): PortsideError {
  const challenge = keyText ? 'Bearer realm="portside", error="invalid_token"' : 'Bearer realm="portside"';
  return new HttpError('unauthorized', { 'www-authenticate': challenge });
}

/**
 * Lets a counted request pass, or says why not. A request that fails on scope or beta is authenticated and so counts too,
 * while there is room; it is answered 403 either way, because that check comes before the limit.
 */
function requireAdmitted(guard: ApiGuard, caller: Caller, product: Product, decision: LimitDecision): void {
  if (!covers(caller.scope, product)) {
    const challenge = `Bearer realm="portside", error="insufficient_scope", scope="${product}"`;
    throw new HttpError('scope', { 'www-authenticate': challenge });
  }
  if (guard.beta && !caller.delegate) throw new PortsideError('beta');
  if (!decision.admitted) throw new HttpError('rate_limited', refusalHeaders(decision));
}

/** @param contentType the header */
export function isJson(contentType: string | null): boolean {
  return contentType !== null && /^application\/json\s*(;|$)/i.test(contentType);
}

/**
 * Finds the methods that a path answers, for `Allow`; undefined when no route has the path. The patterns are compiled once,
 * because every error asks, and only at the first call, when all routes are registered.
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

/** Unique without a random number each: a random word for the process and a count. */
function requestIds(clock: Clock): () => string {
  const process = Buffer.from(clock.random(6)).toString('base64url');
  let count = 0;
  return () => `req_${process}_${(count++).toString(36)}`;
}
