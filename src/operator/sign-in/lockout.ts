/**
 * Guessing the password gets slower with every failure: for the address that guesses, and, later and less, for everyone,
 * so that many addresses gain little. An attempt counts as failed before its password is looked at, or a hundred sent
 * at once would all be looked at.
 */
import type { Clock } from '../../domain/clock.ts';
import type { OperatorStore } from '../../domain/operator-store.ts';

/** How delays grow: none for the first failures, then doubling from one second. */
interface Delays {
  freeFailures: number;
  delayMsMax: number;
}
const ONE_ADDRESS: Delays = { freeFailures: 4, delayMsMax: 15 * 60_000 };
/** Kept short: it is a stranger who makes the operator wait. */
const EVERYONE: Delays = { freeFailures: 40, delayMsMax: 30_000 };

const EVERYONE_ROW = '*';
/** Failures are forgotten this long after the last one. */
const FORGOTTEN_AFTER_MS = 60 * 60_000;
const ROWS_MAX = 10_000;

export class Lockout {
  readonly #store: OperatorStore;
  readonly #clock: Pick<Clock, 'now'>;

  constructor({ operator }: { operator: OperatorStore }, clock: Pick<Clock, 'now'>) {
    this.#store = operator;
    this.#clock = clock;
  }

  /** Milliseconds to wait before the next attempt from `network`; 0 when this one may go on, and it is counted then. */
  async attempt(network: string): Promise<number> {
    const nowMs = this.#clock.now();
    let waitMs = 0;
    await this.#store.countFailures(
      [network, EVERYONE_ROW],
      (rows) => {
        waitMs = Math.max(0, ...rows.map((row) => row.lockedUntil - nowMs));
        // A clock that was set back must not lock the operator out for longer than any delay.
        if (waitMs > 0 && waitMs <= ONE_ADDRESS.delayMsMax) return [];
        waitMs = 0;
        const count = (address: string, delays: Delays) => {
          const before = rows.find((row) => row.address === address);
          const recent = before && nowMs - before.lastAt < FORGOTTEN_AFTER_MS ? before.failures : 0;
          const failures = recent + 1;
          return { address, failures, lastAt: nowMs, lockedUntil: nowMs + delayMs(failures, delays) };
        };
        return [count(network, ONE_ADDRESS), count(EVERYONE_ROW, EVERYONE)];
      },
      { rowsMax: ROWS_MAX, keep: EVERYONE_ROW },
    );
    return waitMs;
  }

  /** The attempt was no failure after all. */
  succeeded(network: string): Promise<void> {
    return this.#store.forgiveFailures(network, EVERYONE_ROW);
  }
}

function delayMs(failures: number, { freeFailures, delayMsMax }: Delays): number {
  if (failures <= freeFailures) return 0;
  return Math.min(delayMsMax, 1000 * 2 ** Math.min(30, failures - freeFailures - 1));
}
