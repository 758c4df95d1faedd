/**
 * Rows that a quote took into one cell. `1/2" plate` in quotes, or a ditto mark `"`, opens a cell that ends at the next quote, hundreds
 * of rows later. A cell of several lines, such as an address, has other commas than a row.
 */
import type { Delimiter } from './csv-delimiter.ts';

const LINE_BREAK = /\r\n|\n|\r/;

export class SwallowedRows {
  /** Records by their number of cells. */
  readonly #widths = new Map<number, number>();
  /** By number of cells: the line where a quote opens that took in rows of so many. */
  readonly #opened = new Map<number, number>();
  /** Cells of several lines. */
  cells = 0;
  /** Line of the first of them. */
  firstLine = 0;

  constructor(private readonly delimiter: Delimiter) {}

  /** @param line where the record begins */
  see(record: readonly string[], line: number): void {
    this.#widths.set(record.length, (this.#widths.get(record.length) ?? 0) + 1);
    let opens = line;
    let first: number | undefined;
    for (const cell of record) {
      const lines = cell.split(LINE_BREAK);
      if (lines.length === 1) continue;
      this.cells++;
      if (this.cells === 1) this.firstLine = opens;
      first ??= opens;
      for (const inner of lines.slice(1, -1)) this.#suspect(this.#width(inner), opens);
      opens += lines.length - 1;
    }
    if (first === undefined) return;
    const widths = new Set(
      record
        .join(this.delimiter)
        .split(LINE_BREAK)
        .map((each) => this.#width(each)),
    );
    if (widths.size === 1) this.#suspect([...widths][0]!, first);
  }

  /** The line of the first quote that took in rows as wide as most rows; undefined if there is none. */
  get line(): number | undefined {
    const usual = [...this.#widths].reduce((a, b) => (b[1] > a[1] || (b[1] === a[1] && b[0] > a[0]) ? b : a), [0, 0]);
    return this.#opened.get(usual[0]);
  }

  #suspect(width: number, line: number): void {
    if (width > 1 && !this.#opened.has(width)) this.#opened.set(width, line);
  }

  /** Cells of a line if it is a row. A comma before a blank is one of a sentence. */
  #width(line: string): number {
    let width = 1;
    for (let at = line.indexOf(this.delimiter); at >= 0; at = line.indexOf(this.delimiter, at + 1)) {
      if (line[at + 1] !== ' ') width++;
    }
    return width;
  }
}
