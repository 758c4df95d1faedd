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
import { clientGoneResponse } from './client-gone.ts';
import { nonceOf, withNonce } from './client-nonce.ts';
import type { HostCheck } from './host-check.ts';
import type { RequestMetrics } from './metrics/request-metrics.ts';
import { pathOf } from './request-url.ts';

const BAD_REQUEST = 400;
const MISDIRECTED_REQUEST = 421;
const SERVICE_UNAVAILABLE = 503;
/** More than any route has. A longer target is refused until all routes are known. */
const SEGMENTS_MAX = 10;

/** A request as the engine's router passes it. */
type RoutedRequest = Request & { params?: Record<string, string> };
type Handler = (request: Request) => Response | Promise<Response>;

export interface FrontDoorParts {
  metrics: RequestMetrics;
  hosts: HostCheck;
  /** Paths that answer any host, because load balancers check health by address. */
  anyHost: ReadonlySet<string>;
  /** By path: what answers all requests but a POST with a query, instead of the application. The first routes of a server. */
  direct?: ReadonlyMap<string, Handler>;
  /** Paths whose answers wait for the end of the turn themselves. */
  waiting: { has(path: string): boolean };
  /** The answer while the routes of the whole application cannot be added. By default a status without a body. */
  unavailable?(): Response;
  /** Adds the routes of the whole application. Called while a request that may be for one of them waits. */
  complete(): Promise<void>;
}

export class FrontDoor {
  readonly #parts: FrontDoorParts;
  /** By route of the application. `metrics` can have more: those of another listener. */
  readonly #handlers = new Map<string, Handler>();
  /** While the application cannot be opened. */
  readonly #unavailable: Handler;
  /** For what is no route. */
  #fallback: Handler = () => refuse(SERVICE_UNAVAILABLE);

  constructor(parts: FrontDoorParts) {
    this.#parts = parts;
    const unavailable = parts.unavailable ?? (() => refuse(SERVICE_UNAVAILABLE));
    this.#unavailable = parts.metrics.measured(parts.metrics.route(undefined), (request) => {
      const nonce = nonceOf(request);
      return nonce === undefined ? unavailable() : withNonce(nonce, unavailable());
    });
    const direct = parts.direct ?? new Map<string, Handler>();
    parts.metrics.registerRoutes(direct.keys());
    for (const path of direct.keys()) {
      const answer = this.#handler(path, () => refuse(SERVICE_UNAVAILABLE));
      const later = this.unknown(path);
      this.#handlers.set(path, (request) => (isDirect(request) ? answer(request) : later(request)));
    }
  }

  /** Adds the routes of the application, which `fetch` answers. */
  add(patterns: readonly string[], fetch: Handler): void {
    this.#parts.metrics.registerRoutes(patterns);
    for (const pattern of patterns) this.#handlers.set(pattern, this.#handler(pattern, fetch));
    this.#fallback = this.#handler(undefined, fetch);
  }

  /** For the engine's router. */
  routes(): Record<string, Handler> {
    return Object.fromEntries(this.#handlers);
  }

  /** For targets that the engine's router matched with no route. */
  fallback(): Handler {
    return this.#fallback;
  }

  /** For the engine's router while not all routes are known: any target, in the segments that were sent. */
  unknownRoutes(): Record<string, Handler> {
    const depths = Array.from({ length: SEGMENTS_MAX + 1 }, (_, depth) => depth);
    const pattern = (depth: number) => `/${Array.from({ length: depth }, (_, at) => `:s${at}`).join('/')}`;
    return Object.fromEntries(depths.map((depth) => [pattern(depth), this.unknown()]));
  }

  /**
   * Answers once all routes are known. Only then it can be said which one a target means.
   * @param exact the target as it was sent, if the engine's router has matched all of it
   */
  unknown(exact?: string): Handler {
    return async (request: RoutedRequest) => {
      const { complete, metrics } = this.#parts;
      try {
        await complete();
      } catch {
        // The database may be locked. Whoever opens the routes logs the cause.
        return this.#unavailable(request);
      }
      const path = pathOf(request.url);
      const sent = exact === undefined ? Object.values(request.params ?? {}) : segmentsOf(exact);
      const handlerOf = (of: string) => this.#handlers.get(metrics.routeOf(of).name);
      const handler = handlerOf(path);
      if (handler) return isSentAs(path, sent) ? handler(request) : refuse(BAD_REQUEST);
      const sentPath = `/${sent.map(encodeURIComponent).join('/')}`;
      return sent.length > 0 && handlerOf(sentPath) ? refuse(BAD_REQUEST) : this.#fallback(request);
    };
  }

  /**
   * The handler of the requests that the engine's router matched with `pattern`, a route of the application; undefined for those
   * that it matched with none.
   */
  #handler(pattern: string | undefined, fetch: Handler): Handler {
    const { direct, metrics, waiting } = this.#parts;
    const route = metrics.route(pattern);
    // A target that equals a route without parameters has nothing to resolve.
    const isExact = pattern !== undefined && !/[:*]/.test(pattern);
    const directly = pattern === undefined ? undefined : direct?.get(pattern);
    const begin: Handler = directly ? (request) => (isDirect(request) ? directly(request) : fetch(request)) : fetch;
    const answer: Handler =
      pattern !== undefined && waiting.has(pattern) ? begin : (request) => this.#answerLater(request, begin);
    const checked: Handler = (request) => {
      const refusal = this.#refusal(request, pattern, isExact);
      return refusal === undefined ? answer(request) : refuse(refusal);
    };
    return metrics.measured(route, (request) => {
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
    const { name } = this.#parts.metrics.routeOf(path);
    if ((this.#handlers.has(name) ? name : undefined) !== pattern) return false;
    // `/verify/a\..\b` is parsed as `/verify/b`: the same route, another certificate.
    return pattern === undefined || (isDecodable(path) && !hasBackslash(params, path));
  }

  async #answerLater(request: Request, fetch: Handler): Promise<Response> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    return request.signal.aborted ? clientGoneResponse() : fetch(request);
  }
}

/** Whether a request is answered without the application: all but a POST with a query, which may have a meaning. */
function isDirect({ method, url }: Request): boolean {
  return method !== 'POST' || !url.includes('?');
}

function segmentsOf(path: string): string[] {
  return path === '/' ? [] : path.slice(1).split('/');
}

/** Whether the segments that were sent, decoded, are those of the parsed path. Then both are the same route with the same parameters. */
function isSentAs(path: string, sent: readonly string[]): boolean {
  const segments = segmentsOf(path);
  return (
    sent.length === segments.length &&
    isDecodable(path) &&
    segments.every((segment, at) => decodeURIComponent(segment) === sent[at])
  );
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
