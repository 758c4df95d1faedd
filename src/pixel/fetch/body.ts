/**
 * A response body, decompressed as it arrives and cut at its limit. We decode by ourselves because a client that does it
 * for us counts compressed bytes: 100 MB of page fit into 176 bytes of Brotli.
 */
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import { upstreamFailed } from './upstream.ts';

export const ACCEPT_ENCODING = 'gzip, br, zstd, deflate';

/** Two are seen behind badly set proxies; every further one multiplies what a bomb costs. */
const ENCODINGS_MAX = 2;

/** RFC 9659: a zstd content coding needs no window above 8 MB. Without this a frame may ask for 128 MB at once. */
const ZSTD_WINDOW_LOG_MAX = 23;

type Bytes = AsyncIterable<Uint8Array>;
type Decode = (source: Bytes) => Bytes;

const DECODERS: Record<string, Decode> = {
  gzip: (source) => through(source, zlib.createGunzip()),
  'x-gzip': (source) => through(source, zlib.createGunzip()),
  br: (source) => through(source, zlib.createBrotliDecompress()),
  zstd: (source) =>
    through(
      source,
      zlib.createZstdDecompress({ params: { [zlib.constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG_MAX } }),
    ),
  deflate: inflate,
};

/** Pulls `source` through a zlib stream with back-pressure both ways: what is not asked for is not decoded. */
async function* through(source: Bytes, stream: Transform): Bytes {
  const done = pipeline(Readable.from(source, { objectMode: false }), stream);
  done.catch(() => {}); // the same error is thrown by the loop below
  yield* stream;
}

/** "deflate" means zlib (RFC 9110, 8.4.1.2), but servers that send it raw are as old as the header. The first byte tells. */
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

/** The coding names in a Content-Encoding header, outermost first. @throws PortsideError `upstream_failed` for an unknown one. */
function decodersOf(contentEncoding: string | undefined): Decode[] {
  const names = (contentEncoding ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity')
    .reverse();
  if (names.length > ENCODINGS_MAX) throw upstreamFailed('The storefront compressed the page too many times.');
  return names.map((name) => {
    const decode = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined;
    if (!decode) throw upstreamFailed('The storefront compressed the page in an unknown way.');
    return decode;
  });
}

/**
 * Hands the decoded bytes of `source` to `take`, at most `bytesMax` of them, and reads at most `bytesMax` from the wire.
 * @returns true where the body went on beyond a limit. Rejects with the error of the connection or of the decoder.
 */
export async function readBody(
  source: Bytes,
  contentEncoding: string | undefined,
  bytesMax: number,
  take: (chunk: Uint8Array) => void,
): Promise<boolean> {
  let wireCut = false;
  async function* wire(): Bytes {
    let room = bytesMax;
    for await (const chunk of source) {
      if (chunk.length > room) {
        wireCut = true;
        if (room > 0) yield chunk.subarray(0, room);
        return;
      }
      room -= chunk.length;
      if (chunk.length > 0) yield chunk;
    }
  }

  const decoded = decodersOf(contentEncoding).reduce<Bytes>((bytes, decode) => decode(bytes), wire());
  let room = bytesMax;
  try {
    for await (const chunk of decoded) {
      if (chunk.length > room) {
        take(chunk.subarray(0, room));
        return true;
      }
      room -= chunk.length;
      take(chunk);
    }
  } catch (error) {
    // Cutting the wire leaves the decoder in mid-stream: its complaint is ours, not the storefront's.
    if (!wireCut) throw error;
  }
  return wireCut;
}
