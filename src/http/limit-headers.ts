/** Rate-limit headers of the IETF draft (draft-ietf-httpapi-ratelimit-headers), for both of a key's windows. */
import type { LimitDecision, Limits } from '../domain/limits.ts';

export function policyHeader({ perMinute, perDay }: Limits): string {
  return `"minute";q=${perMinute};w=60, "day";q=${perDay};w=86400`;
}

export function limitHeader({ minuteLeft, minuteResetS, dayLeft, dayResetS }: LimitDecision): string {
  return `"minute";r=${minuteLeft};t=${minuteResetS}, "day";r=${dayLeft};t=${dayResetS}`;
}

/** What a refused caller is told: when there is room again, and not to try at all when it is the day that is spent. */
export function refusalHeaders({ dayLeft, dayResetS, minuteResetS }: LimitDecision): Record<string, string> {
  if (dayLeft === 0) return { 'retry-after': String(dayResetS), 'x-should-retry': 'false' };
  return { 'retry-after': String(Math.max(1, minuteResetS)) };
}
