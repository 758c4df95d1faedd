/**
 * Reads the ZIP files of strangers by their central directory (APPNOTE 6.3.10, with ZIP64). No size in a file is trusted: what is
 * unpacked is counted, and compared with its checksum.
 */
import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';

/** Of the record that ends the directory, without its comment. */
const END_BYTES = 22;
const END_SIGNATURE = 'PK\x05\x06';

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
  readonly #zip: ZipFile;
  readonly #limits: ZipLimits;
  #unpacked = 0;

  private constructor(
    zip: ZipFile,
    readonly members: readonly ZipMember[],
    limits: ZipLimits,
  ) {
    this.#zip = zip;
    this.#limits = limits;
  }

  /** @throws ZipFault unless the directory can be read and has at most `limits.members` */
  static async open(bytes: Uint8Array, limits: ZipLimits): Promise<ZipReader> {
    const options = { decodeStrings: false, validateEntrySizes: false };
    const zip = await fromBufferPromise(withoutTail(bytes), options).catch(fail('no_directory'));
    if (zip.entryCount > limits.members) throw new ZipFault('too_many_members');
    const members = await membersOf(zip).catch(failAs('encryption', 'encrypted', 'damaged_directory'));
    return new ZipReader(zip, members, limits);
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

  async *#slices(entry: Entry): AsyncGenerator<Uint8Array> {
    const stream = await this.#zip
      .openReadStreamPromise(entry)
      .catch(failAs('overflows', 'incomplete', 'damaged_header'));
    try {
      yield* stream;
    } catch (cause) {
      throw new ZipFault('damaged_content', { cause });
    }
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
