/** A ZIP file as a stream. Sizes follow each member, because they are not known before. */
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';
import type { Sink } from './sink.ts';

const BLOCK_BYTES = 256 * 1024;
/** A higher level takes twice the time for a tenth less. */
const LEVEL = 4;
/** fflate has no ZIP64. */
const BYTES_MAX = 0xffffffff;
const DEFLATED = 8;
/** The format has no earlier time. */
const TIME_MIN_MS = Date.UTC(1980, 0, 1);

const deflate = promisify(deflateRaw);

export class ZipWriter {
  readonly #sink: Sink;
  readonly #mtime: number;
  readonly #zip: Zip;
  #made: Uint8Array[] = [];
  #written = 0;
  #member: ZipInputFile | undefined;
  #block: Buffer[] = [];
  #blockBytes = 0;

  /** @param modifiedAtMs Unix milliseconds, noted for every member */
  constructor(sink: Sink, modifiedAtMs: number) {
    this.#sink = sink;
    this.#mtime = sameInUtc(Math.max(modifiedAtMs, TIME_MIN_MS));
    this.#zip = new Zip((error, bytes) => {
      if (error) throw error;
      this.#made.push(bytes);
    });
  }

  /** Begins a member. `write` adds to it, `endMember` ends it. */
  beginMember(name: string): void {
    this.#member = { filename: name, size: 0, crc: 0, compression: DEFLATED, mtime: this.#mtime };
    this.#zip.add(this.#member);
  }

  async write(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    this.#block.push(bytes);
    this.#blockBytes += bytes.length;
    if (this.#blockBytes >= BLOCK_BYTES) await this.#pack(constants.Z_SYNC_FLUSH);
  }

  async endMember(): Promise<void> {
    await this.#pack(constants.Z_FINISH);
  }

  async close(): Promise<void> {
    this.#zip.end();
    await this.#flush();
  }

  /**
   * Blocks that end in a flush stand one after another as one stream. zlib makes them in another thread: the deflate of fflate takes
   * twice the processor time, and holds the server up meanwhile.
   */
  async #pack(finishFlush: number): Promise<void> {
    const member = this.#member!;
    const block = Buffer.concat(this.#block);
    this.#block = [];
    this.#blockBytes = 0;
    member.crc = crc32(block, member.crc);
    member.size += block.length;
    if (member.size > BYTES_MAX) throw new RangeError('a sheet is larger than 4 GB');
    member.ondata!(null, await deflate(block, { level: LEVEL, finishFlush }), finishFlush === constants.Z_FINISH);
    await this.#flush();
  }

  async #flush(): Promise<void> {
    for (const bytes of this.#made.splice(0)) {
      this.#written += bytes.length;
      if (this.#written > BYTES_MAX) throw new RangeError('the workbook is larger than 4 GB');
      await this.#sink.write(bytes);
    }
  }
}

/** fflate writes the local time. The same rows give the same bytes in every time zone. */
function sameInUtc(ms: number): number {
  return ms + new Date(ms).getTimezoneOffset() * 60_000;
}
