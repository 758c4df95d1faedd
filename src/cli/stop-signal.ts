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

const PARENT_LOOK_MS = 500;

/** Calls `stop` when the supervisor is gone (killed, so that it could not say so): its workers must not hold the port alone. */
export function onOrphaned(stop: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, PARENT_LOOK_MS);
  timer.unref();
}
