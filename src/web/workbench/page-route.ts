/** One entry of the table of pages: its path, who may open it, and its handlers. */
import type { WorkbenchDependencies } from './dependencies.ts';
import type { SignedInRequest, WorkbenchRequest } from './workbench-request.ts';

export type PageHandler = (
  request: SignedInRequest,
  dependencies: WorkbenchDependencies,
) => Response | Promise<Response>;
type PublicHandler = (request: WorkbenchRequest, dependencies: WorkbenchDependencies) => Response | Promise<Response>;

interface RouteOf<Handler> {
  /** The pattern that Elysia registers. It is also the page's name in the metrics. */
  path: '/work' | `/work/${string}`;
  /** What the parameters of the path must look like. For any other value the page does not exist. */
  params?: Record<string, RegExp>;
  get?: Handler;
  post?: Handler;
  /** Its form is `multipart/form-data` and may carry a file of up to so many bytes, which the handler gets as a stream. */
  fileBytesMax?: number;
}

/** `isPublic`: also for visitors who are not signed in. */
export type PageRoute =
  | (RouteOf<PageHandler> & { isPublic?: undefined })
  | (RouteOf<PublicHandler> & { isPublic: true });
