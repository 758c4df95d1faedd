/** Waits for a condition, for tests that have no event to wait for. */

const INTERVAL_MS = 5;

/** Asks every few milliseconds until `condition` is true. @throws Error that names `what` when it is not true in time. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  withinMs = 30_000,
): Promise<void> {
  const endMs = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > endMs) throw new Error(`Not within ${withinMs / 1000} s: ${what}`);
    await Bun.sleep(INTERVAL_MS);
  }
}
