/** How a server stops. */

/** What is not finished by then is cut off. A scan takes 15 seconds at most, a deep one 30, one of several pages 120. */
export const DRAIN_MS = 125_000;
const POLL_MS = 10;

interface StoppableServer {
  pendingRequests: number;
  stop(closeConnections?: boolean): Promise<void>;
}

/**
 * Stops accepting and lets requests in flight finish. A client that keeps its connection busy does not delay this: the
 * connection is closed between two of its requests.
 */
export async function drain(server: StoppableServer): Promise<void> {
  void server.stop();
  const deadlineMs = performance.now() + DRAIN_MS;
  while (server.pendingRequests > 0 && performance.now() < deadlineMs) await Bun.sleep(POLL_MS);
  await server.stop(true);
}
