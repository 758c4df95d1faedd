/** A ZIP file as a stream. Sizes follow each member (APPNOTE 6.3.10, 4.3.9), because they are not known before. */
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import type { Sink } from './sink.ts';

const BLOCK_BYTES = 256 * 1024;
/** A higher level takes twice the time for a tenth less. */
const LEVEL = 4;
const BYTES_MAX = 0xffffffff;
/** Sizes follow the content; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
const VERSION = 20;

const deflate = promisify(deflateRaw) as (bytes: Uint8Array, options: object) => Promise<Buffer>;

interface Member {
  name: Buffer;
  crc: number;
  packed: number;
  unpacked: number;
  at: number;
}

export class ZipWriter {
  readonly #sink: Sink;
  readonly #members: Member[] = [];
  readonly #time: Buffer;
  #written = 0;
  #open: Member | undefined;
  #block: Buffer[] = [];
  #blockBytes = 0;

  /** @param modifiedAtMs Unix milliseconds, noted for every member */
  constructor(sink: Sink, modifiedAtMs: number) {
    this.#sink = sink;
    this.#time = dosTime(new Date(modifiedAtMs));
  }

  /** Begins a member. `write` adds to it, `endMember` ends it. */
  async beginMember(name: string): Promise<void> {
    this.#open = { name: Buffer.from(name), crc: 0, packed: 0, unpacked: 0, at: this.#written };
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(VERSION, 4);
    header.writeUInt16LE(FLAGS, 6);
    header.writeUInt16LE(DEFLATED, 8);
    this.#time.copy(header, 10);
    header.writeUInt16LE(this.#open.name.length, 26);
    await this.#put(Buffer.concat([header, this.#open.name]));
  }

  async write(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    this.#block.push(bytes);
    this.#blockBytes += bytes.length;
    if (this.#blockBytes >= BLOCK_BYTES) await this.#pack(constants.Z_SYNC_FLUSH);
  }

  async endMember(): Promise<void> {
    await this.#pack(constants.Z_FINISH);
    const member = this.#open!;
    this.#open = undefined;
    this.#members.push(member);
    const sizes = Buffer.alloc(16);
    sizes.writeUInt32LE(0x08074b50, 0);
    sizes.writeUInt32LE(member.crc, 4);
    sizes.writeUInt32LE(member.packed, 8);
    sizes.writeUInt32LE(member.unpacked, 12);
    await this.#put(sizes);
  }

  async close(): Promise<void> {
    const at = this.#written;
    for (const member of this.#members) await this.#put(this.#centralHeader(member));
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(this.#members.length, 8);
    end.writeUInt16LE(this.#members.length, 10);
    end.writeUInt32LE(this.#written - at, 12);
    end.writeUInt32LE(at, 16);
    await this.#put(end);
  }

  #centralHeader({ name, crc, packed, unpacked, at }: Member): Buffer {
    const header = Buffer.alloc(46);
    header.writeUInt32LE(0x02014b50, 0);
    header.writeUInt16LE(VERSION, 4);
    header.writeUInt16LE(VERSION, 6);
    header.writeUInt16LE(FLAGS, 8);
    header.writeUInt16LE(DEFLATED, 10);
    this.#time.copy(header, 12);
    header.writeUInt32LE(crc, 16);
    header.writeUInt32LE(packed, 20);
    header.writeUInt32LE(unpacked, 24);
    header.writeUInt16LE(name.length, 28);
    header.writeUInt32LE(at, 42);
    return Buffer.concat([header, name]);
  }

  /** Blocks that end in a flush stand one after another as one stream. */
  async #pack(finishFlush: number): Promise<void> {
    const member = this.#open!;
    const block = Buffer.concat(this.#block);
    this.#block = [];
    this.#blockBytes = 0;
    member.crc = crc32(block, member.crc);
    member.unpacked += block.length;
    const packed = await deflate(block, { level: LEVEL, finishFlush });
    member.packed += packed.length;
    if (member.unpacked > BYTES_MAX) throw new RangeError('a sheet is larger than 4 GB');
    await this.#put(packed);
  }

  async #put(bytes: Uint8Array): Promise<void> {
    this.#written += bytes.length;
    if (this.#written > BYTES_MAX) throw new RangeError('the workbook is larger than 4 GB');
    await this.#sink.write(bytes);
  }
}

/** In UTC. The format begins in 1980 and counts two seconds. */
function dosTime(date: Date): Buffer {
  const time = Buffer.alloc(4);
  const year = Math.max(1980, date.getUTCFullYear());
  time.writeUInt16LE((date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1), 0);
  time.writeUInt16LE(((year - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate(), 2);
  return time;
}
