/** The formats of a request's texts. Each check returns a public error message without the value, or undefined. */

/** The earliest year a certificate may name. An earlier one is a typing mistake. */
const YEAR_MIN = 1900;
/** The largest offset from UTC (Kiribati). A day that has begun anywhere on Earth is not in the future. */
const UTC_AHEAD_MS = 14 * 3_600_000;

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** @param nowMs milliseconds since the Unix epoch. */
export function dateFault(text: string, nowMs: number): string | undefined {
  const match = DATE.exec(text);
  if (!match) return 'Must be a date written YYYY-MM-DD.';
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
  // Date.UTC reads years 0 to 99 as 1900 to 1999, so check the year first.
  if (year < YEAR_MIN) return `Must be in the year ${YEAR_MIN} or later.`;
  const read = new Date(Date.UTC(year, month - 1, day));
  if (read.getUTCMonth() !== month - 1 || read.getUTCDate() !== day) return 'Must be a day that exists.';
  if (text > new Date(nowMs + UTC_AHEAD_MS).toISOString().slice(0, 10)) return 'Must not be later than today.';
  return undefined;
}

const MONTH = /^\d{4}-\d{2}$/;

/** A day, or a month of which no later day has begun: the month must have begun somewhere on Earth. */
export function dayOrMonthFault(text: string, nowMs: number): string | undefined {
  if (MONTH.test(text)) return dateFault(`${text}-01`, nowMs)?.replace('a day', 'a month');
  return DATE.test(text) ? dateFault(text, nowMs) : 'Must be a date written YYYY-MM-DD or a month written YYYY-MM.';
}

/** An address that a reader can open. It is printed and never fetched. */
export function httpUrlFault(text: string): string | undefined {
  const url = URL.parse(text);
  const valid = url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  return valid ? undefined : 'Must be an http or https address without a user name or password.';
}

/** RFC 5321, 4.5.3.1.1. */
const LOCAL_MAX = 64;
/** A quoted string, or anything without blanks and address delimiters. Double dots are allowed: docomo issued them. */
const LOCAL = /^(?:"(?:[^"\\]|\\.)+"|[^\s@"<>()[\],;:\\]+)$/u;
/** Two or more labels in any script, separated by any of IDNA's four full stops. */
const DOMAIN =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?[.。．｡])+[\p{L}\p{N}][\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}]$/u;

/** Accepts internationalised addresses (RFC 6531). Checks only the form, not whether mail arrives. */
export function emailFault(text: string): string | undefined {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  const domain = text.slice(at + 1);
  const valid =
    at > 0 &&
    [...local].length <= LOCAL_MAX &&
    LOCAL.test(local) &&
    DOMAIN.test(domain) &&
    !/[.。．｡]\d+$/u.test(domain);
  return valid ? undefined : 'Must be an e-mail address, such as name@example.com.';
}
