/** Tables in tests: written in memory, and read without a worker process. */
import type { Cell, TableRow } from '../../src/domain/table.ts';
import { unpackRows } from '../../src/spreadsheet/row-chunk.ts';
import type { ReadTable } from '../../src/spreadsheet/table-builder.ts';
import { TableRefused } from '../../src/spreadsheet/table-refused.ts';
import { type ReadInput, readBytes } from '../../src/spreadsheet/worker-tasks.ts';
import type { Sink } from '../../src/spreadsheet/write/sink.ts';

/** A sink that keeps what is written. */
export class MemorySink implements Sink {
  readonly #parts: Uint8Array[] = [];

  write(bytes: Uint8Array): void {
    this.#parts.push(bytes);
  }

  get bytes(): Uint8Array {
    return Buffer.concat(this.#parts);
  }
}

export function rowsOf({ chunks }: ReadTable): TableRow[] {
  return chunks.flatMap((chunk) => unpackRows<TableRow>(chunk));
}

/** The cells below the header. */
export function cellsOf(table: ReadTable): (readonly Cell[])[] {
  return rowsOf(table).map(({ cells }) => cells);
}

/** The sentence with which a file is refused. */
export async function refusalOf(bytes: Uint8Array, input?: ReadInput): Promise<string> {
  try {
    await readBytes(bytes, input);
  } catch (error) {
    if (error instanceof TableRefused) return error.message;
    throw error;
  }
  return 'read';
}
