/** The clock and random numbers of this machine. */
import type { Clock } from '../../domain/clock.ts';

export const systemClock: Clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  sleep: (ms) => Bun.sleep(ms),
  random: (length) => crypto.getRandomValues(new Uint8Array(length)),
};
