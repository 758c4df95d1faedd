/**
 * The text of a file in any encoding that the official exports meet on their way through spreadsheets: UTF-8, UTF-16 in either
 * order, Windows-1252; each also compressed with gzip. The encoding is detected, and a file that does not decode is refused.
 */
import { gunzipSync } from 'node:zlib';
import { lineAt, TariffFileError } from '../json-fields.ts';

/** Of the file, unpacked. The whole official schedule is a quarter of this. */
const BYTES_MAX = 64 * 1024 * 1024;
/** How much of a file without a byte order mark is looked at for the zero bytes of UTF-16. */
const SAMPLE_BYTES = 4096;
/** Bytes that Windows-1252 does not define. */
const UNDEFINED_1252 = [0x81, 0x8d, 0x8f, 0x90, 0x9d];
/** `¢`, which every schedule has, and accented letters, after UTF-8 was read as Windows-1252. */
const READ_TWICE = /Â[¢°±²³µ·½¼¾]|Ã[\u0080-\u00BF]/;

/** @throws TariffFileError if the file is no text in one of these encodings, with the line of the first fault */
export function decodeText(file: Uint8Array): string {
  const bytes = unpacked(file);
  const text = decode(bytes);
  const zero = text.indexOf('\0');
  if (zero >= 0) throw new TariffFileError(lineAt(text, zero), 'the file contains a zero byte: it is no text');
  const twice = READ_TWICE.exec(text);
  if (twice) {
    const reason = `"${twice[0]}" is what a character becomes when UTF-8 is read as Windows-1252. Export the file again`;
    throw new TariffFileError(lineAt(text, twice.index), reason);
  }
  return text;
}

function unpacked(file: Uint8Array): Uint8Array {
  if (!(file[0] === 0x1f && file[1] === 0x8b)) return file;
  try {
    return gunzipSync(file, { maxOutputLength: BYTES_MAX });
  } catch (error) {
    const large = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE';
    throw new TariffFileError(null, large ? 'the file is too large' : 'the gzip file is damaged or incomplete');
  }
}

function decode(bytes: Uint8Array): string {
  const order = utf16Order(bytes);
  if (order) {
    if (bytes.length % 2 === 1) throw new TariffFileError(null, 'the file ends within a character of UTF-16');
    return strictly(order, bytes);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return windows1252(bytes);
  }
}

/** Every second byte of ASCII text in UTF-16 is zero. */
function utf16Order(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2]!++;
  });
  const many = sample.length / 4;
  if (zeros[1]! > many && zeros[0]! === 0) return 'utf-16le';
  return zeros[0]! > many && zeros[1]! === 0 ? 'utf-16be' : null;
}

function strictly(encoding: 'utf-16le' | 'utf-16be', bytes: Uint8Array): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new TariffFileError(null, `the file is not valid ${encoding.toUpperCase()}`);
  }
}

/**
 * A file that is not UTF-8 but holds a character of UTF-8 is a damaged UTF-8 file: read as Windows-1252, its rates would be
 * accepted with wrong characters.
 */
function windows1252(bytes: Uint8Array): string {
  let line = 1;
  let firstFault: number | undefined;
  let characters = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === 0x0a) line++;
    if (byte < 0x80) continue;
    const length = utf8Length(bytes, at);
    if (length > 0) {
      characters++;
      at += length - 1;
    } else {
      firstFault ??= line;
    }
  }
  const undefinedAt = bytes.findIndex((byte) => UNDEFINED_1252.includes(byte));
  if (characters === 0 && undefinedAt < 0) return new TextDecoder('windows-1252').decode(bytes);
  throw new TariffFileError(firstFault ?? null, 'the file is neither valid UTF-8 nor Windows-1252. Export it again');
}

/** The length of the UTF-8 character of two to four bytes at a position; 0 if there is none. */
function utf8Length(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!;
  const length =
    lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
  for (let offset = 1; offset < length; offset++) {
    const byte = bytes[at + offset];
    if (byte === undefined || byte < 0x80 || byte >= 0xc0) return 0;
  }
  return length;
}
