/** Measures work in this process, without a network, in units a second of processor time: other processes disturb that less. */

/** Repeats `work` for `seconds`, at least once. `work` returns how many units it did. */
export function unitsPerSecond(seconds: number, work: () => number): number {
  let units = 0;
  let usedUs = 0;
  collectGarbage();
  const start = process.cpuUsage();
  do {
    units += work();
    const { user, system } = process.cpuUsage(start);
    usedUs = user + system;
  } while (usedUs < seconds * 1e6);
  return units / (usedUs / 1e6);
}

/**
 * Like `unitsPerSecond`, for asynchronous work.
 * @param elsewhereMs processor time that other processes have spent for it so far
 */
export async function unitsPerSecondOf(
  seconds: number,
  work: () => Promise<number>,
  elsewhereMs = () => 0,
): Promise<number> {
  let units = 0;
  let usedUs = 0;
  collectGarbage();
  const start = process.cpuUsage();
  const elsewhereStartMs = elsewhereMs();
  do {
    units += await work();
    const { user, system } = process.cpuUsage(start);
    usedUs = user + system + (elsewhereMs() - elsewhereStartMs) * 1000;
  } while (usedUs < seconds * 1e6);
  return units / (usedUs / 1e6);
}

/** Otherwise the next contender would collect the garbage of this one. `true` would also discard compiled code. */
export function collectGarbage(): void {
  Bun.gc(false);
}

/** Pseudo-random whole numbers below `limit`, the same in every run (mulberry32). */
export function seededRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}
