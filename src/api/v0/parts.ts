import type { Scanner } from '../../pixel/scan.ts';
import type { IsolatedDuties } from '../../tariff/duties/isolated-duties.ts';
import type { Tariff } from '../../tariff/tariff.ts';
import type { RateLimitGuard } from './rate-limit-guard.ts';

/** What the handlers of v0 need of a running server. */
export interface V0Parts {
  tariff: Tariff;
  /** For callers without a key. */
  duties: IsolatedDuties;
  /** For callers without a key: it shares no cache with that of v1. */
  scanner: Scanner;
  rateLimit: RateLimitGuard;
}
