/**
 * Which columns of a table hold the tariff number, and the country of origin, the entry date and the customs value if they are there.
 * By the words of the header and by what is in the cells. Where two columns fit equally, none is taken: the user says which.
 */
import type { Cell, TableRow } from '../../domain/table.ts';
import { cellText } from '../../domain/table.ts';
import { type ColumnRole, containsName, headerRank } from './header-words.ts';
import { isBlank, readCode } from './read-code.ts';
import { type DateOrder, readDate } from './read-date.ts';
import { readOrigin } from './read-origin.ts';
import { type DecimalSign, readValue } from './read-value.ts';

/** Positions of columns from 0, and how their cells are read. */
export interface AuditColumns {
  code: number;
  origin?: number;
  date?: number;
  value?: number;
  dateOrder?: DateOrder;
  decimalSign?: DecimalSign;
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
 * @throws ColumnsRefused
 */
export function findColumns(
  names: readonly string[],
  sample: readonly TableRow[],
  choice: ColumnChoice,
  exists: (digits: string) => boolean,
): Omit<AuditColumns, 'dateOrder' | 'decimalSign'> {
  const columns = names.map((name, at): Column => describe(name, at, sample, exists));
  const code = chosen(columns, 'code', choice.code) ?? codeColumn(columns);
  const taken = new Set([code]);
  const found: Omit<AuditColumns, 'dateOrder' | 'decimalSign'> = { code };
  for (const role of ['origin', 'date', 'value'] as const) {
    const at = chosen(columns, role, choice[role]) ?? namedColumn(columns, role, taken);
    if (at === undefined) continue;
    if (taken.has(at)) throw refusal(role, `${columnName(columns[at]!)} is taken for something else already`, columns);
    taken.add(at);
    found[role] = at;
  }
  return found;
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
    ? refusal('code', 'No column holds tariff numbers', columns)
    : refusal('code', `${listOf(candidates)} may all hold tariff numbers`, columns);
}

/** An origin, a date or a value is only taken from a column whose header says so, and whose cells are such. */
function namedColumn(columns: readonly Column[], role: ColumnRole, taken: ReadonlySet<number>): number | undefined {
  const ranked = columns.flatMap((column) => {
    if (taken.has(column.at)) return [];
    const rank = headerRank(column.name, role) ?? (containsName(column.name, role) ? 9 : undefined);
    return rank !== undefined && fits(column, role) ? [{ column, rank }] : [];
  });
  const best = Math.min(...ranked.map(({ rank }) => rank));
  const candidates = ranked.filter(({ rank }) => rank === best).map(({ column }) => column);
  // Nobody asked for money, so an audit does without it and says so.
  if (candidates.length > 1 && role === 'value') return undefined;
  if (candidates.length > 1) throw refusal(role, `${listOf(candidates)} may all hold ${ROLE_NAMES[role]}`, columns);
  return candidates[0]?.at;
}

/** At least half of the cells that are not blank. */
function fits({ cells }: Column, role: ColumnRole): boolean {
  if (cells.length === 0) return false;
  const isSuch = (cell: Cell | undefined) => {
    if (role === 'origin') return readOrigin(cellText(cell)) !== null;
    // A date or a value that two orders fit is one.
    if (role === 'date') return readDate(cell, 'month').kind === 'date';
    return readValue(cell, '.').kind === 'value';
  };
  return cells.filter(isSuch).length * 2 >= cells.length;
}

function refusal(role: ColumnRole, fault: string, columns: readonly Column[]): ColumnsRefused {
  const names = columns.map(columnName);
  const shown =
    names.length > LISTED_MAX
      ? `${names.slice(0, LISTED_MAX).join(', ')} and ${names.length - LISTED_MAX} more`
      : names.join(', ');
  return new ColumnsRefused(`${fault}. The columns are: ${shown}.`, role, names);
}

function listOf(columns: readonly Column[]): string {
  return columns.map(columnName).join(' and ');
}
