import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { FrameReader, frameOf } from './frame.ts';

const whole = (text: string, attachments: Uint8Array[] = []) => Buffer.concat(frameOf(text, attachments));
const words = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer);

describe('a frame', () => {
  test('is read as it was written, however it is cut', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 15 }),
        fc.infiniteStream(fc.integer({ min: 1, max: 40 })),
        (text, attachments, cuts) => {
          const frame = whole(text, attachments);
          const reader = new FrameReader(10_000);
          let parts: Buffer[] | undefined;
          for (let at = 0; at < frame.length; ) {
            expect(parts).toBeUndefined();
            const length = cuts.next().value!;
            parts = reader.push(frame.subarray(at, at + length));
            at += length;
          }
          expect(parts!.map((part) => part.toString('hex'))).toEqual(
            [Buffer.from(text), ...attachments].map((part) => Buffer.from(part).toString('hex')),
          );
        },
      ),
    );
  });

  test.each([
    ['no part', words(0)],
    ['too many parts', words(17)],
    ['text instead of a frame', Buffer.from('<!doctype html>')],
    ['bytes after its end', Buffer.concat([whole('a'), Buffer.from('b')])],
  ])('with %s is refused', (_, bytes) => {
    expect(() => new FrameReader(1000).push(bytes)).toThrow('malformed');
  });

  test('larger than its reader takes is refused before its parts arrive, also as the sum of its parts', () => {
    for (const lengths of [[1001], [0xffff_ffff], [500, 501], Array(16).fill(0xffff_ffff)]) {
      const reader = new FrameReader(1000);
      expect(() => reader.push(words(lengths.length, ...lengths))).toThrow('too large');
    }
    expect(new FrameReader(1000).push(whole('x'.repeat(1000)))?.[0]?.length).toBe(1000);
  });
});
