/** The formats of the import format's texts. */
import { DAY_MS } from '../../domain/clock.ts';
import type { FieldRow } from './fields.ts';

const EMAIL = /^[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+$/u;
const URL_FORM = /^https?:\/\/[^\s/]\S*$/u;
/** 3 to 14 characters, which a public tool quotes from CPSC's guidance. */
const CODE = /^[0-9A-Za-z][0-9A-Za-z.()-]{2,13}$/;
/** An earlier year is a typing mistake. */
const YEAR_MIN = 1900;

/** Why a text does not have a format. Undefined if it does. */
export function formatFault(format: NonNullable<FieldRow['format']>, text: string, nowMs: number): string | undefined {
  switch (format) {
    case 'email':
      return EMAIL.test(text) ? undefined : 'is not an e-mail address';
    case 'url':
      return URL_FORM.test(text) ? undefined : 'is not an http or https address';
    case 'code':
      return CODE.test(text) ? undefined : 'is not a code of 3 to 14 letters, digits, points, hyphens and brackets';
    default: {
      const day = registryDay(text, format);
      if (day === undefined) return `must be a real date written ${format}`;
      // Where the certifier is, tomorrow may have begun.
      return day * DAY_MS > nowMs + DAY_MS ? 'lies in the future' : undefined;
    }
  }
}

/** Days since 1970-01-01 of a date as the registry writes it; of a month, its first day. Undefined for what is no real date. */
export function registryDay(text: unknown, format: 'MM/YYYY' | 'MM/DD/YYYY'): number | undefined {
  const match = (format === 'MM/YYYY' ? /^(\d\d)\/(\d{4})$/ : /^(\d\d)\/(\d\d)\/(\d{4})$/).exec(String(text));
  if (!match) return undefined;
  const numbers = match.slice(1).map(Number);
  const [month = 0, day = 0, year = 0] = format === 'MM/YYYY' ? [numbers[0], 1, numbers[1]] : numbers;
  // Date.UTC reads years 0 to 99 as 1900 to 1999, so check the year first.
  if (year < YEAR_MIN) return undefined;
  const read = new Date(Date.UTC(year, month - 1, day));
  return read.getUTCMonth() === month - 1 && read.getUTCDate() === day ? read.getTime() / DAY_MS : undefined;
}
