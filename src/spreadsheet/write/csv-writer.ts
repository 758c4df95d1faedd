import { csvRow } from '../../domain/csv.ts';
import { cellText } from '../../domain/table.ts';
import type { OutputCell } from './sheet-xml.ts';
import type { Sink } from './sink.ts';

const BATCH_CHARS = 64 * 1024;

/** Writes a table as CSV: UTF-8 with a byte order mark, so that Excel reads the letters of every language, and CRLF. */
export class CsvWriter {
  readonly #sink: Sink;
  #batch = '\uFEFF';

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  async addRow(cells: readonly OutputCell[]): Promise<void> {
    this.#batch += csvRow(cells.map(textOf));
    if (this.#batch.length >= BATCH_CHARS) await this.#flush();
  }

  async close(): Promise<void> {
    await this.#flush();
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.from(this.#batch);
    this.#batch = '';
    if (bytes.length > 0) await this.#sink.write(bytes);
  }
}

/** A cell as a person sees it. */
function textOf(cell: OutputCell): string {
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell);
  return cellText(cell ?? undefined);
}
