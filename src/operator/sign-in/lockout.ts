/**
 * Delays that grow with each wrong password: for the network that guesses, and, later and shorter, for everyone, so that many
 * addresses gain little. An attempt is counted as failed before its password is checked. Otherwise a hundred attempts sent at once
 * would all be checked.
 */
import type { Clock } from '../../domain/clock.ts';
import type { OperatorStore } from '../../domain/operator-store.ts';

/** The first failures cost nothing. Then the delay starts at one second and doubles. */
interface DelayPolicy {
  freeFailures: number;
  delayMsMax: number;
}
const ONE_NETWORK: DelayPolicy = { freeFailures: 4, delayMsMax: 15 * 60_000 };
/** Short, because strangers can make the operator wait with it. */
const EVERYONE: DelayPolicy = { freeFailures: 40, delayMsMax: 30_000 };

/** Stands for all networks in the table of failures. */
const EVERYONE_ROW = '*';
/** Failures are forgotten this long after the last one. */
const FORGET_AFTER_MS = 60 * 60_000;
const ROWS_MAX = 10_000;

export class Lockout {
  readonly #store: OperatorStore;
  readonly #clock: Pick<Clock, 'now'>;

  constructor({ operator }: { operator: OperatorStore }, clock: Pick<Clock, 'now'>) {
    this.#store = operator;
    this.#clock = clock;
  }

  /** Returns 0 and counts the attempt when it may proceed, otherwise the milliseconds to wait before the next one. */
  async attempt(network: string): Promise<number> {
    const nowMs = this.#clock.now();
    let waitMs = 0;
    await this.#store.countFailures(
      [network, EVERYONE_ROW],
      (rows) => {
        waitMs = Math.max(0, ...rows.map((row) => row.lockedUntil - nowMs));
        // A clock that was set back must not lock the operator out for longer than the longest delay.
        if (waitMs > 0 && waitMs <= ONE_NETWORK.delayMsMax) return [];
        waitMs = 0;
        const count = (address: string, policy: DelayPolicy) => {
          const before = rows.find((row) => row.address === address);
          const recent = before && nowMs - before.lastAt < FORGET_AFTER_MS ? before.failures : 0;
          const failures = recent + 1;
          return { address, failures, lastAt: nowMs, lockedUntil: nowMs + delayMs(failures, policy) };
        };
        return [count(network, ONE_NETWORK), count(EVERYONE_ROW, EVERYONE)];
      },
      { rowsMax: ROWS_MAX, keep: EVERYONE_ROW },
    );
    return waitMs;
  }

  /** Takes back the failure that the attempt was counted as: its password was right. */
  succeeded(network: string): Promise<void> {
    return this.#store.forgiveFailures(network, EVERYONE_ROW);
  }
}

function delayMs(failures: number, { freeFailures, delayMsMax }: DelayPolicy): number {
  if (failures <= freeFailures) return 0;
  return Math.min(delayMsMax, 1000 * 2 ** Math.min(30, failures - freeFailures - 1));
}
