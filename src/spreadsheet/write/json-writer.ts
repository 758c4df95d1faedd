import type { Sink } from './sink.ts';

const BATCH_CHARS = 64 * 1024;

/** Writes an array of JSON values, one a line, or an object that ends in such an array. */
export class JsonWriter {
  readonly #sink: Sink;
  readonly #end: string;
  #batch: string;
  #isFirst = true;

  /** @param head fields of an object before the field `name`, which holds the rows. Without it the file is the array alone. */
  constructor(sink: Sink, head?: { fields: Readonly<Record<string, unknown>>; name: string }) {
    this.#sink = sink;
    const before = head ? JSON.stringify({ ...head.fields, [head.name]: 0 }).slice(0, -2) : '';
    this.#batch = `${before}[`;
    this.#end = head ? '\n]}\n' : '\n]\n';
  }

  async addRow(row: unknown): Promise<void> {
    this.#batch += `${this.#isFirst ? '' : ','}\n${JSON.stringify(row)}`;
    this.#isFirst = false;
    if (this.#batch.length >= BATCH_CHARS) await this.#flush();
  }

  async close(): Promise<void> {
    this.#batch += this.#end;
    await this.#flush();
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.from(this.#batch);
    this.#batch = '';
    await this.#sink.write(bytes);
  }
}
