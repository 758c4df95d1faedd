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
