/** The rate-limit headers of draft-ietf-httpapi-ratelimit-headers, for the minute and the day of a key. */
import type { LimitDecision, Limits } from '../domain/limits.ts';

export function rateLimitPolicyHeader({ perMinute, perDay }: Limits): string {
  return `"minute";q=${perMinute};w=60, "day";q=${perDay};w=86400`;
}

export function rateLimitHeader({ minuteLeft, minuteResetS, dayLeft, dayResetS }: LimitDecision): string {
  return `"minute";r=${minuteLeft};t=${minuteResetS}, "day";r=${dayLeft};t=${dayResetS}`;
}

/** The headers of a 429: when to retry. If the day's limit is used up, `x-should-retry` tells clients not to retry. */
export function retryHeaders({ dayLeft, dayResetS, minuteResetS }: LimitDecision): Record<string, string> {
  if (dayLeft === 0) return { 'retry-after': String(dayResetS), 'x-should-retry': 'false' };
  return { 'retry-after': String(Math.max(1, minuteResetS)) };
}
