/**
 * Counts responses by route and status, and measures how long they took. To stay cheap it does a few additions per request, and
 * uses no Elysia hook. A route is a pattern that the server registered, so that clients cannot create new label values.
 */

import { Histogram } from '../../domain/histogram.ts';
import type { MetricsRegistry } from '../../domain/metrics-registry.ts';
import { CLIENT_GONE } from '../client-gone.ts';

/** The route of requests that match no route. */
const NO_ROUTE = '(none)';
/** A lookup takes a fraction of the first bound, a deep scan up to the last. */
const SECONDS_BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 30];
const STATUS_MAX = 600;

export class RouteMetrics {
  readonly seconds = new Histogram(SECONDS_BOUNDS);
  #statuses: Float64Array | undefined;

  constructor(readonly name: string) {}

  /** Responses by status. Made with the first: most of over a hundred routes are never asked for. */
  get statuses(): Float64Array {
    this.#statuses ??= new Float64Array(STATUS_MAX);
    return this.#statuses;
  }

  count(status: number, seconds: number): void {
    this.statuses[status]!++;
    this.seconds.add(seconds);
  }
}

/** Called after every response. Times are from `performance.now()`. */
export type ResponseObserver = (
  route: string,
  request: Request,
  response: Response,
  /** Of the response, or 499 if the client has gone. */
  status: number,
  startedMs: number,
  endedMs: number,
) => void;

type Handler = (request: Request) => Response | Promise<Response>;

export class RequestMetrics {
  readonly observers: ResponseObserver[] = [];
  readonly routes = new Map<string, RouteMetrics>([[NO_ROUTE, new RouteMetrics(NO_ROUTE)]]);
  readonly #byPath = new Map<string, RouteMetrics>();
  readonly #byPattern: { pattern: RegExp; route: RouteMetrics }[] = [];
  readonly #noRoute = this.routes.get(NO_ROUTE)!;

  /** @param paths patterns in Elysia's syntax: `/a/:id`, `/a/*` */
  registerRoutes(paths: Iterable<string>): void {
    for (const path of paths) {
      if (this.routes.has(path)) continue;
      const route = new RouteMetrics(path);
      this.routes.set(path, route);
      if (/[:*]/.test(path)) this.#byPattern.push({ pattern: routePattern(path), route });
      else this.#byPath.set(path, route);
    }
  }

  /** The metrics of the route that a path belongs to. */
  routeOf(path: string): RouteMetrics {
    return this.#byPath.get(path) ?? this.#byPattern.find(({ pattern }) => pattern.test(path))?.route ?? this.#noRoute;
  }

  /** The metrics of a registered route; those of no route for undefined. */
  route(pattern: string | undefined): RouteMetrics {
    return (pattern !== undefined && this.routes.get(pattern)) || this.#noRoute;
  }

  /** A handler that counts what `handler` answers, as answers of `route`. */
  measured(route: RouteMetrics, handler: Handler): Handler {
    return (request) => {
      const startedMs = performance.now();
      const response = handler(request);
      if (response instanceof Promise) return this.#recordLater(route, request, startedMs, response);
      this.#record(route, request, response, response.status, startedMs);
      return response;
    };
  }

  async #recordLater(
    route: RouteMetrics,
    request: Request,
    startedMs: number,
    pending: Promise<Response>,
  ): Promise<Response> {
    const response = await pending;
    this.#record(route, request, response, request.signal.aborted ? CLIENT_GONE : response.status, startedMs);
    return response;
  }

  #record(route: RouteMetrics, request: Request, response: Response, status: number, startedMs: number): void {
    const endedMs = performance.now();
    route.count(status, (endedMs - startedMs) / 1000);
    for (const observe of this.observers) observe(route.name, request, response, status, startedMs, endedMs);
  }
}

/**
 * @param products product by route
 * @param pendingRequests how many are in progress
 */
export function registerRequestMetrics(
  registry: MetricsRegistry,
  requestMetrics: Pick<RequestMetrics, 'routes'>,
  products: ReadonlyMap<string, string>,
  pendingRequests: () => number,
): void {
  const productOf = (route: string) => products.get(route) ?? '';
  registry.counter({
    name: 'portside_requests_total',
    help: 'Requests answered.',
    labels: ['route', 'status', 'product'],
    *read() {
      for (const [route, { statuses }] of requestMetrics.routes) {
        for (let status = 0; status < statuses.length; status++) {
          if (statuses[status]) yield [{ route, status: String(status), product: productOf(route) }, statuses[status]!];
        }
      }
    },
  });
  registry.histogram({
    name: 'portside_request_duration_seconds',
    help: 'Time from a request to its response, without the time on the network.',
    labels: ['route', 'product'],
    *read() {
      for (const [route, { seconds, statuses }] of requestMetrics.routes) {
        if (statuses.some((count) => count > 0)) yield [{ route, product: productOf(route) }, seconds];
      }
    },
  });
  registry.gauge({
    name: 'portside_pending_requests',
    help: 'Requests in progress.',
    read: pendingRequests,
  });
}

/** The paths that an Elysia route matches. */
export function routePattern(path: string): RegExp {
  const pattern = path
    .replace(/[.\\+?^$()[\]{}|]/g, '\\$&')
    .replace(/:\w+/g, '[^/]+')
    .replace(/\*$/, '.*');
  return new RegExp(`^${pattern}$`);
}
