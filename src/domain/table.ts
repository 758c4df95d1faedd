/** A table that somebody sent as a file: its cells as the file holds them and as a person saw them. */

/**
 * A cell that is not plain text. A spreadsheet may have changed what was typed, so the raw value and the number format are kept: only
 * both together tell what the person saw.
 */
export interface TypedCell {
  type: 'number' | 'date' | 'boolean' | 'error';
  /** What the person saw, as far as the format tells: `0101210010` for the number 101210010 with format `0000000000`. */
  text: string;
  /** The value in the file, character for character. A number is never read into a JavaScript number and back. */
  raw: string;
  /** The number format of a workbook. Absent for `General` and in CSV. */
  format?: string;
  /** Of a date: `2026-07-01`, `2026-07-01T09:30:00`, or `09:30:00` for a time alone. What was seen depends on the country. */
  iso?: string;
}

/** A cell of text is the text alone. An empty cell is `''`. In CSV every cell is text. */
export type Cell = string | TypedCell;

export interface TableRow {
  /** Line of a CSV file or row of a sheet, from 1, as a person counts it in the file. */
  line: number;
  /** No more than the last cell with content. */
  cells: readonly Cell[];
}

/** What a person saw in a cell. */
export function cellText(cell: Cell | undefined): string {
  return typeof cell === 'string' ? cell : (cell?.text ?? '');
}

/** What can be read of a file. */
export type TableFormat = 'csv' | 'xlsx' | 'json';

/** The file cannot be read. Nothing of it was used. */
export interface TableFault {
  /** Line of a CSV file or row of the sheet, from 1. */
  line?: number;
  /** A column: its letter in a sheet, its number in CSV, the name of a field in JSON. */
  column?: string;
  /** Part of a workbook: `xl/sharedStrings.xml`. */
  part?: string;
  /** What is wrong and what was expected: `is larger than 150 MB`. */
  reason: string;
}
