/**
 * The members of a ZIP file by its central directory (APPNOTE 6.3.10), with ZIP64. Excel writes shared strings after the sheets that
 * need them, so a workbook is not read from front to back. No size in the file is trusted: what is unpacked is counted.
 */
import { constants, crc32, createInflateRaw } from 'node:zlib';
import { PARTS_MAX, UNPACKED_BYTES_MAX } from '../limits.ts';
import { refuse } from '../table-refused.ts';

const END = 0x06054b50;
const END_BYTES = 22;
const COMMENT_MAX = 0xffff;
const END64 = 0x06064b50;
const LOCATOR64 = 0x07064b50;
const LOCATOR64_BYTES = 20;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const EXTRA64 = 0x0001;
const STORED = 0;
const DEFLATED = 8;
const SLICE_BYTES = 256 * 1024;

export interface ZipMember {
  name: string;
  method: number;
  isEncrypted: boolean;
  /** CRC-32 of the content. */
  checksum: number;
  /** Where its local header begins. */
  at: number;
  packedBytes: number;
  /** As the file says. An honest file that is too large is refused at once; what a dishonest one holds is counted. */
  unpackedBytes: number;
}

export class ZipDirectory {
  readonly #view: DataView;
  readonly #members: ReadonlyMap<string, ZipMember>;
  #unpacked = 0;

  /** @throws TableRefused if this is not a ZIP file that can be read */
  constructor(readonly bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#members = readMembers(bytes, this.#view);
  }

  /** Names as they are written. */
  get names(): readonly string[] {
    return [...this.#members.values()].map(({ name }) => name);
  }

  /** Names of parts do not depend on case. */
  has(name: string): boolean {
    return this.#members.has(name.toLowerCase());
  }

  /**
   * The content of a member in slices, counted as it comes out. A wrong checksum is known only after the last slice: what was read
   * before is not to be used.
   * @throws TableRefused naming the part
   */
  async *content(name: string): AsyncGenerator<Uint8Array> {
    const member = this.#members.get(name.toLowerCase());
    if (!member) refuse('The workbook lacks this part.', { part: name });
    if (this.#unpacked + member.unpackedBytes > UNPACKED_BYTES_MAX) tooLarge(name);
    let checksum = 0;
    for await (const slice of this.#slices(member)) {
      this.#unpacked += slice.length;
      if (this.#unpacked > UNPACKED_BYTES_MAX) tooLarge(name);
      checksum = crc32(slice, checksum);
      yield slice;
    }
    // One wrong digit of a tariff number is another product.
    if (checksum !== member.checksum)
      refuse('This part is damaged: its checksum is wrong. Send the file again.', { part: name });
  }

  #slices(member: ZipMember): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
    const { name: part } = member;
    const packed = this.#packed(member);
    if (member.isEncrypted) refuse('This part is encrypted. Save the workbook without a password.', { part });
    if (member.method === STORED) return sliced(packed);
    if (member.method !== DEFLATED)
      refuse('This part is compressed in a way that is not read. Save the workbook again.', { part });
    return inflated(packed, part);
  }

  #packed({ name: part, at, packedBytes }: ZipMember): Uint8Array {
    const view = this.#view;
    if (at + 30 > view.byteLength || view.getUint32(at, true) !== LOCAL) refuse('The ZIP file is damaged.', { part });
    const from = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
    if (from + packedBytes > view.byteLength) refuse('The ZIP file is incomplete.', { part });
    return this.bytes.subarray(from, from + packedBytes);
  }
}

function* sliced(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) yield bytes.subarray(at, at + SLICE_BYTES);
}

async function* inflated(packed: Uint8Array, part: string): AsyncGenerator<Uint8Array> {
  const inflate = createInflateRaw({ chunkSize: SLICE_BYTES, finishFlush: constants.Z_FINISH });
  inflate.end(packed);
  try {
    for await (const slice of inflate) yield slice as Uint8Array;
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('Z_') !== true) throw error;
    refuse('This part is damaged.', { part });
  } finally {
    inflate.destroy();
  }
}

function readMembers(bytes: Uint8Array, view: DataView): Map<string, ZipMember> {
  try {
    return listedMembers(bytes, view);
  } catch (error) {
    // A position outside of the file.
    if (error instanceof RangeError) return damaged();
    throw error;
  }
}

function listedMembers(bytes: Uint8Array, view: DataView): Map<string, ZipMember> {
  const { count, at: start } = directoryOf(view);
  if (count > PARTS_MAX) refuse(`The workbook has more than ${PARTS_MAX} parts.`);
  const members = new Map<string, ZipMember>();
  let at = start;
  for (let number = 0; number < count; number++) {
    if (view.getUint32(at, true) !== CENTRAL) damaged();
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
      number,
      number,
      number,
    ];
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameBytes)).replaceAll('\\', '/');
    const sizes = {
      unpacked: view.getUint32(at + 24, true),
      packedBytes: view.getUint32(at + 20, true),
      at: view.getUint32(at + 42, true),
    };
    const extra = at + 46 + nameBytes;
    widen(sizes, view, extra, extra + extraBytes);
    const key = name.toLowerCase();
    if (members.has(key)) refuse('Two parts have this name.', { part: name });
    const isEncrypted = (view.getUint16(at + 8, true) & 1) !== 0;
    members.set(key, {
      name,
      method: view.getUint16(at + 10, true),
      isEncrypted,
      checksum: view.getUint32(at + 16, true),
      at: sizes.at,
      packedBytes: sizes.packedBytes,
      unpackedBytes: sizes.unpacked,
    });
    at = extra + extraBytes + commentBytes;
  }
  return members;
}

/** Where the central directory begins, and how many members it has. */
function directoryOf(view: DataView): { count: number; at: number } {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - COMMENT_MAX); at--) {
    if (view.getUint32(at, true) !== END) continue;
    const count = view.getUint16(at + 10, true);
    const start = view.getUint32(at + 16, true);
    if (count !== 0xffff && start !== 0xffffffff) return { count, at: start };
    const locator = at - LOCATOR64_BYTES;
    if (locator < 0 || view.getUint32(locator, true) !== LOCATOR64) return { count, at: start };
    const end64 = long(view, locator + 8);
    if (view.getUint32(end64, true) !== END64) damaged();
    return { count: long(view, end64 + 32), at: long(view, end64 + 48) };
  }
  return damaged();
}

/** Puts in the values that stand in the ZIP64 field of a member. */
function widen(
  sizes: { unpacked: number; packedBytes: number; at: number },
  view: DataView,
  from: number,
  to: number,
): void {
  for (let at = from; at + 4 <= to; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== EXTRA64) continue;
    let value = at + 4;
    for (const key of ['unpacked', 'packedBytes', 'at'] as const) {
      if (sizes[key] !== 0xffffffff) continue;
      sizes[key] = long(view, value);
      value += 8;
    }
  }
}

function long(view: DataView, at: number): number {
  const value = Number(view.getBigUint64(at, true));
  return Number.isSafeInteger(value) ? value : damaged();
}

function tooLarge(part: string): never {
  return refuse('The workbook unpacks to more than 600 MB. Split it.', { part });
}

function damaged(): never {
  return refuse('The file is damaged or incomplete: it has no readable directory of its parts. Save it again.');
}
