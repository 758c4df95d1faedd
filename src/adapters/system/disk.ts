/** Sizes on disk, in bytes. Cheap enough for a page that anyone can request. */
import { statfsSync, statSync } from 'node:fs';

/** Space that this process may use on the disk of `path`. */
export function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

/** Size of a file; 0 if it does not exist. */
export function fileBytes(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** The age up to which a measurement is used again. A request pays for a comparison, a busy server for 40 measurements a second. */
const MEASURED_FOR_MS = 25;

/** Free space on the disk of a folder, measured only when it is asked for. */
export class FreeSpace {
  readonly #folder: string;
  #bytes: number | undefined;
  #validUntilMs = Number.NEGATIVE_INFINITY;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** At most 25 ms old; undefined if it cannot be read. */
  bytes(): number | undefined {
    return performance.now() < this.#validUntilMs ? this.#bytes : this.measure();
  }

  /** Measured now. */
  measure(): number | undefined {
    try {
      this.#bytes = freeBytes(this.#folder);
    } catch {
      this.#bytes = undefined;
    }
    this.#validUntilMs = performance.now() + MEASURED_FOR_MS;
    return this.#bytes;
  }
}
