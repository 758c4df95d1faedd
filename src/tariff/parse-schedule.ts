/**
 * Parses the official USITC schedule export with the quirks of the published files. JSON: `indent` is a text or a number,
 * `units` an array, null or missing; keys may be unknown or misspelt; texts contain markup and entities. CSV: byte order
 * mark, CRLF, quoted commas; the unit cell is JSON or plain text. Unknown keys are ignored and missing keys have defaults.
 * A row without a valid number or indent refuses the file.
 */
import type { Work } from '../domain/work.ts';
import { readDigits } from './hts-code.ts';
import { type LineOf, parseJson, TariffFileError } from './json-fields.ts';
import { type CsvRecord, parseCsv } from './parse-csv.ts';
import { Schedule } from './schedule.ts';
import { INDENT_MAX, type ScheduleRow } from './schedule-row.ts';

const ROWS_MAX = 200_000;
/** Closing tags are looked for among the open ones, which takes quadratic time. The longest official text has some 2,000. */
const TEXT_CHARS_MAX = 10_000;

export const SCHEDULE_COLUMNS = ['HTS Number', 'Indent', 'Description', 'General Rate of Duty'];

/** @throws TariffFileError naming the line */
export async function parseScheduleJson(text: string): Promise<Schedule> {
  return checkedSchedule(await parseScheduleRows(text));
}

/** The rows of a JSON export. @throws TariffFileError naming the line */
export async function parseScheduleRows(text: string): Promise<ScheduleRow[]> {
  const { value, lineOf } = parseJson(text);
  if (!Array.isArray(value)) throw new TariffFileError(1, 'a schedule export is an array of rows');
  const clean = await loadTextCleaner();
  return value.map((row, at) => rowOf(rawJson(row, at, lineOf), clean));
}

/** @throws TariffFileError naming the line */
export async function parseScheduleCsv(text: string, work: Work): Promise<Schedule> {
  const clean = await loadTextCleaner();
  return checkedSchedule((await parseCsv(text, work)).map((record) => rowOf(rawCsv(record), clean)));
}

function checkedSchedule(rows: ScheduleRow[]): Schedule {
  if (rows.length > ROWS_MAX) throw new TariffFileError(null, `a schedule has at most ${ROWS_MAX} rows`);
  const schedule = new Schedule(rows);
  if (schedule.size === 0) throw new TariffFileError(null, 'a schedule has at least one tariff number');
  return schedule;
}

interface RawRow {
  number: string;
  indent: unknown;
  description: string;
  general: string;
  special: string;
  other: string;
  units: string[];
  /** Computed on call, because finding a line is slow. */
  line(): number;
}

function rawJson(row: unknown, at: number, lineOf: LineOf): RawRow {
  const line = () => lineOf([at]);
  if (typeof row !== 'object' || row === null) throw new TariffFileError(line(), 'a row must be an object');
  const fields = row as Record<string, unknown>;
  const text = (key: string) => {
    const value = fields[key] ?? '';
    if (typeof value !== 'string') throw new TariffFileError(line(), `${key} must be a text`);
    return value;
  };
  const units = unitsOf(fields.units ?? [], line);
  return {
    number: text('htsno'),
    indent: fields.indent,
    description: text('description'),
    general: text('general'),
    special: text('special'),
    other: text('other'),
    units,
    line,
  };
}

function rawCsv({ cells, line }: CsvRecord): RawRow {
  return {
    number: cells['HTS Number'] ?? '',
    indent: cells.Indent,
    description: cells.Description ?? '',
    general: cells['General Rate of Duty'] ?? '',
    special: cells['Special Rate of Duty'] ?? '',
    other: cells['Column 2 Rate of Duty'] ?? '',
    units: unitsOf(cells['Unit of Quantity'] ?? '', () => line),
    line: () => line,
  };
}

/** `["No.","kg"]` as an array or as JSON text, or plain `No.,kg`. */
function unitsOf(value: unknown, line: () => number): string[] {
  if (typeof value === 'string') {
    const text = value.trim();
    if (!text.startsWith('[')) return withoutBlanks(text.split(','));
    try {
      return unitsOf(JSON.parse(text), line);
    } catch {
      throw new TariffFileError(line(), 'the unit of quantity is not a valid array');
    }
  }
  if (!Array.isArray(value) || value.some((unit) => typeof unit !== 'string')) {
    throw new TariffFileError(line(), 'units must be an array of texts');
  }
  return withoutBlanks(value);
}

function withoutBlanks(units: string[]): string[] {
  return units.map((unit) => unit.replace(/[\s\p{Cc}]+/gu, ' ').trim()).filter((unit) => unit !== '');
}

function rowOf(raw: RawRow, clean: (text: string) => string): ScheduleRow {
  const number = raw.number.trim();
  const digits = number === '' ? null : readDigits(number);
  if (number !== '' && digits === null) throw new TariffFileError(raw.line(), 'the tariff number is malformed');
  const indent = typeof raw.indent === 'string' && /^\d+$/.test(raw.indent.trim()) ? Number(raw.indent) : raw.indent;
  if (typeof indent !== 'number' || !Number.isInteger(indent) || indent < 0 || indent > INDENT_MAX) {
    throw new TariffFileError(raw.line(), `the indent must be a whole number from 0 to ${INDENT_MAX}`);
  }
  const texts = [raw.description, raw.general, raw.special, raw.other];
  if (texts.some((text) => text.length > TEXT_CHARS_MAX)) {
    throw new TariffFileError(raw.line(), `a text must have at most ${TEXT_CHARS_MAX} characters`);
  }
  const [description, general, special, other] = texts.map(clean) as [string, string, string, string];
  return { digits, indent, description, units: raw.units, general, special, other };
}

/** Removes markup (`<il>`, `<i>`), decodes entities and collapses white space. A `<` before a digit is not markup. */
async function loadTextCleaner(): Promise<(text: string) => string> {
  const { Parser } = await import('htmlparser2');
  return (text) => {
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
  };
}
