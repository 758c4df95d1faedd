import { describe, expect, test } from 'bun:test';
import zlib from 'node:zlib';
import { mulberry32 } from '../../../test/support/random.ts';
import { decodeBody } from './body.ts';

const random = mulberry32(1);
const NOISE = Buffer.from(Uint8Array.from({ length: 300_000 }, () => random() * 256));
const { ZSTD_c_checksumFlag, ZSTD_c_contentSizeFlag } = zlib.constants;
const SKIPPABLE = Buffer.from([0x53, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);

const bodies: [string, Buffer][] = [
  ['text', zlib.zstdCompressSync('<p>shop'.repeat(20_000))],
  ['one byte again and again', zlib.zstdCompressSync('x'.repeat(500_000))],
  ['a short text', zlib.zstdCompressSync('x')],
  ['noise', zlib.zstdCompressSync(NOISE)],
  ['a checksum', zlib.zstdCompressSync(NOISE, { params: { [ZSTD_c_checksumFlag]: 1 } })],
  ['no size', zlib.zstdCompressSync(NOISE, { params: { [ZSTD_c_contentSizeFlag]: 0 } })],
  ['two frames', Buffer.concat([zlib.zstdCompressSync('one'), zlib.zstdCompressSync(NOISE)])],
  ['a skippable frame', Buffer.concat([zlib.zstdCompressSync('one'), SKIPPABLE, zlib.zstdCompressSync(NOISE)])],
];

async function decode(bytes: Uint8Array, cut = false): Promise<number> {
  let length = 0;
  for await (const chunk of decodeBody(bytes, 'zstd', 1 << 20, cut)) length += chunk.length;
  return length;
}

describe('a zstd body', () => {
  test.each(bodies)('with %s is decoded when it is whole, and broken when it is not', async (_, bytes) => {
    expect(await decode(bytes)).toBe(zlib.zstdDecompressSync(bytes).length);
    const cuts = [1, 2, 3, 4, 5, 9, 100, bytes.length >> 1, bytes.length - 3].filter((cut) => cut < bytes.length);
    for (const cut of cuts) await expect(decode(bytes.subarray(0, -cut))).rejects.toHaveProperty('code');
  });

  test('that we cut ourselves is read as far as it reaches', async () => {
    expect(await decode(bodies[3]![1].subarray(0, -100), true)).toBeGreaterThan(0);
  });
});
