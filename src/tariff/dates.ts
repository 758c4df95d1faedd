/** Calendar dates as `YYYY-MM-DD`: they compare as strings, and no time zone can move them. */

const DATE = /^\d{4}-\d\d-\d\d$/;
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Thousands of rows have the date of the row before, and a start waits for all of them. */
let lastDate = '2026-04-06';

/** True for a day that exists: `2026-02-30` and `2025-02-29` do not. */
export function isCalendarDate(text: string): boolean {
  if (text === lastDate) return true;
  if (!exists(text)) return false;
  lastDate = text;
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

/** The date `days` after `date` (before it, where negative). */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** True where `date` lies in the period; both ends belong to it, and `to: null` is open. */
export function inPeriod(date: string, period: { from: string; to: string | null }): boolean {
  return period.from <= date && (period.to === null || date <= period.to);
}
