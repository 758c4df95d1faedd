/**
 * Decompresses a response body and cuts it at a limit. We decompress ourselves because HTTP clients apply their limits to
 * compressed bytes, and 100 MB of page fit into 176 bytes of Brotli.
 */
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import { upstreamFailed } from './fetch-errors.ts';
import { ZstdFrames } from './zstd-frames.ts';

export const ACCEPT_ENCODING = 'gzip, br, zstd, deflate';

/** Misconfigured proxies cause two. Each further one multiplies the cost of a decompression bomb. */
const ENCODINGS_MAX = 2;

/** RFC 9659 limits the window of the zstd content coding to 8 MB. Without this limit a frame can ask for 128 MB at once. */
const ZSTD_WINDOW_LOG_MAX = 23;

/** A decoder works on one piece after another, and stops when its reader has enough. */
const PIECE_BYTES = 65_536;

type Bytes = AsyncIterable<Uint8Array>;
type Decode = (source: Bytes) => Bytes;

const DECODERS = new Map<string, Decode>(
  Object.entries({
    gzip: (source) => through(source, zlib.createGunzip()),
    'x-gzip': (source) => through(source, zlib.createGunzip()),
    br: (source) => through(source, zlib.createBrotliDecompress()),
    zstd: unzstd,
    deflate: inflate,
  }),
);

/** Pulls `source` through a zlib stream. Only as much is decoded as the reader asks for. */
async function* through(source: Bytes, stream: Transform): Bytes {
  const done = pipeline(Readable.from(source, { objectMode: false }), stream);
  done.catch(() => {}); // The line below throws the same error.
  yield* stream;
}

async function* unzstd(source: Bytes): Bytes {
  const frames = new ZstdFrames();
  async function* followed(): Bytes {
    for await (const chunk of source) {
      frames.push(chunk);
      yield chunk;
    }
  }
  const params = { [zlib.constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG_MAX };
  yield* through(followed(), zlib.createZstdDecompress({ params }));
  if (!frames.whole) throw Object.assign(new Error('zstd: unexpected end'), { code: 'ZSTD_error_unexpected_end' });
}

/** "deflate" means zlib (RFC 9110, 8.4.1.2), but some servers send raw deflate. The first byte tells which it is. */
async function* inflate(source: Bytes): Bytes {
  const chunks = source[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done) return;
  const isZlib = (first.value[0]! & 0x0f) === 8;
  async function* all(): Bytes {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  yield* through(all(), isZlib ? zlib.createInflate() : zlib.createInflateRaw());
}

/** The decoders for a Content-Encoding header, outermost first. @throws PortsideError `upstream_failed` for an unknown coding. */
export function decodersOf(contentEncoding: string | undefined): Decode[] {
  const names = (contentEncoding ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity')
    .reverse();
  if (names.length > ENCODINGS_MAX) throw upstreamFailed('The storefront compressed the page too many times.');
  return names.map((name) => {
    const decode = DECODERS.get(name);
    if (!decode) throw upstreamFailed('The storefront compressed the page in an unknown way.');
    return decode;
  });
}

/**
 * The decoded bytes of a body, at most `bytesMax` of them.
 * @param cut true if `bytes` is only the beginning of the body
 * @returns true if the body is longer than what was decoded.
 * @throws PortsideError `upstream_failed` for an unknown coding, or the error of the decoder.
 */
export async function* decodeBody(
  bytes: Uint8Array,
  contentEncoding: string | undefined,
  bytesMax: number,
  cut: boolean,
): AsyncGenerator<Uint8Array, boolean> {
  async function* source(): Bytes {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
  }
  const decoded = decodersOf(contentEncoding).reduce<Bytes>((input, decode) => decode(input), source());
  let room = bytesMax;
  try {
    for await (const chunk of decoded) {
      if (chunk.length > room) {
        yield chunk.subarray(0, room);
        return true;
      }
      room -= chunk.length;
      yield chunk;
    }
  } catch (error) {
    // A body that was cut leaves the decoder in the middle of its input. That error is ours, not the storefront's.
    if (!cut) throw error;
  }
  return cut;
}
