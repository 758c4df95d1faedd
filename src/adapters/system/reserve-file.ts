/**
 * A file that only takes space. Emptying it gives the space back when nothing else can. It is written with random bytes: a sparse
 * file, or one that the file system compresses, would reserve nothing.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, truncateSync, writeSync } from 'node:fs';
import { fileBytes } from './disk.ts';

/** Enough for a start, a checkpoint of the write-ahead log, and hundreds of changes by the operator. */
export const RESERVE_BYTES = 4 << 20;
const CHUNK_BYTES = 64 << 10;

export class ReserveFile {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  bytes(): number {
    return fileBytes(this.path);
  }

  /** Some process made one for this database. */
  exists(): boolean {
    return existsSync(this.path);
  }

  /** Empties the file, which stays so that the next process fills it again. Never throws. */
  release(): void {
    this.#shorten(0);
  }

  /** Makes the file `RESERVE_BYTES` long, or as long as the disk allows. Never throws: without room there is nothing to reserve. */
  fill(): void {
    const missing = RESERVE_BYTES - this.bytes();
    if (missing > 0) appendRandom(this.path, missing);
    // Two processes may have filled it at the same time.
    this.#shorten(RESERVE_BYTES);
  }

  #shorten(bytes: number): void {
    try {
      if (this.bytes() > bytes) truncateSync(this.path, bytes);
    } catch {
      // The file of another user. The caller sees that there is no space.
    }
  }
}

/** The reserve beside a database file. */
export function reserveFileOf(database: string): ReserveFile {
  return new ReserveFile(`${database}-reserve`);
}

/** Appends random bytes to a file until `bytes` are written or the disk is full. Never throws. */
export function appendRandom(path: string, bytes: number): void {
  let file: number;
  try {
    file = openSync(path, 'a', 0o600);
  } catch {
    return;
  }
  try {
    const chunk = randomBytes(CHUNK_BYTES);
    for (let left = bytes; left > 0; ) left -= writeSync(file, chunk, 0, Math.min(left, CHUNK_BYTES));
  } catch {
    // The disk is full. What was written stays reserved.
  } finally {
    closeSync(file);
  }
}
