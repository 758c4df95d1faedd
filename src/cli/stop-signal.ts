/** Calls `stop` at the first signal; a second one exits at once, for whoever cannot wait. */
export function onStopSignal(stop: () => void): void {
  let signalled = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (signalled) process.exit(1);
      signalled = true;
      stop();
    });
  }
}

/**
 * Calls `stop` when the supervisor is gone (killed, so that it could not say so): its workers must not hold the port alone.
 * The supervisor holds the other end of standard input and never writes to it; the system closes it with the supervisor.
 */
export async function onOrphaned(stop: () => void): Promise<void> {
  for await (const _ of Bun.stdin.stream()) {
    // Nothing is ever sent.
  }
  stop();
}
