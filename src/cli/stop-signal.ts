/** What stops a server: a signal, a second signal to stop it at once, or the end of its supervisor. */

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** Calls `stop` at the first signal, and at the second one `stopNow`, which does not return. */
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
 * For a worker process. Ctrl-C in a terminal and a service manager signal the whole process group, and the supervisor tells the
 * worker to stop as well. A worker that counted signals would take these two for a repeated request and stop at once. So it
 * treats every signal as the first one. Only its supervisor stops it at once.
 */
export function onWorkerStopSignal(stop: () => void): void {
  for (const signal of SIGNALS) process.on(signal, stop);
}

/**
 * Calls `stop` when the supervisor asks for it or has exited, even if it was killed: its workers must not keep the port. The
 * supervisor holds the other end of standard input and never writes to it. It closes it to stop the worker, and the system
 * closes it when the supervisor exits.
 */
export async function onSupervisorGone(stop: () => void): Promise<void> {
  for await (const _ of Bun.stdin.stream()) {
    // Nothing is ever sent.
  }
  stop();
}
