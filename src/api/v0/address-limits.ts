/** The limits for a client address: reads and scans on v0, and signing in to the workbench. */
import type { Clock } from '../../domain/clock.ts';
import { AddressLimit, type RateLimitDecision } from './address-limit.ts';

export type LimitName = keyof typeof PER_MINUTE;

export const PER_MINUTE = {
  /** Enough for a person and a small script. For more there is v1. */
  read: 120,
  /** Few, because each scan may fetch a page from somebody else's server. */
  scan: 6,
  /** Enough for an office that begins its day. A key cannot be guessed at any rate; this keeps guessing from the database. */
  sign_in: 30,
};

export interface AddressLimits {
  /** Counts a request of `address` if it is within the limit. */
  admit(limit: LimitName, address: string): RateLimitDecision | Promise<RateLimitDecision>;
}

/** The limits, counted in this process. */
export class LocalAddressLimits implements AddressLimits {
  readonly #limits: Record<LimitName, AddressLimit>;

  /** @param parts allow each address this part of the limits: 4 is a quarter, rounded down */
  constructor(clock: Pick<Clock, 'monotonic'>, parts = 1) {
    const limit = (name: LimitName) => new AddressLimit(Math.floor(PER_MINUTE[name] / parts), clock);
    this.#limits = { read: limit('read'), scan: limit('scan'), sign_in: limit('sign_in') };
  }

  admit(limit: LimitName, address: string): RateLimitDecision {
    return this.#limits[limit].admit(address);
  }
}
