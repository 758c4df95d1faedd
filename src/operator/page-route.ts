/** One entry of the table of pages: its path, who may open it, and its handlers. */
import type { Role } from '../domain/operator.ts';
import type { OperatorDependencies } from './dependencies.ts';
import type { OperatorRequest } from './operator-request.ts';

export type PageHandler = (
  dependencies: OperatorDependencies,
  request: OperatorRequest,
) => Response | Promise<Response>;

type Access = Role | 'public';

export interface PageRoute {
  /** The pattern that Elysia registers. It is also the page's name in the metrics. */
  path: `/operator${string}`;
  /** What the parameters of the path must look like. For any other value the page does not exist. */
  params?: Record<string, RegExp>;
  get?: PageHandler;
  post?: PageHandler;
  /** Its form may carry a file of up to so many bytes. */
  fileBytesMax?: number;
  /** The role that its methods need, or `public`: also for visitors who are not signed in. Without one, nobody gets the page. */
  access: Access;
}
