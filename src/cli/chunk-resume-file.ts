/** Chunks that a command has done, in a file beside its result, so that it can continue after an interruption. */
import { closeSync, existsSync, openSync, readFileSync, rmSync, truncateSync, writeSync } from 'node:fs';
import { sha256Hex } from '../domain/sha256.ts';
import { CommandError } from './command-error.ts';

const HEAD_BYTES = 64;
/** Number and length of a chunk, and the first bytes of its SHA-256: the last one may have been cut off. */
const ENTRY_BYTES = 8;
const CHECK_BYTES = 8;

export class ChunkResumeFile {
  /** By number, from an earlier run. */
  readonly done = new Map<number, Uint8Array>();
  #file: number;

  private constructor(
    private readonly path: string,
    key: string,
    resume: boolean,
  ) {
    const head = Buffer.from(sha256Hex(key));
    const kept = resume && existsSync(path) ? this.#read(head) : 0;
    if (kept === 0) {
      this.#file = openSync(path, 'w');
      writeSync(this.#file, head);
    } else {
      truncateSync(path, kept);
      this.#file = openSync(path, 'a');
    }
  }

  /**
   * @param key of everything that the chunks depend on: another input begins anew
   * @throws CommandError if the file cannot be written
   */
  static open(path: string, key: string, resume: boolean): ChunkResumeFile {
    try {
      return new ChunkResumeFile(path, key, resume);
    } catch {
      throw new CommandError(`${path} cannot be written.`);
    }
  }

  /** The length up to which the file is whole, or 0 if it is of something else. */
  #read(head: Buffer): number {
    const bytes = readFileSync(this.path);
    if (!bytes.subarray(0, HEAD_BYTES).equals(head)) return 0;
    let at = HEAD_BYTES;
    while (at + ENTRY_BYTES + CHECK_BYTES <= bytes.length) {
      const [number, length] = [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)];
      const end = at + ENTRY_BYTES + CHECK_BYTES + length;
      const output = bytes.subarray(end - length, end);
      const check = bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + CHECK_BYTES).toString('latin1');
      if (end > bytes.length || sha256Hex(output).slice(0, CHECK_BYTES) !== check) break;
      this.done.set(number, output);
      at = end;
    }
    return at;
  }

  add(number: number, output: Uint8Array): void {
    const entry = Buffer.alloc(ENTRY_BYTES + CHECK_BYTES);
    entry.writeUInt32LE(number, 0);
    entry.writeUInt32LE(output.length, 4);
    entry.write(sha256Hex(output).slice(0, CHECK_BYTES), ENTRY_BYTES, 'latin1');
    writeSync(this.#file, Buffer.concat([entry, output]));
  }

  close(): void {
    closeSync(this.#file);
  }

  /** The result is written. */
  remove(): void {
    rmSync(this.path, { force: true });
  }
}
