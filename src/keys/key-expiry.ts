/** How people write when a key ends. The same words on the command line and in files. */
import { DAY_MS } from '../domain/clock.ts';

const UNITS_MS = new Map<string, number>(Object.entries({ h: 3_600_000, d: DAY_MS, w: 7 * DAY_MS }));

/** What is said about a text that `readExpiry` does not understand. */
export const EXPIRY_FORMS = 'Use a time from now such as 90d, a last day such as 2027-01-31, or never.';

/**
 * When a key ends, Unix milliseconds; null for `never`; undefined for a text that is none of these: `90d`, `12h` or `2w` from
 * now; `2027-01-31`, a day in UTC that is the key's last; or a time such as `2027-01-31T12:00:00Z`.
 */
export function readExpiry(text: string, nowMs: number): number | null | undefined {
  if (text === 'never') return null;
  const [, count, unit] = /^(\d{1,5})([hdw])$/.exec(text) ?? [];
  if (count !== undefined) return nowMs + Number(count) * UNITS_MS.get(unit!)!;
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return readLastDay(text);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/.test(text)) return undefined;
  const ms = readLastDay(text.slice(0, 10)) === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}

/** The end of a day such as `2027-01-31` in UTC, Unix milliseconds; undefined for a day that no calendar has. */
export function readLastDay(day: string): number | undefined {
  const start = Date.parse(`${day}T00:00:00Z`);
  // Date.parse takes 2027-02-30 for the second of March.
  return Number.isNaN(start) || new Date(start).toISOString().slice(0, 10) !== day ? undefined : start + DAY_MS;
}

/** The last day on which a key works, as `YYYY-MM-DD`; empty if it has no end. */
export function lastDayOf(expiresAt: number | null): string {
  return expiresAt === null ? '' : new Date(expiresAt - 1).toISOString().slice(0, 10);
}
