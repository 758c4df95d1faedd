/** `--format table|json|csv` of commands that print rows. `--json` is short for `--format json`. */
import { type Command, Option } from 'commander';
import { csvRow } from '../domain/csv.ts';
import { print, printJson, write } from './output.ts';

const FORMATS = ['table', 'json', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

export interface FormatOptions {
  json?: boolean;
  format?: Format;
}

export function withFormatOptions(command: Command): Command {
  return command
    .option('--json', 'print JSON; short for --format json')
    .addOption(
      new Option('--format <format>', 'how to print the result (default: table)')
        .choices([...FORMATS])
        .conflicts('json'),
    );
}

/** The format that the options ask for. */
export function formatOf({ json, format }: FormatOptions, fallback: Format = 'table'): Format {
  return format ?? (json ? 'json' : fallback);
}

/** The columns of a CSV by name. Names are part of the interface: programs read them. New columns go to the end. */
export type CsvColumns<Row> = Record<string, (row: Row) => string | number | boolean | null | undefined>;

/** What a command prints, in each of its formats. */
interface Result<Row> {
  rows: readonly Row[];
  columns: CsvColumns<Row>;
  /** The value that `--json` prints. By default the rows. */
  json?: unknown;
  /** Text for a terminal, without a newline at its end. */
  table: () => string;
}

/** Prints a result in the format that the options ask for. */
export async function printResult<Row>(options: FormatOptions, result: Result<Row>): Promise<void> {
  const { rows, columns, json = rows, table } = result;
  const format = formatOf(options);
  if (format === 'json') printJson(json);
  else if (format === 'csv') await write(formatCsv(rows, columns));
  else print(table());
}

/** A header and one row for each element: RFC 4180, with no cell that a spreadsheet would run as a formula. */
export function formatCsv<Row>(rows: readonly Row[], columns: CsvColumns<Row>): string {
  const lines = rows.map((row) => Object.values(columns).map((cell) => String(cell(row) ?? '')));
  return [Object.keys(columns), ...lines].map(csvRow).join('');
}
