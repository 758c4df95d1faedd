import type { Scanner } from '../../pixel/scan.ts';
import type { IsolatedDuties } from '../../tariff/duties/isolated-duties.ts';
import type { Tariff } from '../../tariff/tariff.ts';
import type { RateLimitGuard } from './rate-limit-guard.ts';

/** Parts of a running server that the handlers of v0 take. */
export interface V0Parts {
  tariff: Tariff;
  /** For callers without a key. */
  duties: IsolatedDuties;
  /** For callers without a key: it shares no cache with that of v1. */
  scanner: Scanner;
  rateLimit: RateLimitGuard;
}
