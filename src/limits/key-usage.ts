/** What a key has used, read from the database: for commands and pages, not for decisions. */
import { utcDay } from '../domain/clock.ts';
import { MINUTE_MS } from '../domain/limits.ts';
import type { KeyUsage, UsageStore } from '../domain/usage-store.ts';

export type { KeyUsage };

/**
 * `minute`: requests counted in the last 60 seconds; `today`: this UTC day; both over the key's whole line of rotations,
 * as its limits are. `total`: with this key itself since it was issued.
 */
export function readKeyUsage(
  { usage }: { usage: UsageStore },
  key: { id: number; lineageId: number },
  nowMs: number,
): Promise<KeyUsage> {
  return usage.key(key, utcDay(nowMs), nowMs - MINUTE_MS);
}
