/**
 * How often one address may ask, in memory and per process: this protects the service, it bills nobody (docs/adr/0020).
 * The table is bounded; an address that was pushed out of it by others begins anew.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../domain/clock.ts';
import { MinuteWindow } from '../../limits/window.ts';

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
    let window = this.#windows.get(address);
    if (!window) {
      window = new MinuteWindow();
      this.#windows.set(address, window);
    }
    const used = window.total(now);
    const admitted = used < this.perMinute;
    if (admitted) window.add(now, 1);
    const left = this.perMinute - used - (admitted ? 1 : 0);
    return { admitted, left, resetS: Math.ceil(window.msUntilRoom(now) / 1000) };
  }
}
