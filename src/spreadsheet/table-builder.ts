import type { Cell, TableFormat, TableRow } from '../domain/table.ts';
import { cellText } from '../domain/table.ts';
import { HEADER_ROWS, headerAt } from './header.ts';
import { CELLS_MAX, COLUMNS_MAX, ROW_CHARS_MAX, ROWS_MAX, SHEET_ROWS_MAX, TEXT_CHARS_MAX } from './limits.ts';
import { CHUNK_ROWS, packRows } from './row-chunk.ts';
import { refuse } from './table-refused.ts';

/** A chunk with long texts has fewer rows, so that every chunk can be unpacked. */
const CHUNK_CHARS_MAX = 4 << 20;

/** What a file holds: its header, and its rows in packed chunks of at most 1,000 `TableRow`s. */
export interface ReadTable {
  format: TableFormat;
  /** Name of the sheet that was read. */
  sheet?: string;
  /** Names of the sheets of the workbook that were not read. */
  otherSheets?: readonly string[];
  /** Those of them that are visible and behind it. Absent if the sender named the sheet. */
  nextSheets?: readonly string[];
  /** The names of the columns. Empty when no row looks like a header; then every row is in `chunks`. */
  header: readonly Cell[];
  /** Line of the header, from 1. 0 when there is none, and for the field names of JSON objects. */
  headerLine: number;
  /** Titles and notes above the header. */
  preamble: readonly TableRow[];
  /** Rows with content below the header. */
  rows: number;
  /** Cells of the widest row. */
  columns: number;
  chunks: Uint8Array[];
  /** Sentences for the sender: what was read and could be missed, and what was not read. */
  remarks: readonly string[];
}

/** Takes rows in the order of the file, finds the header, counts what it takes, and packs the rest. */
export class TableBuilder {
  readonly #headerLine: number | undefined;
  readonly #chunks: Uint8Array[] = [];
  #head: TableRow[] | undefined = [];
  #preamble: TableRow[] = [];
  #header: TableRow = { cells: [], line: 0 };
  #pending: TableRow[] = [];
  #pendingChars = 0;
  #given = 0;
  #rows = 0;
  #cells = 0;
  #chars = 0;
  #columns = 0;
  readonly #remarks: string[] = [];

  /** @param headerLine line of the header if the sender named it, 0 for a table without one */
  constructor(headerLine?: number) {
    this.#headerLine = headerLine;
  }

  get isEmpty(): boolean {
    return this.#rows === 0;
  }

  /** The names of the columns where they stand in no row. */
  setHeader(names: readonly string[]): void {
    this.#header = { cells: names, line: 0 };
    this.#head = undefined;
  }

  remark(sentence: string): void {
    this.#remarks.push(sentence);
  }

  /** @param cells are kept. A row without content is left out. @throws TableRefused if the table is too large */
  add(line: number, cells: Cell[]): void {
    if (++this.#given > SHEET_ROWS_MAX) refuse('The file has more than 1,048,576 lines. Split it.', { line });
    while (cells.length > 0 && cellText(cells.at(-1)).trim() === '' && typeof cells.at(-1) === 'string') cells.pop();
    if (cells.length === 0) return;
    if (cells.length > COLUMNS_MAX) refuse(`A row has at most ${COLUMNS_MAX} cells.`, { line });
    let chars = 0;
    for (const cell of cells) chars += typeof cell === 'string' ? cell.length : cell.text.length + cell.raw.length;
    if (chars > ROW_CHARS_MAX) refuse('A row has at most 1,048,576 characters.', { line });
    this.#chars += chars;
    this.#cells += cells.length;
    this.#columns = Math.max(this.#columns, cells.length);
    if (++this.#rows > ROWS_MAX + HEADER_ROWS) refuse('A table has at most 500,000 rows. Split the file.', { line });
    if (this.#chars > TEXT_CHARS_MAX) refuse('The cells hold more than 256 MB of text. Split the file.', { line });
    if (this.#cells > CELLS_MAX) refuse('The table has more than 20,000,000 cells. Split the file.', { line });
    const row = { line, cells };
    if (!this.#head) {
      // An empty cell takes three characters in a chunk.
      this.#keep(row, chars + 3 * cells.length);
      return;
    }
    this.#head.push(row);
    if (this.#head.length === HEADER_ROWS) this.#decideHeader();
  }

  finish(format: TableFormat, sheet?: string): ReadTable {
    this.#decideHeader();
    this.#pack();
    const rows = this.#rows - this.#preamble.length - (this.#header.line > 0 ? 1 : 0);
    if (rows > ROWS_MAX) refuse('A table has at most 500,000 rows. Split the file.');
    return {
      format,
      ...(sheet !== undefined && { sheet }),
      header: this.#header.cells,
      headerLine: this.#header.line,
      preamble: this.#preamble,
      rows,
      columns: Math.max(this.#columns, this.#header.cells.length),
      chunks: this.#chunks,
      remarks: this.#remarks,
    };
  }

  #decideHeader(): void {
    const head = this.#head;
    if (!head) return;
    this.#head = undefined;
    const named = this.#headerLine;
    const at = named === undefined ? headerAt(head) : named === 0 ? -1 : head.findIndex(({ line }) => line === named);
    if (named !== undefined && named > 0 && at < 0) {
      refuse(`The header must be one of the first ${HEADER_ROWS} rows with content.`, { line: named });
    }
    if (at >= 0) this.#header = head[at]!;
    this.#preamble = head.slice(0, Math.max(0, at));
    for (const row of head.slice(at + 1)) this.#keep(row, 0);
  }

  #keep(row: TableRow, chars: number): void {
    this.#pending.push(row);
    this.#pendingChars += chars;
    if (this.#pending.length === CHUNK_ROWS || this.#pendingChars > CHUNK_CHARS_MAX) this.#pack();
  }

  #pack(): void {
    if (this.#pending.length === 0) return;
    this.#chunks.push(packRows(this.#pending));
    this.#pending = [];
    this.#pendingChars = 0;
  }
}
