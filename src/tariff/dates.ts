/** Calendar dates as `YYYY-MM-DD`. They compare as strings and do not depend on a time zone. */

const DATE = /^\d{4}-\d\d-\d\d$/;
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The last valid date. Most rows repeat the date of the row before, and the server start waits for all rows. */
let lastValidDate = '2026-04-06';

/** True for a day that exists. `2026-02-30` and `2025-02-29` do not. */
export function isCalendarDate(text: string): boolean {
  if (text === lastValidDate) return true;
  if (!exists(text)) return false;
  lastValidDate = text;
  return true;
}

function exists(text: string): boolean {
  if (!DATE.test(text)) return false;
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8));
  const leapDay = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 1 : 0;
  return day >= 1 && day <= (MONTH_DAYS[month - 1] ?? 0) + leapDay;
}

/** The date `days` after `date`, or before it if `days` is negative. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Days from one date to another; negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

/** True if `date` is in the period. Both ends are included; `to: null` means that no end is set. */
export function inPeriod(date: string, period: { from: string; to: string | null }): boolean {
  return period.from <= date && (period.to === null || date <= period.to);
}

export function compareDates(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export function earlierDate(a: string, b: string): string {
  return compareDates(a, b) < 0 ? a : b;
}

export function laterDate(a: string, b: string): string {
  return compareDates(a, b) < 0 ? b : a;
}
