/**
 * Parses the official USITC schedule export with the quirks of the published files. JSON: `indent` is a text or a number,
 * `units` an array, null or missing; keys may be unknown or misspelt; texts contain markup and entities. CSV: byte order
 * mark, CRLF, quoted commas; the unit cell is JSON or plain text. Unknown keys are ignored and missing keys have defaults.
 * A row with a value that is damaged refuses the file, with its line, column and value.
 */
import { Parser } from 'htmlparser2';
import type { Effort } from '../../domain/effort.ts';
import { isObject } from '../../domain/fields.ts';
import { readDigits } from '../hts-code.ts';
import { type LineOf, parseJson, TariffFileError } from '../json-fields.ts';
import { INDENT_MAX, type ScheduleRow } from '../schedule/schedule-row.ts';
import { damageOf } from './damaged-number.ts';
import { type CsvRecord, parseCsv } from './parse-csv.ts';

const ROWS_MAX = 200_000;
/** Closing tags are looked for among the open ones, which takes quadratic time. The longest official text has some 2,000. */
const TEXT_CHARS_MAX = 10_000;
const SHOWN_CHARS_MAX = 60;

/** What a spreadsheet shows in place of a value that it lost. */
const SPREADSHEET_ERRORS = ['#REF!', '#N/A', '#VALUE!', '#NAME?', '#DIV/0!', '#NUM!', '#NULL!'];
/** `6.80%` is how a spreadsheet shows the official `6.8%`. */
const PERCENTAGE = /(?<![\d.])(\d{1,6}\.\d{1,6})%/g;
/** An official rate has a unit or is a word. A bare number was a percentage before a spreadsheet took its format away. */
const BARE_NUMBER = /^\d{1,9}(?:\.\d{1,12})?$/;

/** How each format names what a row holds. */
const JSON_COLUMNS = {
  number: 'htsno',
  indent: 'indent',
  description: 'description',
  units: 'units',
  general: 'general',
  special: 'special',
  other: 'other',
};
type Columns = typeof JSON_COLUMNS;
type Column = keyof Columns;
const CSV_COLUMNS: Columns = {
  number: 'HTS Number',
  indent: 'Indent',
  description: 'Description',
  units: 'Unit of Quantity',
  general: 'General Rate of Duty',
  special: 'Special Rate of Duty',
  other: 'Column 2 Rate of Duty',
};

/** The columns by which a CSV is recognised. */
export const SCHEDULE_COLUMNS = [CSV_COLUMNS.number, CSV_COLUMNS.indent, CSV_COLUMNS.description, CSV_COLUMNS.general];

/** @throws TariffFileError naming the line, the column and the value */
export function parseScheduleJson(text: string): ScheduleRow[] {
  const { value, lineOf } = parseJson(text);
  if (!Array.isArray(value)) throw new TariffFileError(1, 'a schedule export is an array of rows');
  return checked(value.map((row, at) => rowOf(new JsonRow(row, at, lineOf))));
}

/** @throws TariffFileError naming the line, the column and the value */
export function parseScheduleCsv(text: string, effort: Effort): ScheduleRow[] {
  return checked(parseCsv(text, effort).map((record) => rowOf(new CsvRow(record))));
}

function checked(rows: ScheduleRow[]): ScheduleRow[] {
  if (rows.length > ROWS_MAX) throw new TariffFileError(null, `a schedule has at most ${ROWS_MAX} rows`);
  if (rows.every(({ digits }) => digits === null)) {
    throw new TariffFileError(null, 'a schedule has at least one tariff number');
  }
  return rows;
}

/** A row of either format, as it is in the file. */
interface RawRow {
  value(column: Column): unknown;
  refuse(column: Column | null, reason: string): never;
}

class JsonRow implements RawRow {
  readonly #fields: Record<string, unknown>;

  constructor(
    row: unknown,
    private readonly at: number,
    private readonly lineOf: LineOf,
  ) {
    if (!isObject(row)) this.refuse(null, 'a row must be an object');
    this.#fields = row;
  }

  value(column: Column): unknown {
    return this.#fields[JSON_COLUMNS[column]];
  }

  refuse(column: Column | null, reason: string): never {
    const key = column && JSON_COLUMNS[column];
    throw new TariffFileError(this.lineOf(key ? `/${this.at}/${key}` : `/${this.at}`), reason, key);
  }
}

class CsvRow implements RawRow {
  constructor(private readonly record: CsvRecord) {}

  value(column: Column): string | undefined {
    return this.record.cells[CSV_COLUMNS[column]];
  }

  refuse(column: Column | null, reason: string): never {
    throw new TariffFileError(this.record.line, reason, column && CSV_COLUMNS[column]);
  }
}

function rowOf(raw: RawRow): ScheduleRow {
  const text = (column: Column) => clean(textOf(raw, column));
  const rate = (column: Column) => {
    const value = text(column);
    if (BARE_NUMBER.test(value)) raw.refuse(column, `${shown(value)} is not a rate: a spreadsheet took its unit away`);
    return value.replace(PERCENTAGE, (_, number) => `${Number(number)}%`);
  };
  return {
    digits: digitsOf(raw),
    indent: indentOf(raw),
    description: text('description'),
    units: unitsOf(raw),
    general: rate('general'),
    special: rate('special'),
    other: rate('other'),
  };
}

function textOf(raw: RawRow, column: Column): string {
  const value = raw.value(column) ?? '';
  if (typeof value !== 'string') raw.refuse(column, `${shown(value)} is not a text`);
  if (value.length > TEXT_CHARS_MAX) raw.refuse(column, `a text must have at most ${TEXT_CHARS_MAX} characters`);
  if (value.includes('\uFFFD')) {
    raw.refuse(column, `${shown(value)} contains U+FFFD: a character was lost when the file was converted`);
  }
  if (value.startsWith('#') && SPREADSHEET_ERRORS.includes(value.trim())) {
    raw.refuse(column, `${shown(value)} is what a spreadsheet shows in place of a value that it lost`);
  }
  return value;
}

function digitsOf(raw: RawRow): string | null {
  const number = textOf(raw, 'number').trim();
  if (number === '') return null;
  const digits = readDigits(number);
  if (digits === null) raw.refuse('number', `${shown(number)} is not a tariff number${damageOf(number)}`);
  return digits;
}

function indentOf(raw: RawRow): number {
  const value = raw.value('indent');
  const indent = typeof value === 'string' && /^\s*\d{1,9}\s*$/.test(value) ? Number(value) : value;
  if (typeof indent !== 'number' || !Number.isInteger(indent) || indent < 0 || indent > INDENT_MAX) {
    raw.refuse('indent', `${shown(value)} is not an indent: it must be a whole number from 0 to ${INDENT_MAX}`);
  }
  return indent;
}

/** `["No.","kg"]` as an array or as JSON text, or plain `No.,kg`. */
function unitsOf(raw: RawRow): string[] {
  const given = raw.value('units') ?? [];
  const units = typeof given === 'string' ? unitsOfText(textOf(raw, 'units').trim()) : given;
  if (!Array.isArray(units) || units.some((unit) => typeof unit !== 'string')) {
    raw.refuse('units', `${shown(given)} is not an array of units`);
  }
  return units.map((unit) => unit.replace(/[\s\p{Cc}]+/gu, ' ').trim()).filter((unit) => unit !== '');
}

function unitsOfText(text: string): unknown {
  if (!text.startsWith('[')) return text.split(',');
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A value in a message, quoted and cut. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > SHOWN_CHARS_MAX ? `${text.slice(0, SHOWN_CHARS_MAX)}…` : text;
}

/** Removes markup (`<il>`, `<i>`), decodes entities and collapses white space. A `<` before a digit is not markup. */
function clean(text: string): string {
  const pieces: string[] = [];
  if (/[<&]/.test(text)) {
    new Parser({ ontext: (piece) => pieces.push(piece) }, { decodeEntities: true }).end(text);
  } else {
    pieces.push(text);
  }
  return pieces
    .join('')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
