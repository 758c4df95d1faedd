/**
 * What was answered, by route and status, and how long it took: a few additions a request, and no promise, closure or hook
 * of Elysia's more than it takes to see the answer. Routes are the patterns that the server registered, so that no caller
 * can make up a new one.
 */

import { pathOf } from '../request-url.ts';
import { Histogram } from './histogram.ts';

/** Whatever no route answers. */
const NO_ROUTE = '(none)';
/** Seconds: a lookup takes a fraction of the first, a deep scan up to the last. */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 30];
const STATUS_MAX = 600;

export class RouteMetrics {
  /** Answers by status. */
  readonly statuses = new Float64Array(STATUS_MAX);
  readonly seconds = new Histogram(SECONDS);

  constructor(readonly name: string) {}

  count(status: number, seconds: number): void {
    this.statuses[status]!++;
    this.seconds.add(seconds);
  }
}

/** Hears of every answer; times are readings of `performance.now()`. */
export type Observer = (
  route: string,
  request: Request,
  response: Response,
  startedMs: number,
  endedMs: number,
) => void;

type Answer = (request: Request) => Response | Promise<Response>;

export class RequestMetrics {
  /** Absent unless traces are on. */
  observer: Observer | undefined;
  readonly routes = new Map<string, RouteMetrics>([[NO_ROUTE, new RouteMetrics(NO_ROUTE)]]);
  readonly #fixed = new Map<string, RouteMetrics>();
  readonly #patterns: { matches: RegExp; route: RouteMetrics }[] = [];
  readonly #none = this.routes.get(NO_ROUTE)!;
  #lastUrl = '';
  #lastRoute = this.#none;
  #next: Answer = () => new Response();

  /** @param paths of the routes, as Elysia writes them: `/a/:id`, `/a/*` */
  learn(paths: Iterable<string>): void {
    for (const path of paths) {
      if (this.routes.has(path)) continue;
      const route = new RouteMetrics(path);
      this.routes.set(path, route);
      if (/[:*]/.test(path)) this.#patterns.push({ matches: routePattern(path), route });
      else this.#fixed.set(path, route);
    }
  }

  of(path: string): RouteMetrics {
    return this.#fixed.get(path) ?? this.#patterns.find(({ matches }) => matches.test(path))?.route ?? this.#none;
  }

  /**
   * For Elysia's `wrap`, which asks at every request for a function around the one that answers. It is always the same one,
   * and is called at once: a closure each would be garbage each.
   */
  readonly wrap = (answer: Answer): Answer => {
    this.#next = answer;
    return this.#measured;
  };

  readonly #measured: Answer = (request) => {
    const startedMs = performance.now();
    const { url } = request;
    // Most requests are for the same address as the one before: comparing is a tenth of looking up.
    if (url !== this.#lastUrl) {
      this.#lastRoute = this.of(pathOf(url));
      this.#lastUrl = url;
    }
    const route = this.#lastRoute;
    const answered = this.#next(request);
    if (answered instanceof Promise) return this.#settled(route, request, startedMs, answered);
    this.#note(route, request, answered, startedMs);
    return answered;
  };

  async #settled(
    route: RouteMetrics,
    request: Request,
    startedMs: number,
    answered: Promise<Response>,
  ): Promise<Response> {
    const response = await answered;
    this.#note(route, request, response, startedMs);
    return response;
  }

  #note(route: RouteMetrics, request: Request, response: Response, startedMs: number): void {
    const endedMs = performance.now();
    route.count(response.status, (endedMs - startedMs) / 1000);
    this.observer?.(route.name, request, response, startedMs, endedMs);
  }
}

/** What a route of Elysia's matches. */
export function routePattern(path: string): RegExp {
  const pattern = path
    .replace(/[.\\+?^$()[\]{}|]/g, '\\$&')
    .replace(/:\w+/g, '[^/]+')
    .replace(/\*$/, '.*');
  return new RegExp(`^${pattern}$`);
}
