/** One entry of the table of pages. The server reads the table at start, so it holds no handler, only how to load one. */
import type { OperatorDependencies } from './dependencies.ts';
import type { OperatorRequest } from './operator-request.ts';

type PageHandler = (dependencies: OperatorDependencies, request: OperatorRequest) => Response | Promise<Response>;

/** Imports the module of a handler. Called at the first request for the page and at each one after it. */
export type LoadHandler = () => Promise<PageHandler>;

export interface PageRoute {
  /** The pattern that Elysia registers. It is also the page's name in the metrics. */
  path: `/operator${string}`;
  /** What the parameters of the path must look like. For any other value the page does not exist. */
  params?: Record<string, RegExp>;
  get?: LoadHandler;
  post?: LoadHandler;
  /** Also for visitors who are not signed in. */
  public?: true;
}
