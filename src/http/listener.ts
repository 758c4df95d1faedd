/** Listens at an address with the front door before the application. */
import { rmSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { type Application, FrontDoor, type FrontDoorParts } from './front-door.ts';
import { addressText, type ListenAddress } from './listen-address.ts';

/**
 * The API guard refuses smaller bodies with an error body; the largest that it lets pass is a file of a job. Bun's own 413 is for a
 * wrong `Content-Length`. Bun reads no further than a handler asks, so this is not what a connection may take of the memory.
 */
const HARD_BODY_BYTES_MAX = 64 * 1024 * 1024;
/** In seconds. A scan of one page may take 15, and its own server must not cut it off. Longer ones set their own. */
const IDLE_TIMEOUT_S = 60;
/** Errors that are of listening itself, whatever the host is. */
const NETWORK_CODES = new Set(['EADDRINUSE', 'EADDRNOTAVAIL', 'EACCES', 'EAI_AGAIN', 'EINVAL']);

export interface ListenerParts extends FrontDoorParts {
  address: ListenAddress;
  /** Several processes share the port. Without it a second copy fails instead of taking half the traffic. */
  reusePort: boolean;
}

export interface Listener {
  readonly server: Bun.Server<undefined>;
  /** Answers with another application from the next request on. */
  serve(application: Application): void;
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
export function openListener({ address, reusePort, ...parts }: ListenerParts, first: Application): Listener {
  const handlers = (application: Application) => {
    const { routes, fallback } = new FrontDoor(parts, application);
    return { routes, fetch: fallback };
  };
  if ('unix' in address) removeSocket(address.unix);
  const server = listen(address, {
    ...('unix' in address ? address : { ...address, reusePort }),
    development: false,
    maxRequestBodySize: HARD_BODY_BYTES_MAX,
    idleTimeout: IDLE_TIMEOUT_S,
    ...handlers(first),
  });
  first.app.server = server as never;
  return {
    server,
    serve(application) {
      // First the handlers: they compile the application, and one that knows its server would then replace them.
      const next = handlers(application);
      application.app.server = server as never;
      server.reload(next as never);
    },
  };
}

function listen(address: ListenAddress, options: object): Bun.Server<undefined> {
  try {
    return Bun.serve(options as Bun.Serve.Options<undefined>);
  } catch (error) {
    const { code = '' } = error as { code?: string };
    // For a host that does not resolve Bun gives whatever error the process had last. A free port is never taken.
    const mayBeTaken = 'unix' in address || address.port !== 0;
    if (mayBeTaken && code === 'EADDRINUSE') throw new AddressTaken(address);
    if ('unix' in address || isIP(address.hostname) || NETWORK_CODES.has(code)) throw error;
    throw Object.assign(new Error(`${address.hostname} does not resolve.`), { code: 'ENOTFOUND' });
  }
}

/** A server that was killed leaves its socket file, and binding to an existing file fails. */
function removeSocket(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isSocket()) rmSync(path);
}
