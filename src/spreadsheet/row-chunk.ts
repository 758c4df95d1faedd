/** Rows on their way between processes and in the database: JSON, compressed. A chunk stays small whatever the length of the file. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Rows of one chunk. A thousand rows of ten columns are about 30 kB compressed. */
export const CHUNK_ROWS = 1000;
/** What a chunk may unpack to: a thousand rows can be wide, but not without bound. */
const UNPACKED_MAX = 64 << 20;

/** @param rows JSON values, such as `TableRow`s */
export function packRows(rows: readonly unknown[]): Uint8Array {
  return deflateRawSync(JSON.stringify(rows), { level: 1 });
}

/** @throws RangeError when it would unpack to more than is ever packed */
export function unpackRows<T>(packed: Uint8Array): T[] {
  return JSON.parse(inflateRawSync(packed, { maxOutputLength: UNPACKED_MAX }).toString('utf8')) as T[];
}
