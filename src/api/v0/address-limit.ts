/**
 * The rate limit of one client address, in memory. It protects the service and is not used for billing
 * (docs/adr/0020). The table is bounded: an address that others pushed out starts again with a full limit.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../domain/clock.ts';
import { EMPTY_WINDOW, MINUTE_MS, type MinuteWindow } from '../../domain/sliding-minute.ts';

const ADDRESSES_MAX = 10_000;

export interface RateLimitDecision {
  admitted: boolean;
  /** Requests left in this minute. */
  remaining: number;
  /** Seconds until the next request leaves the window. */
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

  /** Counts a request of `address` if it is within the limit. A refused request is not counted. */
  admit(address: string): RateLimitDecision {
    // Monotonic time: setting the system clock must neither free nor lock out an address.
    const now = Math.floor(this.clock.monotonic());
    const before = (this.#windows.get(address) ?? EMPTY_WINDOW).expire(now);
    const admitted = before.total < this.perMinute;
    const window = admitted ? before.remember(now, 1, 1) : before;
    this.#windows.set(address, window);
    const { oldestMs } = window;
    const resetMs = oldestMs === undefined ? 0 : oldestMs + MINUTE_MS - now;
    return { admitted, remaining: this.perMinute - window.total, resetS: Math.ceil(resetMs / 1000) };
  }
}
