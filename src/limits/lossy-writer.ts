/**
 * Writes rows about once a second, for tables that people read and that nothing may wait for. Rows are kept in memory until then. What
 * does not fit, and what cannot be written, is lost and counted: while the disk is short of space, and while the database is away.
 */
import type { Clock } from '../domain/clock.ts';
import type { LossyStore } from '../domain/lossy-store.ts';

const WRITE_EVERY_MS = 1000;
/** SQLite blocks the event loop meanwhile, and other processes wait for its lock: it takes less than a millisecond. */
const ROWS_PER_WRITE = 100;
/** After each write. More than the rows of a second, so that a table that has grown too large shrinks. */
const PRUNES_PER_WRITE = 20;
/** A stopping server does not wait longer for rows that may be lost. */
const LAST_WRITE_MS_MAX = 1000;

export interface LossyWriterParts<Row> {
  store: LossyStore<Row>;
  /** Deletes a slice of what the table may not hold any more. True if there may be more. */
  prune(): Promise<boolean>;
  /** Rows that may wait in memory. */
  rowsMax: number;
  clock: Pick<Clock, 'now'>;
}

export class LossyWriter<Row> {
  /** For the metrics. */
  written = 0;
  lost = 0;
  readonly #parts: LossyWriterParts<Row>;
  readonly #timer: ReturnType<typeof setInterval>;
  #rows: Row[] = [];
  /** Lost since the last write that succeeded. */
  #uncounted = 0;
  #writing: Promise<void> | undefined;
  #closed = false;

  constructor(parts: LossyWriterParts<Row>) {
    this.#parts = parts;
    this.#timer = setInterval(() => void this.flush(), WRITE_EVERY_MS);
    this.#timer.unref();
  }

  /** Rows that wait to be written. */
  get waiting(): number {
    return this.#rows.length;
  }

  /** Keeps the row for the next write, or loses it. Never throws. */
  push(row: Row): void {
    if (this.#rows.length < this.#parts.rowsMax) this.#rows.push(row);
    else this.lose();
  }

  /** Counts a row that was not even made. */
  lose(count = 1): void {
    this.lost += count;
    this.#uncounted += count;
  }

  /** Writes what waits. Never rejects. */
  flush(): Promise<void> {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  /** Writes what waits, for a second at most. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#closed = true;
    const written = async () => {
      await this.#writing;
      await this.flush();
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, LAST_WRITE_MS_MAX);
    });
    await Promise.race([written(), late]);
    clearTimeout(timer);
  }

  async #write(): Promise<void> {
    const { store, clock } = this.#parts;
    while (this.#rows.length > 0 || this.#uncounted > 0) {
      const rows = this.#rows.splice(0, ROWS_PER_WRITE);
      const lost = this.#uncounted;
      try {
        await store.add(rows, lost, clock.now());
      } catch {
        // Another process is writing, or there is no room. What does not fit when space or the lock is back was lost for that.
        this.#rows.unshift(...rows);
        const tooMany = this.#rows.length - this.#parts.rowsMax;
        if (tooMany > 0) this.lose(this.#rows.splice(-tooMany).length);
        return;
      }
      this.written += rows.length;
      this.#uncounted -= lost;
      await endOfTurn();
    }
    await this.#prune();
  }

  async #prune(): Promise<void> {
    try {
      for (let i = 0; i < PRUNES_PER_WRITE && !this.#closed && (await this.#parts.prune()); i++) await endOfTurn();
    } catch {
      // Another process is writing. The next write tries again.
    }
  }
}

/** Requests that came meanwhile are decided before the next slice. */
const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
