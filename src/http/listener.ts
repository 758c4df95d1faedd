/**
 * Opens a listener with the front door before it. What needs no application is answered at once; the first other request opens the
 * application.
 */
import { rmSync, statSync } from 'node:fs';
import type { AnyElysia } from 'elysia';
import { FrontDoor, type FrontDoorParts } from './front-door.ts';
import { addressText, type ListenAddress } from './listen-address.ts';

/**
 * The API guard refuses smaller bodies with an error body; the largest that it lets pass is a file of a job. Bun's own 413 is for a
 * wrong `Content-Length`. Bun reads no further than a handler asks, so this is not what a connection may take of the memory.
 */
const HARD_BODY_BYTES_MAX = 64 * 1024 * 1024;
/** In seconds. A scan may take 15, and its own server must not cut it off. */
const IDLE_TIMEOUT_S = 60;
/** Until an application that could not be opened is tried again: a locked database blocks the event loop for a moment at each try. */
const OPEN_AGAIN_MS = 500;

export type Listener = Bun.Server<undefined>;

export interface ListenerParts extends Omit<FrontDoorParts, 'complete'> {
  address: ListenAddress;
  /** Several processes share the port. Without it a second copy fails instead of taking half the traffic. */
  reusePort: boolean;
  /** Opens the application with all routes. Called by the first request that may be for one of them. */
  application(): Promise<AnyElysia>;
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
export function openListener({ address, reusePort, application, ...parts }: ListenerParts): Listener {
  let completed: Promise<void> | undefined;
  const complete = async (): Promise<void> => {
    const app = await application();
    const patterns = app.routes.map(({ path }) => path);
    door.add(patterns, app.compile().fetch);
    app.server = server as never;
    server.reload({ routes: door.routes(), fetch: door.fallback() } as never);
  };
  const door = new FrontDoor({
    ...parts,
    complete: () => {
      completed ??= complete().catch((error) => {
        setTimeout(() => {
          completed = undefined;
        }, OPEN_AGAIN_MS).unref();
        throw error;
      });
      return completed;
    },
  });
  if ('unix' in address) removeSocket(address.unix);
  const server = serve(address, {
    ...('unix' in address ? address : { ...address, reusePort }),
    development: false,
    maxRequestBodySize: HARD_BODY_BYTES_MAX,
    idleTimeout: IDLE_TIMEOUT_S,
    routes: { ...door.unknownRoutes(), ...door.routes() },
    fetch: door.unknown(),
  });
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
