/**
 * Writes log lines to standard error at once. Standard error may be a file on a full disk: a line that does not fit is dropped, and
 * writing one never throws, never waits for room, and never leaves a broken line behind. (The destination of pino throws in the
 * request that logs, keeps every line in memory, and waits for ever when the process ends.)
 */
import { writeSync } from 'node:fs';

/** A pipe whose reader is slow refuses bytes for moments. */
const TRIES_MAX = 100;
const RETRY_AFTER_MS = 1;

/** Writes bytes from `at` on, as many as fit. @throws an error with the code `EAGAIN` if none fit now */
type WriteBytes = (bytes: Uint8Array, at: number) => number;

export class StandardError {
  readonly #writeBytes: WriteBytes;
  /** The rest of a line of which the beginning was written. */
  #rest: Uint8Array = new Uint8Array();
  /** The reader was waited for in vain. Waiting again at each line would block the event loop for as long as the reader stalls. */
  #isStalled = false;

  /** @param writeBytes only tests pass another one */
  constructor(writeBytes: WriteBytes = (bytes, at) => writeSync(2, bytes, at)) {
    this.#writeBytes = writeBytes;
  }

  write(line: string): void {
    this.#rest = this.#writeSome(this.#rest);
    if (this.#rest.length > 0) return;
    const bytes = Buffer.from(line);
    const rest = this.#writeSome(bytes);
    if (rest.length === 0) this.#isStalled = false;
    else if (rest.length < bytes.length) this.#rest = rest;
  }

  /** Returns the bytes that could not be written. */
  #writeSome(bytes: Uint8Array): Uint8Array {
    let at = 0;
    for (let tries = 0; at < bytes.length && tries < TRIES_MAX; ) {
      try {
        at += this.#writeBytes(bytes, at);
      } catch (error) {
        if ((error as { code?: string }).code !== 'EAGAIN' || this.#isStalled) break;
        this.#isStalled = ++tries === TRIES_MAX;
        Bun.sleepSync(RETRY_AFTER_MS);
      }
    }
    return bytes.subarray(at);
  }
}
