/** What a key has used, read from the database for commands and pages. Limits are not decided on it. */
import { utcDay } from '../domain/clock.ts';
import { MINUTE_MS } from '../domain/sliding-minute.ts';
import type { KeyUsage, UsageStore } from '../domain/usage-store.ts';

export type { KeyUsage };

/**
 * `minute` and `today` are the requests of the key's whole lineage, in the last 60 seconds and on this UTC day, because a lineage
 * shares its limits. `total` is the requests with this key alone since it was issued.
 */
export function readKeyUsage(
  { usage }: { usage: UsageStore },
  key: { id: number; lineageId: number },
  nowMs: number,
): Promise<KeyUsage> {
  return usage.key(key, utcDay(nowMs), nowMs - MINUTE_MS);
}
