/**
 * Counts responses by route and status, and measures how long they took. To stay cheap it does a few additions per request, and
 * uses no Elysia hook besides `wrap` and no extra promise or closure. A route is a pattern that the server registered, so that clients
 * cannot create new label values.
 */
import { pathOf } from '../request-url.ts';
import { Histogram } from './histogram.ts';

/** The route of requests that match no route. */
const NO_ROUTE = '(none)';
/** A lookup takes a fraction of the first bound, a deep scan up to the last. */
const SECONDS_BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 30];
const STATUS_MAX = 600;

export class RouteMetrics {
  /** Responses by status. */
  readonly statuses = new Float64Array(STATUS_MAX);
  readonly seconds = new Histogram(SECONDS_BOUNDS);

  constructor(readonly name: string) {}

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
  startedMs: number,
  endedMs: number,
) => void;

type Handler = (request: Request) => Response | Promise<Response>;

export class RequestMetrics {
  /** Absent if traces are off. */
  observer: ResponseObserver | undefined;
  readonly routes = new Map<string, RouteMetrics>([[NO_ROUTE, new RouteMetrics(NO_ROUTE)]]);
  readonly #byPath = new Map<string, RouteMetrics>();
  readonly #byPattern: { pattern: RegExp; route: RouteMetrics }[] = [];
  readonly #noRoute = this.routes.get(NO_ROUTE)!;
  #lastUrl = '';
  #lastRoute = this.#noRoute;
  #handler: Handler = () => new Response();

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

  /**
   * For Elysia's `wrap`, which calls this at every request with its handler and calls the result at once. The handler is always
   * the same one, so it is stored. Returning a new closure would create garbage at every request.
   */
  readonly wrap = (handler: Handler): Handler => {
    this.#handler = handler;
    return this.#measuredHandler;
  };

  readonly #measuredHandler: Handler = (request) => {
    const startedMs = performance.now();
    const { url } = request;
    // Most requests have the same URL as the one before. Comparing takes a tenth of the time of looking up the route.
    if (url !== this.#lastUrl) {
      this.#lastRoute = this.routeOf(pathOf(url));
      this.#lastUrl = url;
    }
    const route = this.#lastRoute;
    const response = this.#handler(request);
    if (response instanceof Promise) return this.#recordLater(route, request, startedMs, response);
    this.#record(route, request, response, startedMs);
    return response;
  };

  async #recordLater(
    route: RouteMetrics,
    request: Request,
    startedMs: number,
    pending: Promise<Response>,
  ): Promise<Response> {
    const response = await pending;
    this.#record(route, request, response, startedMs);
    return response;
  }

  #record(route: RouteMetrics, request: Request, response: Response, startedMs: number): void {
    const endedMs = performance.now();
    route.count(response.status, (endedMs - startedMs) / 1000);
    this.observer?.(route.name, request, response, startedMs, endedMs);
  }
}

/** The paths that an Elysia route matches. */
export function routePattern(path: string): RegExp {
  const pattern = path
    .replace(/[.\\+?^$()[\]{}|]/g, '\\$&')
    .replace(/:\w+/g, '[^/]+')
    .replace(/\*$/, '.*');
  return new RegExp(`^${pattern}$`);
}
