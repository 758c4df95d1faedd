import { parse } from 'csv-parse/sync';
import { Effort } from '../../domain/effort.ts';
import { TariffFileError } from '../json-fields.ts';

/** A CSV record by column name, and the line where it begins. */
export interface CsvRecord {
  line: number;
  cells: Readonly<Record<string, string>>;
}

const RECORD_CHARS_MAX = 100_000;
/** Each record becomes an object with all columns. The official files have ten. */
const COLUMNS_MAX = 64;
/** A line costs as much as this many characters of it, even if it is empty. */
const WORK_PER_LINE = 64;

/**
 * Parses CSV with a header. Accepts quoted commas and line breaks, a byte order mark and CRLF; cells missing at the end
 * of a record are empty; empty records are skipped.
 * @throws TariffFileError naming the line, or if the file costs more than `effort` allows
 */
export function parseCsv(text: string, effort = new Effort()): CsvRecord[] {
  effort.done += text.length;
  for (const _ of text.matchAll(/\r\n?|\n/g)) {
    effort.done += WORK_PER_LINE;
    requireWork(effort);
  }
  const options = {
    bom: true,
    info: true,
    relax_column_count: true,
    max_record_size: RECORD_CHARS_MAX,
    // A file that was edited by hand may have both.
    record_delimiter: ['\r\n', '\n', '\r'],
  };
  let parsed: { record: string[]; info: { lines: number } }[];
  try {
    parsed = parse(text, options) as unknown as typeof parsed;
  } catch (fault) {
    if (fault instanceof Error && 'lines' in fault) throw new TariffFileError(Number(fault.lines), fault.message);
    throw fault;
  }
  const header = parsed[0]?.record.map((name) => name.trim()) ?? [];
  if (header.length > COLUMNS_MAX) throw new TariffFileError(1, `a file has at most ${COLUMNS_MAX} columns`);
  effort.done += header.length * parsed.length;
  requireWork(effort);
  return parsed.slice(1).flatMap(({ record }, at) => {
    // `lines` counts the lines read up to the end of a record, so this one begins on the line after the previous one.
    const line = parsed[at]!.info.lines + 1;
    return record.some((cell) => cell !== '') ? [{ line, cells: cellsOf(header, record) }] : [];
  });
}

function requireWork(effort: Effort): void {
  if (effort.spent) throw new TariffFileError(null, 'the file has too many short lines');
}

function cellsOf(header: readonly string[], record: readonly string[]): Record<string, string> {
  return Object.fromEntries(header.map((name, at) => [name, (record[at] ?? '').trim()]));
}

/** The column names in the first line, to recognise a file. No official header contains a quoted comma. */
export function csvColumns(text: string): string[] {
  const firstLine = text.slice(0, 4_096).split(/\r?\n/, 1)[0] ?? '';
  return firstLine
    .replace(/^\uFEFF/, '')
    .split(',')
    .map((name) => name.trim().replace(/^"|"$/g, ''));
}
