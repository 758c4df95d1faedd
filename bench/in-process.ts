/** Work in this process, without a network: told in units a second of processor time, so that others take less of it. */

/** Does `work` over and over for `seconds`; it returns how many units it did. At least once, however long that takes. */
export function unitsPerSecond(seconds: number, work: () => number): number {
  let units = 0;
  let usedUs = 0;
  leaveNoGarbage();
  const start = process.cpuUsage();
  do {
    units += work();
    const { user, system } = process.cpuUsage(start);
    usedUs = user + system;
  } while (usedUs < seconds * 1e6);
  return units / (usedUs / 1e6);
}

/** As `unitsPerSecond`, for work that waits. */
export async function unitsPerSecondOf(seconds: number, work: () => Promise<number>): Promise<number> {
  let units = 0;
  let usedUs = 0;
  leaveNoGarbage();
  const start = process.cpuUsage();
  do {
    units += await work();
    const { user, system } = process.cpuUsage(start);
    usedUs = user + system;
  } while (usedUs < seconds * 1e6);
  return units / (usedUs / 1e6);
}

/** Else whoever is measured next clears up after the one before. With `true` it would throw compiled code away as well. */
export function leaveNoGarbage(): void {
  Bun.gc(false);
}

/** Deterministic pseudo-random whole numbers below `limit`, the same in every run (mulberry32). */
export function seededRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}
