/**
 * Dates of a sheet. Day 1 is 1900-01-01, and day 60 is 1900-02-29, which never was: Excel keeps the fault of Lotus 1-2-3. Older Excel
 * for Mac counts from 1904-01-01 as day 0.
 */
import type { FormatSection, FormatToken } from './format-sections.ts';

const DAY_MS = 86_400_000;
const DAYS_1904 = 1462;
/** 9999-12-31. */
const DAYS_MAX = 2_958_466;
const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

interface Moment {
  year: number;
  month: number;
  day: number;
  /** 0 is Sunday. */
  weekday: number;
  /** Milliseconds of the day. */
  ms: number;
}

/** `2026-07-01`, with a time if the serial has one; a time alone below day 1. Undefined for what is no date. */
export function isoOfSerial(serial: number, is1904: boolean): string | undefined {
  const moment = momentOf(serial, is1904, 1000);
  if (!moment) return undefined;
  const { year, month, day, ms } = moment;
  const time = `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}`;
  if (serial < 1 && !is1904) return time;
  // The day that never was.
  if (year === 1900 && month === 2 && day === 29) return undefined;
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  return ms === 0 ? date : `${date}T${time}`;
}

/** The ISO form of a text that begins with a date; undefined for others. */
export function isoOfText(text: string): string | undefined {
  const parts = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2})(?:\.\d{1,9})?Z?)?$/.exec(text);
  if (!parts || Number.isNaN(Date.parse(parts[1]!))) return undefined;
  return parts[2] === undefined || parts[2] === '00:00:00' ? parts[1]! : `${parts[1]}T${parts[2]}`;
}

/** What a person saw in the United States. */
export function formatDate({ tokens }: FormatSection, serial: number, is1904: boolean): string {
  const fraction = fractionDigits(tokens);
  const moment = momentOf(serial, is1904, 1000 / 10 ** fraction);
  if (!moment) return String(serial);
  const has12Hours = tokens.some((token) => token.type === 'date' && token.text.includes('/'));
  let text = '';
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'date') text += part(tokens, at, token, moment, serial, has12Hours);
    else if (token.type === 'literal') text += token.text;
    else if (token.type === 'slash') text += '/';
    else if (token.type === 'comma') text += ',';
    else if (token.type === 'point') text += '.';
    else if (token.type === 'digit') text += tokens[at - 1]?.type === 'digit' ? '' : milliseconds(moment.ms, fraction);
  }
  return text.trim();
}

type DateToken = Extract<FormatToken, { type: 'date' }>;

function part(
  tokens: readonly FormatToken[],
  at: number,
  token: DateToken,
  moment: Moment,
  serial: number,
  has12Hours: boolean,
): string {
  const { text, isElapsed } = token;
  const { year, month, day, weekday, ms } = moment;
  if (isElapsed) {
    const seconds = Math.round(serial * 86_400);
    const unit = text.startsWith('h') ? 3600 : text.startsWith('m') ? 60 : 1;
    return String(Math.floor(seconds / unit)).padStart(text.length, '0');
  }
  const padded = (value: number) => String(value).padStart(text.length > 1 ? 2 : 1, '0');
  if (text.includes('/')) return ms < DAY_MS / 2 ? (text === 'a/p' ? 'A' : 'AM') : text === 'a/p' ? 'P' : 'PM';
  if (text.startsWith('y')) return text.length > 2 ? String(year).padStart(4, '0') : two(year % 100);
  if (text.startsWith('d')) {
    if (text.length > 3) return DAYS[weekday]!;
    return text.length === 3 ? DAYS[weekday]!.slice(0, 3) : padded(day);
  }
  if (text.startsWith('h')) {
    const hour = Math.floor(ms / 3_600_000);
    return padded(has12Hours ? hour % 12 || 12 : hour);
  }
  if (text.startsWith('s')) return padded(Math.floor(ms / 1000) % 60);
  if (text.length <= 2 && areMinutes(tokens, at)) return padded(Math.floor(ms / 60_000) % 60);
  if (text.length > 4) return MONTHS[month - 1]!.slice(0, 1);
  if (text.length > 2) return text.length === 3 ? MONTHS[month - 1]!.slice(0, 3) : MONTHS[month - 1]!;
  return padded(month);
}

/** `m` is minutes after hours and before seconds, and otherwise a month. */
function areMinutes(tokens: readonly FormatToken[], at: number): boolean {
  const dates = (found: FormatToken): found is DateToken => found.type === 'date' && !found.text.includes('/');
  const before = tokens.slice(0, at).findLast(dates) as DateToken | undefined;
  const after = tokens.slice(at + 1).find(dates) as DateToken | undefined;
  return before?.text.startsWith('h') === true || after?.text.startsWith('s') === true;
}

/** @param stepMs what the time of day is rounded to */
function momentOf(serial: number, is1904: boolean, stepMs: number): Moment | undefined {
  if (!(serial >= 0 && serial < DAYS_MAX)) return undefined;
  const days = is1904 ? serial + DAYS_1904 : serial;
  let whole = Math.floor(days);
  let ms = Math.round(((days - whole) * DAY_MS) / stepMs) * stepMs;
  if (ms >= DAY_MS) {
    ms -= DAY_MS;
    whole++;
  }
  if (whole === 60 && !is1904) return { year: 1900, month: 2, day: 29, weekday: 3, ms };
  const date = new Date(Date.UTC(1899, 11, whole > 60 ? 30 : 31) + whole * DAY_MS);
  // Before the day that never was, weekdays are one off as well.
  const weekday = (whole + 6) % 7;
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate(), weekday, ms };
}

function fractionDigits(tokens: readonly FormatToken[]): number {
  return Math.min(3, tokens.filter(({ type }) => type === 'digit').length);
}

function milliseconds(ms: number, digits: number): string {
  return String(Math.floor(ms % 1000))
    .padStart(3, '0')
    .slice(0, digits);
}

function two(value: number): string {
  return String(Math.floor(value)).padStart(2, '0');
}
