/**
 * Reads the ZIP files of strangers by their central directory (APPNOTE 6.3.10, with ZIP64). No size in a file is trusted: what is
 * unpacked is counted, and compared with its checksum.
 */
import { constants, crc32, createInflateRaw } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';

/** Of the record that ends the directory, without its comment. */
const END_BYTES = 22;
const END_SIGNATURE = 'PK\x05\x06';
/** The method of a content that is not compressed. */
const STORED = 0;
const SLICE_BYTES = 256 * 1024;

export type ZipFaultKind =
  | 'no_directory'
  | 'damaged_directory'
  | 'too_many_members'
  | 'damaged_header'
  | 'incomplete'
  | 'encrypted'
  | 'unknown_method'
  | 'damaged_content'
  | 'wrong_checksum'
  | 'too_large';

/** The ZIP file, or a member of it, cannot be read. */
export class ZipFault extends Error {
  constructor(
    readonly kind: ZipFaultKind,
    options?: ErrorOptions,
  ) {
    super(kind, options);
  }
}

export interface ZipLimits {
  members: number;
  /** Unpacked, of one member. */
  memberBytes: number;
  /** Unpacked, of all members that are read. */
  bytes: number;
}

export interface ZipMember {
  /** As UTF-8, with `/`. It can be absolute, lead out of its folder, or stand twice. */
  name: string;
  entry: Entry;
}

export class ZipReader {
  readonly #file: Buffer;
  readonly #zip: ZipFile;
  readonly #limits: ZipLimits;
  #unpacked = 0;

  private constructor(
    file: Buffer,
    zip: ZipFile,
    readonly members: readonly ZipMember[],
    limits: ZipLimits,
  ) {
    this.#file = file;
    this.#zip = zip;
    this.#limits = limits;
  }

  /** @throws ZipFault unless the directory can be read and has at most `limits.members` */
  static async open(bytes: Uint8Array, limits: ZipLimits): Promise<ZipReader> {
    const options = { decodeStrings: false, validateEntrySizes: false };
    const file = withoutTail(bytes);
    const zip = await fromBufferPromise(file, options).catch(fail('no_directory'));
    if (zip.entryCount > limits.members) throw new ZipFault('too_many_members');
    const members = await membersOf(zip).catch(failAs('encryption', 'encrypted', 'damaged_directory'));
    return new ZipReader(file, zip, members, limits);
  }

  /**
   * The content of a member in slices. A wrong checksum is known only after the last slice: do not use what was read before.
   * @throws ZipFault
   */
  async *content({ entry }: ZipMember): AsyncGenerator<Uint8Array> {
    const bytesMax = Math.min(this.#limits.memberBytes, this.#limits.bytes - this.#unpacked);
    // An honest file that is too large is refused at once.
    if (entry.uncompressedSize > bytesMax) throw new ZipFault('too_large');
    if (entry.isEncrypted()) throw new ZipFault('encrypted');
    if (!entry.canDecodeFileData()) throw new ZipFault('unknown_method');
    let bytes = 0;
    let checksum = 0;
    for await (const slice of this.#slices(entry)) {
      bytes += slice.length;
      this.#unpacked += slice.length;
      if (bytes > bytesMax) throw new ZipFault('too_large');
      checksum = crc32(slice, checksum);
      yield slice;
    }
    if (checksum !== entry.crc32) throw new ZipFault('wrong_checksum');
  }

  /**
   * yauzl finds the content and this unpacks it: in a worker process the streams that yauzl pipes into each other fail or never
   * end (Bun 1.4.4).
   */
  async *#slices(entry: Entry): AsyncGenerator<Uint8Array> {
    const { fileDataStart } = await this.#zip
      .readLocalFileHeaderPromise(entry, { minimal: true })
      .catch(failAs('overflows', 'incomplete', 'damaged_header'));
    const packed = this.#file.subarray(fileDataStart, fileDataStart + entry.compressedSize);
    if (entry.compressionMethod === STORED) yield* sliced(packed);
    else yield* inflated(packed);
  }
}

function* sliced(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) yield bytes.subarray(at, at + SLICE_BYTES);
}

async function* inflated(packed: Uint8Array): AsyncGenerator<Uint8Array> {
  const inflate = createInflateRaw({ chunkSize: SLICE_BYTES, finishFlush: constants.Z_FINISH });
  inflate.end(packed);
  try {
    yield* inflate;
  } catch (cause) {
    throw new ZipFault('damaged_content', { cause });
  } finally {
    inflate.destroy();
  }
}

async function membersOf(zip: ZipFile): Promise<ZipMember[]> {
  const members: ZipMember[] = [];
  for await (const entry of zip.eachEntry())
    members.push({ name: entry.fileNameRaw.toString().replaceAll('\\', '/'), entry });
  return members;
}

/** Without what follows the directory: some servers add a line break to a file, and yauzl refuses it then. */
function withoutTail(bytes: Uint8Array): Buffer {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = file.subarray(0, END_SIGNATURE.length - END_BYTES).lastIndexOf(END_SIGNATURE);
  return end < 0 ? file : file.subarray(0, end + END_BYTES + file.readUInt16LE(end + 20));
}

function fail(kind: ZipFaultKind): (cause: unknown) => never {
  return (cause) => {
    throw new ZipFault(kind, { cause });
  };
}

/** @param word in the message of yauzl, which has no other sign of `kind` */
function failAs(word: string, kind: ZipFaultKind, otherwise: ZipFaultKind): (cause: Error) => never {
  return (cause) => fail(cause.message.includes(word) ? kind : otherwise)(cause);
}
