/**
 * The entry date in a cell. `03/04/2026` is two days, and is read only if other cells of the column show the order. A spreadsheet of the
 * other order makes it a date of its own, the wrong day, and leaves `13/04/2026` a text.
 */
import { type Cell, cellText } from '../../domain/table.ts';
import { addDays, isCalendarDate } from '../dates.ts';

/** `month`: the month comes first, as in the United States. */
export type DateOrder = 'month' | 'day';

export type DateReading =
  | { kind: 'blank' }
  | { kind: 'date'; date: string /** The order that the cell itself shows. */; shows?: DateOrder }
  | { kind: 'unclear'; what: string };

const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ][\d:.]+(?:Z|[+-][\d:]+)?)?$/;
const COMPACT = /^(20\d\d)(\d\d)(\d\d)$/;
const CHINESE = /^(\d{4})年(\d{1,2})月(\d{1,2})日$/;
const NUMERIC = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?: [\d:.]+(?: ?[AaPp][Mm])?)?$/;
const NAMED_FIRST = /^([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})$/;
const NAMED_SECOND = /^(\d{1,2})[. -]{1,2}([A-Za-z]{3,9})\.?[ -](\d{4})$/;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH_NAMES = 'january february march april may june july august september october november december'.split(' ');
/** Day 0 of the usual calendar of workbooks, counted so that days after February 1900 are right. */
const WORKBOOK_EPOCH = '1899-12-30';

/**
 * @param order what the column shows
 * @param mayBeSwapped a spreadsheet may have swapped the day and the month of its dates (`SwappedDates`)
 */
export function readDate(cell: Cell | undefined, order?: DateOrder, mayBeSwapped = false): DateReading {
  const text = cellText(cell).normalize('NFKC').trim();
  if (text === '') return { kind: 'blank' };
  if (typeof cell === 'object' && cell.type === 'date') {
    const day = dayOfWorkbook(cell.iso ?? cell.raw);
    if (day !== null && mayBeSwapped) return twoDays(text, day, swapped(day));
    if (day !== null) return { kind: 'date', date: day };
  }
  const iso = ISO.exec(text) ?? COMPACT.exec(text) ?? CHINESE.exec(text);
  if (iso) return dateOf(iso[1]!, iso[2]!, iso[3]!, text);
  const named = NAMED_FIRST.exec(text);
  if (named) return dateOf(named[3]!, monthOf(named[1]!), named[2]!, text);
  const second = NAMED_SECOND.exec(text);
  if (second) return dateOf(second[3]!, monthOf(second[2]!), second[1]!, text);
  const numeric = NUMERIC.exec(text);
  if (!numeric) return { kind: 'unclear', what: `"${shown(text)}" is not a date` };
  const [, first, sign, other, year] = numeric as unknown as [string, string, string, string, string];
  // Dots are European: nobody writes the month first with them.
  if (sign === '.') return dateOf(year, other, first, text);
  if (Number(first) > 12) return { ...dateOf(year, other, first, text), shows: 'day' } as DateReading;
  if (Number(other) > 12) return { ...dateOf(year, first, other, text), shows: 'month' } as DateReading;
  if (first.padStart(2, '0') === other.padStart(2, '0')) return dateOf(year, first, other, text);
  if (order === undefined) {
    return twoDays(text, isoOf(year, first, other), isoOf(year, other, first));
  }
  return order === 'month' ? dateOf(year, first, other, text) : dateOf(year, other, first, text);
}

/** What the cells of a column show of swapped dates: texts that show an order, and dates of which none has a day after the 12th. */
export class SwappedDates {
  #texts = 0;
  #dates = 0;
  #after12th = 0;

  see(cell: Cell | undefined, reading: DateReading): void {
    if (reading.kind !== 'date') return;
    if (typeof cell !== 'object') this.#texts += reading.shows === undefined ? 0 : 1;
    else if (Number(reading.date.slice(8)) > 12) this.#after12th++;
    else if (swapped(reading.date) !== reading.date) this.#dates++;
  }

  get areLikely(): boolean {
    return this.#texts > 0 && this.#dates > 0 && this.#after12th === 0;
  }
}

function swapped(date: string): string {
  return `${date.slice(0, 5)}${date.slice(8)}-${date.slice(5, 7)}`;
}

function twoDays(text: string, first: string, second: string): DateReading {
  if (first === second) return { kind: 'date', date: first };
  return { kind: 'unclear', what: `"${shown(text)}" is ${first} or ${second}` };
}

/** A date cell of a workbook: an ISO date, or days since its epoch. */
function dayOfWorkbook(raw: string): string | null {
  const iso = ISO.exec(raw);
  if (iso) return isCalendarDate(raw.slice(0, 10)) ? raw.slice(0, 10) : null;
  const days = /^\d{4,6}(?:\.\d+)?$/.test(raw) ? Math.floor(Number(raw)) : Number.NaN;
  return days > 366 && days < 110_000 ? addDays(WORKBOOK_EPOCH, days) : null;
}

function monthOf(name: string): string {
  const word = name.toLowerCase();
  const at = MONTHS.findIndex((month, index) => word === month || word === MONTH_NAMES[index] || word === `${month}t`);
  return String(at + 1);
}

function isoOf(year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function dateOf(year: string, month: string, day: string, text: string): DateReading {
  const date = isoOf(year, month, day);
  return isCalendarDate(date) ? { kind: 'date', date } : { kind: 'unclear', what: `"${shown(text)}" is not a date` };
}

function shown(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
