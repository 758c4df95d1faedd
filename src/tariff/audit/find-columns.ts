/**
 * Which columns of a table hold the tariff number, and the country of origin, the entry date and the customs value if they are there.
 * By the words of the header and by what is in the cells. Where two columns fit equally, none is taken: the user says which.
 */
import { readCountry } from '../../domain/country-names.ts';
import type { Cell, TableRow } from '../../domain/table.ts';
import { cellText } from '../../domain/table.ts';
import {
  type ColumnRole,
  containsName,
  headerRank,
  namesCurrency,
  namesSomeDate,
  tariffNumbersOf,
} from './header-words.ts';
import { isBlank, readCode } from './read-code.ts';
import type { DateOrder } from './read-date.ts';
import { type DecimalSign, readValue } from './read-value.ts';

/** Positions of columns from 0, and how their cells are read. */
export interface AuditColumns {
  code: number;
  origin?: number;
  date?: number;
  value?: number;
  /** Says the currency of the values. Absent if all of them are in US dollars. */
  currency?: number;
  dateOrder?: DateOrder;
  /** A spreadsheet may have swapped the day and the month of its dates. */
  mayBeSwapped?: boolean;
  decimalSign?: DecimalSign;
}

export interface FoundColumns {
  columns: Omit<AuditColumns, 'dateOrder' | 'mayBeSwapped' | 'decimalSign'>;
  /** What the sender may have meant to be read, and is not. */
  readings: string[];
}

/** What the user says. A name of a header, or a letter or number of a column. */
export interface ColumnChoice {
  code?: string;
  origin?: string;
  date?: string;
  value?: string;
}

/** The table cannot be audited as it was given. The message says what to do. */
export class ColumnsRefused extends Error {
  constructor(
    message: string,
    readonly role: ColumnRole,
    /** The columns that there are. */
    readonly columns: readonly string[],
    /** Whether no column fits, not several: another sheet may have one. */
    readonly isMissing = false,
  ) {
    super(message);
  }
}

/** Cells of a column that must be numbers, if its header does not name it. */
const CODES_LEAST = 0.8;
const LISTED_MAX = 40;
const ROLE_NAMES: Record<ColumnRole, string> = {
  code: 'tariff numbers',
  origin: 'countries of origin',
  date: 'entry dates',
  value: 'customs values',
};

/** Columns that a sentence names. */
const NAMED_MAX = 5;

interface Column {
  at: number;
  name: string;
  /** Shares of the cells that are not blank, from 0 to 1. */
  codes: number;
  /** Numbers of 6 digits and more that the schedule has. */
  scheduled: number;
  filled: number;
  cells: readonly (Cell | undefined)[];
}

/**
 * @param names of the columns, empty if they have none
 * @param sample some rows of the table
 * @param exists whether the schedule has a number
 * @param as_of the day of lines without an entry date
 * @throws ColumnsRefused
 */
export function findColumns(
  names: readonly string[],
  sample: readonly TableRow[],
  choice: ColumnChoice,
  exists: (digits: string) => boolean,
  as_of: string,
): FoundColumns {
  const columns = names.map((name, at): Column => describe(name, at, sample, exists));
  const readings: string[] = [];
  const code = chosen(columns, 'code', choice.code) ?? onlyCodeColumn(columns, readings);
  const taken = new Set([code]);
  const found: FoundColumns['columns'] = { code };
  for (const role of ['origin', 'date', 'value'] as const) {
    const at = chosen(columns, role, choice[role]) ?? namedColumn(columns, role, taken, readings);
    if (at === undefined) continue;
    if (taken.has(at)) throw refusal(role, `${columnName(columns[at]!)} is taken for something else already`, columns);
    taken.add(at);
    found[role] = at;
  }
  const currency = columns.find(({ at, name }) => !taken.has(at) && namesCurrency(name));
  if (found.value !== undefined && currency) found.currency = currency.at;
  if (found.date === undefined) readings.push(...datesNotRead(columns, taken, as_of));
  return { columns: found, readings };
}

function datesNotRead(columns: readonly Column[], taken: ReadonlySet<number>, as_of: string): string[] {
  const dates = columns.filter(({ at, name }) => !taken.has(at) && namesSomeDate(name));
  if (dates.length === 0) return [];
  const rest = dates.length > NAMED_MAX ? ` and ${dates.length - NAMED_MAX} more` : '';
  const which = listOf(dates.slice(0, NAMED_MAX)) + rest;
  const subject = dates.length === 1 ? `Column ${which} was` : `Columns ${which} were`;
  return [`${subject} not read as the entry date: lines are answered as of ${as_of}.`];
}

/** The name of a column for people: its header, or its letter where it has none. */
function columnName({ name, at }: { name: string; at: number }): string {
  return name.trim() === '' ? `column ${columnLetters(at)}` : `"${name.trim().slice(0, 60)}"`;
}

/** `A` to `XFD`, as a spreadsheet calls it. */
export function columnLetters(at: number): string {
  let letters = '';
  for (let rest = at + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

function describe(name: string, at: number, sample: readonly TableRow[], exists: (digits: string) => boolean): Column {
  const cells = sample.map(({ cells: row }) => row[at]).filter((cell) => !isBlank(cellText(cell)));
  let codes = 0;
  let scheduled = 0;
  for (const cell of cells) {
    const reading = readCode(cell, exists);
    if (reading.kind === 'code' || (reading.kind === 'damaged' && reading.probably.length > 0)) codes++;
    if (reading.kind === 'code' && reading.digits.length >= 6 && exists(reading.digits)) scheduled++;
  }
  const filled = cells.length;
  const share = (count: number) => (filled === 0 ? 0 : count / filled);
  return { at, name, cells, filled, codes: share(codes), scheduled: share(scheduled) };
}

/** @throws ColumnsRefused if there is no such column, or two */
function chosen(columns: readonly Column[], role: ColumnRole, wanted: string | undefined): number | undefined {
  if (wanted === undefined) return undefined;
  const same = (text: string) => text.normalize('NFKC').trim().toLowerCase();
  let matches = columns.filter(({ name }) => same(name) === same(wanted));
  const exact = matches.filter(({ name }) => name.trim() === wanted.trim());
  if (exact.length === 1) matches = exact;
  if (matches.length === 0) {
    matches = columns.filter(({ at }) => columnLetters(at) === wanted.toUpperCase() || String(at + 1) === wanted);
  }
  if (matches.length === 1) return matches[0]!.at;
  const fault = matches.length === 0 ? 'There is no column' : `${matches.length} columns are called`;
  throw refusal(role, `${fault} "${wanted.slice(0, 60)}"`, columns);
}

/**
 * The column of numbers, if no other has some that may be meant.
 * @param readings get the columns whose header does not say so, or says that their numbers are not those of the United States
 * @throws ColumnsRefused
 */
function onlyCodeColumn(columns: readonly Column[], readings: string[]): number {
  const code = codeColumn(columns);
  const meant = tariffNumbersOf(columns[code]!.name);
  const others = columns.filter(({ at, filled, scheduled }) => at !== code && filled > 0 && scheduled >= 0.5);
  const rivals = others.filter(({ name }) => {
    const said = tariffNumbersOf(name);
    return meant !== undefined && said !== undefined && !(meant === 'us' && said === 'world');
  });
  if (rivals.length > 0) {
    throw refusal('code', `${listOf([columns[code]!, ...rivals])} may all hold tariff numbers`, columns);
  }
  for (const other of others.slice(0, NAMED_MAX)) {
    readings.push(`Column ${columnName(other)} also holds tariff numbers and was not looked at.`);
  }
  return code;
}

/** @throws ColumnsRefused */
function codeColumn(columns: readonly Column[]): number {
  const ranked = columns.flatMap((column) => {
    const rank = headerRank(column.name, 'code') ?? (containsName(column.name, 'code') ? 9 : undefined);
    return rank !== undefined && column.codes > 0 ? [{ column, rank: column.codes < 0.2 ? rank + 10 : rank }] : [];
  });
  if (ranked.length > 0) {
    const best = Math.min(...ranked.map(({ rank }) => rank));
    const candidates = ranked.filter(({ rank }) => rank === best).map(({ column }) => column);
    if (candidates.length === 1) return candidates[0]!.at;
    throw refusal('code', `${listOf(candidates)} may all hold tariff numbers`, columns);
  }
  const only = columns.filter(({ filled }) => filled > 0).length === 1;
  const candidates = columns.filter(
    ({ codes, scheduled }) => codes >= CODES_LEAST && (only || scheduled >= CODES_LEAST / 2),
  );
  if (candidates.length === 1) return candidates[0]!.at;
  throw candidates.length === 0
    ? refusal('code', 'No column holds tariff numbers', columns, true)
    : refusal('code', `${listOf(candidates)} may all hold tariff numbers`, columns);
}

/**
 * An origin, a date or a value is only taken from a column whose header says so. An entry date is taken whatever the cells are: of a
 * column that was left out every line would be answered as of another day. An origin or a value is taken if its cells are such.
 * @param readings get what is left out
 */
function namedColumn(
  columns: readonly Column[],
  role: Exclude<ColumnRole, 'code'>,
  taken: ReadonlySet<number>,
  readings: string[],
): number | undefined {
  const named = columns.flatMap((column) => {
    const rank = headerRank(column.name, role) ?? (containsName(column.name, role) ? 9 : undefined);
    return rank === undefined || taken.has(column.at) ? [] : [{ column, rank }];
  });
  const filled = named.filter(({ column }) => column.filled > 0);
  const usable =
    role !== 'date'
      ? filled.filter(({ column, rank }) => fits(column, role, rank))
      : filled.length > 0
        ? filled
        : named;
  const best = Math.min(...usable.map(({ rank }) => rank));
  const candidates = usable.filter(({ rank }) => rank === best).map(({ column }) => column);
  // Nobody asked for money, so an audit does without it and says so.
  if (candidates.length > 1 && role === 'value') {
    readings.push(`${listOf(candidates)} may all hold customs values. None of them is read.`);
    return undefined;
  }
  if (candidates.length > 1) throw refusal(role, `${listOf(candidates)} may all hold ${ROLE_NAMES[role]}`, columns);
  if (candidates.length === 0 && filled.length > 0) readings.push(notRead(filled[0]!.column, role));
  return candidates[0]?.at;
}

function notRead(column: Column, role: ColumnRole): string {
  return role === 'origin'
    ? `Column ${columnName(column)} was not read as the country of origin: its cells name no countries. No duties are worked out.`
    : `Column ${columnName(column)} was not read as the customs value: most of its cells are no amounts in US dollars.`;
}

/** From this rank on a name may mean something else: `Country` may be that of the customer. */
const VAGUE_RANK = 2;

/** Half of the cells that are not blank. Of a column that can only be the origin, one: each of the others is told in its line. */
function fits({ cells }: Column, role: 'origin' | 'value', rank: number): boolean {
  if (role === 'origin') {
    const countries = cells.filter((cell) => readCountry(cellText(cell)) !== null).length;
    return rank < VAGUE_RANK ? countries > 0 : countries * 2 >= cells.length;
  }
  // A value that two orders fit is one.
  return cells.filter((cell) => readValue(cell, '.').kind === 'value').length * 2 >= cells.length;
}

function refusal(role: ColumnRole, fault: string, columns: readonly Column[], isMissing = false): ColumnsRefused {
  const names = columns.map(columnName);
  const shown =
    names.length > LISTED_MAX
      ? `${names.slice(0, LISTED_MAX).join(', ')} and ${names.length - LISTED_MAX} more`
      : names.join(', ');
  return new ColumnsRefused(`${fault}. The columns are: ${shown}.`, role, names, isMissing);
}

function listOf(columns: readonly Column[]): string {
  return columns.map(columnName).join(' and ');
}
