/**
 * How often one address may ask, in memory and per process: this protects the service, it bills nobody (docs/adr/0020).
 * The table is bounded; an address that was pushed out of it by others begins anew.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../domain/clock.ts';
import { EMPTY_WINDOW, expire, MINUTE_MS, type MinuteWindow, remember } from '../../domain/limits.ts';

const ADDRESSES_MAX = 10_000;

export interface AddressVerdict {
  admitted: boolean;
  left: number;
  /** Seconds until there is more room. */
  resetS: number;
}

export class AddressLimit {
  readonly #windows: LRUCache<string, MinuteWindow>;

  constructor(
    readonly perMinute: number,
    private readonly clock: Pick<Clock, 'monotonic'>,
    addressesMax = ADDRESSES_MAX,
  ) {
    this.#windows = new LRUCache({ max: addressesMax });
  }

  get addresses(): number {
    return this.#windows.size;
  }

  /** Counts a request of `address` if there is room. A refused one is not counted. */
  admit(address: string): AddressVerdict {
    // Real time: a clock that is set must neither free nor lock out an address.
    const now = this.clock.monotonic();
    const before = expire(this.#windows.get(address) ?? EMPTY_WINDOW, now);
    const admitted = before.total < this.perMinute;
    const window = admitted ? remember(before, now, 1, 1) : before;
    this.#windows.set(address, window);
    const oldest = window.times[0];
    const resetMs = oldest === undefined ? 0 : oldest + MINUTE_MS - now;
    return { admitted, left: this.perMinute - window.total, resetS: Math.ceil(resetMs / 1000) };
  }
}
