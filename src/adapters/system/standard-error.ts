/**
 * Writes log lines to standard error at once. Standard error may be a file on a full disk: a line that does not fit is dropped, and
 * writing one never throws, never waits for room, and never leaves a broken line behind. (The destination of pino throws in the
 * request that logs, keeps every line in memory, and waits for ever when the process ends.)
 */
import { writeSync } from 'node:fs';

/** A pipe whose reader is slow refuses bytes for moments. */
const TRIES_MAX = 100;
const RETRY_AFTER_MS = 1;

export class StandardError {
  /** The rest of a line of which the beginning was written. */
  #rest: Uint8Array = new Uint8Array();

  write(line: string): void {
    this.#rest = writeSome(this.#rest);
    if (this.#rest.length > 0) return;
    const bytes = Buffer.from(line);
    const rest = writeSome(bytes);
    if (rest.length < bytes.length) this.#rest = rest;
  }
}

/** Returns the bytes that could not be written. */
function writeSome(bytes: Uint8Array): Uint8Array {
  let at = 0;
  for (let tries = 0; at < bytes.length && tries < TRIES_MAX; ) {
    try {
      at += writeSync(2, bytes, at);
    } catch (error) {
      if ((error as { code?: string }).code !== 'EAGAIN') break;
      tries++;
      Bun.sleepSync(RETRY_AFTER_MS);
    }
  }
  return bytes.subarray(at);
}
