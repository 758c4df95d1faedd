/** Time and randomness, passed in from `app.ts` so that tests can control both. */
export interface Clock {
  /** Milliseconds since the Unix epoch, UTC. */
  now(): number;
  /** Milliseconds of real time since an arbitrary start. Setting the clock does not change them. */
  monotonic(): number;
  /** Resolves after `ms` milliseconds. */
  sleep(ms: number): Promise<void>;
  /** `length` random bytes, good enough for secrets. */
  random(length: number): Uint8Array;
}

export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** Days since 1970-01-01 UTC. The daily limit and the usage tables count by these days. */
export function utcDay(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/** The date in New York, `YYYY-MM-DD`. Duties start and end at 12:01 a.m. Eastern (for example Proc. 11021, clause 13). */
export function newYorkDate(ms: number): string {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO('America/New_York').toPlainDate().toString();
}
