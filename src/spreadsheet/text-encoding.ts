/**
 * The characters of a text file. UTF-8 and UTF-16 are read as they are, and refused where they are damaged. A file that is not UTF-8 is
 * Windows-1252, as older spreadsheets save it, only if nothing in it looks like UTF-8 and all its bytes exist in Windows-1252: a damaged
 * UTF-8 file would be read with wrong characters.
 */
import { refuse } from './table-refused.ts';

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const SLICE_BYTES = 64 * 1024;
/** How much of a file without a byte order mark is looked at for the zero bytes of UTF-16. */
const SAMPLE_BYTES = 4096;
const UNDEFINED_1252 = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** @throws TableRefused naming the line */
export function encodingOf(bytes: Uint8Array): TextEncoding {
  const found = detectEncoding(bytes);
  if (typeof found === 'string') return found;
  return refuse('This is not UTF-8. Save the file as CSV UTF-8.', { line: found.faultLine });
}

/** The encoding, or the line of the first byte that fits none. */
export function detectEncoding(bytes: Uint8Array): TextEncoding | { faultLine: number } {
  const order = utf16Order(bytes);
  if (order) return order;
  const fault = utf8Fault(bytes);
  if (fault === undefined) return 'utf-8';
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const is1252 = !marked && fault.characters === 0 && !bytes.some((byte) => UNDEFINED_1252.has(byte));
  return is1252 ? 'windows-1252' : { faultLine: fault.line };
}

/** By the byte order mark, or because every second byte of text in a Latin alphabet is zero. */
function utf16Order(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2]!++;
  });
  const many = sample.length / 4;
  if (zeros[1]! > many && zeros[0] === 0) return 'utf-16le';
  return zeros[0]! > many && zeros[1] === 0 ? 'utf-16be' : undefined;
}

/** The text in slices, without its byte order mark. @throws TableRefused naming the line of a zero byte or of a damaged character */
export function* textOf(bytes: Uint8Array, encoding: TextEncoding): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let line = 1;
  for (let at = 0; at < bytes.length || at === 0; at += SLICE_BYTES) {
    const slice = bytes.subarray(at, at + SLICE_BYTES);
    const text = decoded(decoder, slice, at + SLICE_BYTES < bytes.length, line);
    const zero = text.indexOf('\0');
    if (zero >= 0) {
      refuse('The file contains a zero byte: it is not text. Export it as CSV UTF-8.', {
        line: line + lineBreaks(text.slice(0, zero)),
      });
    }
    line += lineBreaks(text);
    yield text;
  }
}

function decoded(decoder: TextDecoder, slice: Uint8Array, stream: boolean, line: number): string {
  try {
    return decoder.decode(slice, { stream });
  } catch {
    return refuse(`A character from here on is damaged: this is not ${decoder.encoding.toUpperCase()}.`, { line });
  }
}

/** The first byte that is not UTF-8, and how many characters of several bytes the file has. Undefined for valid UTF-8. */
function utf8Fault(bytes: Uint8Array): { line: number; characters: number } | undefined {
  let line = 1;
  let faultLine: number | undefined;
  let characters = 0;
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at]!;
    if (byte === 0x0a || (byte === 0x0d && bytes[at + 1] !== 0x0a)) line++;
    const length = byte < 0x80 ? 1 : utf8Length(bytes, at);
    if (length > 1) characters++;
    if (length === 0) faultLine ??= line;
    at += length || 1;
  }
  return faultLine === undefined ? undefined : { line: faultLine, characters };
}

/** Length of the UTF-8 character of several bytes at a position; 0 if there is none. Overlong forms and surrogates are none. */
function utf8Length(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!;
  const length =
    lead >= 0xf0 && lead < 0xf5 ? 4 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xc2 && lead < 0xe0 ? 2 : 0;
  for (let offset = 1; offset < length; offset++) {
    if (((bytes[at + offset] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  const second = bytes[at + 1] ?? 0;
  const lawful =
    (lead !== 0xe0 || second >= 0xa0) &&
    (lead !== 0xed || second < 0xa0) &&
    (lead !== 0xf0 || second >= 0x90) &&
    (lead !== 0xf4 || second < 0x90);
  return lawful ? length : 0;
}

/** CRLF is one line break, and so is a lone CR. */
export function lineBreaks(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) !== 0x0a)) count++;
  }
  return count;
}
