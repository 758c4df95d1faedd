/**
 * The text of a file in any encoding that the official exports meet on their way through spreadsheets: UTF-8, UTF-16 in either
 * order, Windows-1252; each also compressed with gzip. The encoding is detected, and a file that does not decode is refused.
 */
import { gunzipSync } from 'node:zlib';
import { detectEncoding } from '../../spreadsheet/text-encoding.ts';
import { lineAt, TariffFileError } from '../json-fields.ts';

/** Of the file, unpacked. The whole official schedule is a quarter of this. */
const BYTES_MAX = 64 * 1024 * 1024;
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
  const encoding = detectEncoding(bytes);
  if (typeof encoding !== 'string') {
    throw new TariffFileError(encoding.faultLine, 'the file is neither valid UTF-8 nor Windows-1252. Export it again');
  }
  if (encoding.startsWith('utf-16') && bytes.length % 2 === 1) {
    throw new TariffFileError(null, 'the file ends within a character of UTF-16');
  }
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new TariffFileError(null, `the file is not valid ${encoding.toUpperCase()}`);
  }
}
