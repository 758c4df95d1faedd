/** One entry of the table of pages. The server reads the table at start, so it holds no handler, only how to load one. */
import type { WorkDependencies } from './dependencies.ts';
import type { SignedInRequest, WorkRequest } from './work-request.ts';

export type PageHandler = (request: SignedInRequest, dependencies: WorkDependencies) => Response | Promise<Response>;
type PublicHandler = (request: WorkRequest, dependencies: WorkDependencies) => Response | Promise<Response>;

/** Imports the module of the handler. Called by each request for the page, so nothing is imported before the first one. */
type LoadHandler<Handler> = () => Promise<Handler>;

interface RouteOf<Handler> {
  /** The pattern that Elysia registers. It is also the page's name in the metrics. */
  path: '/work' | `/work/${string}`;
  /** What the parameters of the path must look like. For any other value the page does not exist. */
  params?: Record<string, RegExp>;
  get?: LoadHandler<Handler>;
  post?: LoadHandler<Handler>;
  /** Its form is `multipart/form-data` and may carry a file of up to so many bytes, which the handler gets as a stream. */
  fileBytesMax?: number;
}

/** `isPublic`: also for visitors who are not signed in. */
export type PageRoute =
  | (RouteOf<PageHandler> & { isPublic?: undefined })
  | (RouteOf<PublicHandler> & { isPublic: true });
