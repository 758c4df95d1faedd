/** What ends a server: a signal, twice for whoever cannot wait, or the end of its supervisor. */

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** Calls `stop` at the first signal; at a second one `stopNow`, which does not return. */
export function onStopSignal(stop: () => void, stopNow: () => void = () => process.exit(1)): void {
  let signalled = false;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (signalled) stopNow();
      signalled = true;
      stop();
    });
  }
}

/**
 * In one process of several. A terminal's Ctrl-C and a service manager signal the whole group at once, and the supervisor
 * speaks too: counted as on its own, the first request to stop would look like the second. So a worker hears each at most
 * as the first, and only its supervisor ends it at once.
 */
export function onWorkerStopSignal(stop: () => void): void {
  for (const signal of SIGNALS) process.on(signal, stop);
}

/**
 * Calls `stop` when the supervisor says so or is gone (killed, so that it could not say): its workers must not hold the port
 * alone. The supervisor holds the other end of standard input and never writes to it; it closes it to say stop, and the
 * system closes it with the supervisor.
 */
export async function onSupervisorGone(stop: () => void): Promise<void> {
  for await (const _ of Bun.stdin.stream()) {
    // Nothing is ever sent.
  }
  stop();
}
