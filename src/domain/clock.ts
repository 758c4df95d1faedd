/** Time and randomness, passed in from `app.ts` so that tests can control both. */
export interface Clock {
  /** Milliseconds since the Unix epoch, UTC. */
  now(): number;
  /** Milliseconds that only ever grow with real time, whatever is done to the clock. */
  monotonic(): number;
  /** Resolves after `ms` milliseconds. */
  sleep(ms: number): Promise<void>;
  /** `length` bytes fit for secrets. */
  random(length: number): Uint8Array;
}

export const DAY_MS = 86_400_000;

/** Days since 1970-01-01 UTC: the day of the daily limit and of the usage table. */
export function utcDay(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/** The calendar date (`YYYY-MM-DD`) in New York: duties start and end at 12:01 a.m. Eastern (Proc. 11021, clause 13 and its like). */
export function newYorkDate(ms: number): string {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO('America/New_York').toPlainDate().toString();
}
