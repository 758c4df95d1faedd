/** Opens a listener for an application, with the front door before it. */
import { rmSync, statSync } from 'node:fs';
import type { AnyElysia } from 'elysia';
import { FrontDoor } from './front-door.ts';
import type { HostCheck } from './host-check.ts';
import { addressText, type ListenAddress } from './listen-address.ts';
import type { RequestMetrics } from './metrics/request-metrics.ts';

/**
 * The API guard refuses smaller bodies with an error body; the largest that it lets pass is a file of a job. Bun's own 413 is for a
 * wrong `Content-Length`. Bun reads no further than a handler asks, so this is not what a connection may take of the memory.
 */
const HARD_BODY_BYTES_MAX = 64 * 1024 * 1024;
/** In seconds. A scan may take 15, and its own server must not cut it off. */
const IDLE_TIMEOUT_S = 60;

export type Listener = Bun.Server<undefined>;

export interface ListenerParts {
  address: ListenAddress;
  /** Several processes share the port. Without it a second copy fails instead of taking half the traffic. */
  reusePort: boolean;
  metrics: RequestMetrics;
  hosts: HostCheck;
  anyHost: ReadonlySet<string>;
  waiting: { has(path: string): boolean };
  /** By path: what answers a POST without a query instead of the application. */
  direct?: ReadonlyMap<string, (request: Request) => Promise<Response>>;
}

/** Something listens there already. */
export class AddressTaken extends Error {
  constructor(readonly address: ListenAddress) {
    super(`${addressText(address)} is taken.`);
  }
}

/**
 * Registers each route with Bun's router as well, which matches targets as they were sent, so that the front door can compare both.
 * @throws AddressTaken
 */
export function openListener(app: AnyElysia, parts: ListenerParts): Listener {
  const { address, reusePort, metrics, hosts, anyHost, waiting, direct = new Map() } = parts;
  const patterns = new Set(app.routes.map(({ path }) => path));
  metrics.registerRoutes(patterns);
  const door = new FrontDoor({ fetch: app.compile().fetch, direct, metrics, patterns, hosts, anyHost, waiting });
  if ('unix' in address) removeSocket(address.unix);
  const server = serve(address, {
    ...('unix' in address ? address : { ...address, reusePort }),
    development: false,
    maxRequestBodySize: HARD_BODY_BYTES_MAX,
    idleTimeout: IDLE_TIMEOUT_S,
    routes: Object.fromEntries(Array.from(patterns, (pattern) => [pattern, door.handler(pattern)])),
    fetch: door.handler(undefined),
  });
  app.server = server as never;
  return server;
}

function serve(address: ListenAddress, options: object): Listener {
  try {
    return Bun.serve(options as Bun.Serve.Options<undefined>);
  } catch (error) {
    // For a host that does not resolve Bun gives whatever error the process had last. A free port is never taken.
    const mayBeTaken = 'unix' in address || address.port !== 0;
    throw mayBeTaken && (error as { code?: string }).code === 'EADDRINUSE' ? new AddressTaken(address) : error;
  }
}

/** A server that was killed leaves its socket file, and binding to an existing file fails. */
function removeSocket(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isSocket()) rmSync(path);
}
