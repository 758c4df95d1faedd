/**
 * The checks that every request passes, with what they need. The order is part of the contract: known path > method > size > key >
 * scope > beta > rate limit > media type, then JSON > schema > handler. One hook makes all checks up to the media type, because each hook
 * of Elysia costs throughput. It runs before the body is read, so that the body of a request without a key is never parsed.
 */
import type { Clock } from '../domain/clock.ts';
import { PortsideError } from '../domain/errors.ts';
import { covers, type Product } from '../domain/key.ts';
import type { LimitDecision } from '../domain/limits.ts';
import type { Log } from '../domain/log.ts';
import type { Caller, KeyCache } from '../keys/key-cache.ts';
import type { BatchingLimiter } from '../limits/batching-limiter.ts';
import type { ErrorTally } from '../limits/error-tally.ts';
import type { ForeignUseTally } from '../limits/foreign-use-tally.ts';
import { bearerToken } from './bearer-token.ts';
import { readBoundedBody } from './bounded-body.ts';
import { CLIENT_GONE } from './client-gone.ts';
import { delegationOf } from './delegation.ts';
import { HttpError } from './error-response.ts';
import type { KeyedRoutes, Upload } from './keyed-routes.ts';
import { rateLimitHeader, rateLimitPolicyHeader, retryHeaders } from './rate-limit-headers.ts';
import { factsOf, keepFacts } from './request-facts.ts';

/** The largest valid body, a certificate request, is about 130 kB. */
export const BODY_BYTES_MAX = 256 * 1024;

/** Parts that check the requests of operations that need a key. */
interface KeyChecks {
  routes: KeyedRoutes;
  cache: KeyCache;
  limiter: Pick<BatchingLimiter, 'admit'>;
  errors: ErrorTally;
  foreignUses: Pick<ForeignUseTally, 'count'>;
  /** The client's address, `unknown` if its connection has closed. Asked only for keys with a list of networks. */
  addressOf(request: Request): string;
  beta: boolean;
}

export interface ApiGuardParts {
  /** Absent if no route needs a key. */
  keyed?: KeyChecks;
  /** Whether each request is logged. This takes another hook, which is registered only then. */
  logRequests: boolean;
  /** Whether requests are recorded for the operator, who then needs `RequestFacts`. */
  recordsRequests: boolean;
  /** The route pattern of a path, for the log. The path itself is client input and may contain anything. */
  routeOf(path: string): string;
  /** Whether the database caused an error: full, locked, unreachable. */
  isStorageFault(error: unknown): boolean;
  /** Answers what matches no route, instead of the error `not_found`; undefined if that error is right. */
  notFound?(request: Request, path: string): Response | undefined;
  contact: string;
  clock: Clock;
  log: Log;
}

export type HeaderFields = Record<string, string | number>;

/** A request that is checked, and the header fields of its answer. Elysia's context is one; its type of the hook lacks `path`. */
export interface GuardedRequest {
  request: Request;
  path: string;
  set: { headers: unknown; status?: number | string | undefined };
  caller: Caller | undefined;
}

/**
 * The hook that checks a request and throws if it is refused. It is a bound function because Elysia reads the source text of a
 * hook to find out what it uses. Elysia would conclude that this one uses everything, and parse cookies and copy all headers
 * for every request. The text of a bound function is not available.
 */
export function requestHook(parts: ApiGuardParts): (context: object) => Promise<void> {
  const nextRequestId = requestIds(parts.clock);
  async function checkRequest(this: ApiGuardParts, context: GuardedRequest): Promise<void> {
    const { request, set, path } = context;
    // A plain object: Elysia's has no prototype, and converting it to response headers takes a microsecond longer.
    const id = nextRequestId();
    const headers: HeaderFields = { 'x-request-id': id };
    set.headers = headers;
    const facts = this.recordsRequests ? { id, keyId: undefined as number | undefined, code: '' } : undefined;
    if (facts) keepFacts(request, facts);
    // The router's `path`. A path parsed in another way could differ, and would skip the checks.
    const { keyed } = this;
    const route = keyed?.routes.find(path);
    if (keyed === undefined || route === undefined) {
      // Not needed on the answer to a POST: no page can load it.
      headers['x-content-type-options'] = 'nosniff';
      return;
    }
    headers['cache-control'] = 'no-store';
    const { method } = request;
    if (!route.answers(method)) throw new HttpError('method_not_allowed', { allow: route.allow });
    if (method !== 'POST') headers['x-content-type-options'] = 'nosniff';
    const length = request.headers.get('content-length');
    const upload = route.upload(method);
    if (Number(length) > (upload?.bytesMax ?? BODY_BYTES_MAX)) throw new PortsideError('payload_too_large');
    const authorization = request.headers.get('authorization');
    const delegation = authorization === null ? delegationOf(request) : undefined;
    const keyText = bearerToken(authorization);
    const found = delegation?.caller ?? (keyText && keyed.cache.verify(keyText));
    // A cached key is returned without a promise. Awaiting it would cost a turn of the microtask queue.
    const caller = found instanceof Promise ? await found : found;
    if (!caller || (caller.networks !== undefined && !delegation && isForeign(keyed, caller, request)))
      throw unauthorized(keyText);
    context.caller = caller;
    const { keyId, lineageId, limits } = caller;
    const product = route.productFor(caller.scope);
    if (facts) facts.keyId = keyId;
    if (delegation) headers['x-request-id'] = delegation.requestId;
    if (delegation?.counted === false) requirePermitted(keyed, caller, product);
    else {
      headers['ratelimit-policy'] = rateLimitPolicyHeader(limits);
      const decision = await keyed.limiter.admit({ keyId, lineageId, limits, product, signal: request.signal });
      headers.ratelimit = rateLimitHeader(decision);
      requireAllowed(keyed, caller, product, decision);
    }
    // A GET has no body: the engine drops one.
    if (method === 'GET' || method === 'HEAD') return;
    const isEmpty = length === null ? request.body === null : Number(length) === 0;
    if (isEmpty && !route.needsBody(method)) return;
    if (upload) return requireUploadType(upload, request.headers);
    if (!isJson(request.headers.get('content-type'))) throw new PortsideError('unsupported_media_type');
    // Elysia reads a body that declares its length without a copy. One that comes in chunks is read here, under the same bound.
    if (length === null && request.body !== null) {
      const body = await readBoundedBody(request, BODY_BYTES_MAX);
      context.request = new Request('http://localhost/', { method, headers: request.headers, body });
      if (facts) keepFacts(context.request, facts);
    }
  }
  return checkRequest.bind(parts) as (context: object) => Promise<void>;
}

/** Logs and counts an error that a request is answered with. */
export function noteError(
  parts: ApiGuardParts,
  { caller, path, request, set }: GuardedRequest,
  error: PortsideError,
): void {
  const { code, cause } = error;
  // Log only what failed on our side. A failing storefront is for the caller to know, and a full queue is `unavailable`
  // without a cause.
  if (code === 'internal' || (code === 'unavailable' && cause !== undefined)) {
    const id = String((set.headers as HeaderFields)['x-request-id']);
    parts.log.fault(code, cause ?? error, { id, route: parts.routeOf(path) });
  }
  const route = parts.keyed?.routes.find(path);
  const product = caller ? route?.productFor(caller.scope) : route?.product;
  const facts = factsOf(request);
  if (facts) facts.code = code;
  // What is not counted as a request is not counted as a failed one either.
  if (product && delegationOf(request)?.counted !== false) parts.keyed?.errors.count(product, caller?.keyId, code);
}

/** Logs an answered request. Call it if `logRequests` is set. */
export function logAnswer(
  parts: ApiGuardParts,
  { caller, path, request, set }: GuardedRequest,
  answered: number,
): void {
  // It is part of another request, which has its own line.
  if (delegationOf(request)) return;
  const id = String((set.headers as HeaderFields)['x-request-id']);
  const status = request.signal.aborted ? CLIENT_GONE : answered;
  parts.log.request({ id, method: request.method, route: parts.routeOf(path), status, keyId: caller?.keyId });
}

/**
 * Whether the request comes from outside of the networks of its key. The answer is then the one to an unknown key, so that a
 * thief learns nothing from it; only the operator sees the difference.
 */
function isForeign({ addressOf, foreignUses }: KeyChecks, { keyId, networks }: Caller, request: Request): boolean {
  const address = addressOf(request);
  if (networks!.has(address)) return false;
  foreignUses.count(keyId, address);
  return true;
}

/** A 401 with the challenge of RFC 6750, section 3. */
function unauthorized(keyText: string | undefined): PortsideError {
  const challenge = keyText ? 'Bearer realm="portside", error="invalid_token"' : 'Bearer realm="portside"';
  return new HttpError('unauthorized', { 'www-authenticate': challenge });
}

/**
 * Throws 403 or 429 if the request is refused. A request that is refused for its scope or the beta is authenticated, so it is
 * counted as long as the limit allows. It gets 403 even if the limit is used up, because scope and beta come first.
 */
function requireAllowed(checks: KeyChecks, caller: Caller, product: Product, decision: LimitDecision): void {
  requirePermitted(checks, caller, product);
  if (!decision.admitted) throw new HttpError('rate_limited', retryHeaders(decision));
}

/** Throws 403 if the key is not for this product, or not enrolled. */
function requirePermitted({ beta }: KeyChecks, caller: Caller, product: Product): void {
  if (!covers(caller.scope, product)) {
    const challenge = `Bearer realm="portside", error="insufficient_scope", scope="${product}"`;
    throw new HttpError('scope', { 'www-authenticate': challenge });
  }
  if (beta && !caller.delegate) throw new PortsideError('beta');
}

/**
 * Whether the handler can read the file. What was compressed on the way is refused: unpacked it would have another size than the one
 * that was checked.
 */
function requireUploadType({ mediaTypes }: Upload, headers: Headers): void {
  if (headers.has('content-encoding')) {
    throw new PortsideError('unsupported_media_type', { message: 'Send the file as it is, without Content-Encoding.' });
  }
  if (!mediaTypes.includes(mediaTypeOf(headers.get('content-type')))) {
    throw new PortsideError('unsupported_media_type', { message: `Send the body as ${mediaTypes.join(' or ')}.` });
  }
}

/** The media type in lower case, without its parameters; empty without one. @param contentType the `Content-Type` header */
export function mediaTypeOf(contentType: string | null): string {
  return (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

/** @param contentType the `Content-Type` header */
export function isJson(contentType: string | null): boolean {
  return contentType !== null && /^application\/json\s*(;|$)/i.test(contentType);
}

/** Makes unique request ids from one random prefix and a counter. A random number for each request would be slower. */
function requestIds(clock: Clock): () => string {
  const process = Buffer.from(clock.random(6)).toString('base64url');
  let count = 0;
  return () => `req_${process}_${(count++).toString(36)}`;
}
