/**
 * What a request passes before the application sees it.
 *
 * - One path parser. The engine resolves `/x/../metrics` to `/metrics`, which a rule of a proxy for `/metrics` does not see. Its
 *   router, however, matches the target as it was sent. So the route of that router must be the route of the parsed path; otherwise
 *   the answer is 400.
 * - One well-formed host (400), known if the operator names any (421).
 * - No work for an answer that cannot be sent. The engine closes a connection on which a second request, or anything else, arrives
 *   while the first is being answered. What arrives together is seen by the end of the turn of the event loop. So work begins in
 *   the next turn, and only if the connection is still open. (docs/adr/0054)
 *
 * The refusals are of malformed HTTP. Like those of the engine they have a status and no body.
 */
import type { AnyElysia } from 'elysia';
import { clientGoneResponse } from './client-gone.ts';
import { nonceOf, withNonce } from './client-nonce.ts';
import type { HostCheck } from './host-check.ts';
import type { RequestMetrics } from './metrics/request-metrics.ts';
import { pathOf } from './request-url.ts';

const BAD_REQUEST = 400;
const MISDIRECTED_REQUEST = 421;

/** A request as the engine's router passes it. */
type RoutedRequest = Request & { params?: Record<string, string> };
type Handler = (request: Request) => Response | Promise<Response>;

export interface FrontDoorParts {
  metrics: RequestMetrics;
  hosts: HostCheck;
  /** Paths that answer any host, because load balancers check health by address. */
  anyHost: ReadonlySet<string>;
}

export interface Application {
  app: AnyElysia;
  /** Paths whose answers wait for the end of the turn themselves. */
  waiting: { has(path: string): boolean };
}

export class FrontDoor {
  /** For the engine's router, by route of the application. */
  readonly routes: Readonly<Record<string, Handler>>;
  /** For targets that the engine's router matched with no route. */
  readonly fallback: Handler;
  readonly #parts: FrontDoorParts;

  constructor(parts: FrontDoorParts, { app, waiting }: Application) {
    this.#parts = parts;
    const patterns = new Set(app.routes.map(({ path }) => path));
    parts.metrics.registerRoutes(patterns);
    const fetch: Handler = app.compile().fetch;
    const later: Handler = (request) => this.#answerLater(request, fetch);
    const handlers = Array.from(patterns, (pattern) => [
      pattern,
      this.#handler(pattern, waiting.has(pattern) ? fetch : later),
    ]);
    this.routes = Object.fromEntries(handlers);
    this.fallback = this.#handler(undefined, later);
  }

  /**
   * The handler of the requests that the engine's router matched with `pattern`, a route of the application; undefined for those
   * that it matched with none.
   */
  #handler(pattern: string | undefined, answer: Handler): Handler {
    const { metrics } = this.#parts;
    // A target that equals a route without parameters has nothing to resolve.
    const isExact = pattern !== undefined && !/[:*]/.test(pattern);
    const checked: Handler = (request) => {
      const refusal = this.#refusal(request, pattern, isExact);
      return refusal === undefined ? answer(request) : refuse(refusal);
    };
    return metrics.measured(metrics.route(pattern), (request) => {
      const nonce = nonceOf(request);
      return nonce === undefined ? checked(request) : withNonce(nonce, checked(request));
    });
  }

  #refusal(request: RoutedRequest, pattern: string | undefined, isExact: boolean): number | undefined {
    const { hosts, anyHost } = this.#parts;
    const verdict = hosts.verdict(request.headers.get('host'));
    if (verdict === 'malformed') return BAD_REQUEST;
    // The target of CONNECT is no path.
    if (!request.url.startsWith('http://')) return BAD_REQUEST;
    if (!isExact && !this.#isReadAlike(request, pattern)) return BAD_REQUEST;
    if (verdict === 'unknown' && !(pattern !== undefined && anyHost.has(pattern))) return MISDIRECTED_REQUEST;
    return undefined;
  }

  /** Whether the target as it was sent and the parsed path are the same route with the same parameters. */
  #isReadAlike({ url, params = {} }: RoutedRequest, pattern: string | undefined): boolean {
    const path = pathOf(url);
    // The metrics can have more routes: those of another listener.
    const { name } = this.#parts.metrics.routeOf(path);
    if ((Object.hasOwn(this.routes, name) ? name : undefined) !== pattern) return false;
    // `/verify/a\..\b` is parsed as `/verify/b`: the same route, another certificate.
    return pattern === undefined || (isDecodable(path) && !hasBackslash(params, path));
  }

  async #answerLater(request: Request, fetch: Handler): Promise<Response> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    return request.signal.aborted ? clientGoneResponse() : fetch(request);
  }
}

/** Broken percent-encoding has no one meaning: routers replace it, drop it or fail. */
function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Whether a parameter was sent with a backslash that is not percent-encoded. The parser makes a slash of it. */
function hasBackslash(params: Record<string, string>, path: string): boolean {
  const count = (text: string, character: RegExp) => text.match(character)?.length ?? 0;
  const sent = Object.values(params).reduce((sum, value) => sum + count(value, /\\/g), 0);
  return sent > 0 && sent > count(path, /%5c/gi);
}

/** Closes the connection: where two parsers disagree about one request, they may disagree about where the next one begins. */
function refuse(status: number): Response {
  return new Response(null, { status, headers: { connection: 'close', 'x-content-type-options': 'nosniff' } });
}
