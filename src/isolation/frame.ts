/**
 * What crosses between a server and its worker processes, in both directions: a frame is the number of its parts, the length of
 * each (32 bits, little endian), and the parts. Plain lengths and bytes, so that a reader can refuse a frame before it holds it.
 */

const PARTS_MAX = 16;
const WORD = 4;

/** The parts of a frame as chunks to write one after another. The first part is text. */
export function frameOf(text: string, attachments: readonly Uint8Array[] = []): Uint8Array[] {
  const first = Buffer.from(text);
  const parts = [first, ...attachments];
  if (parts.length > PARTS_MAX) throw new RangeError(`a frame has at most ${PARTS_MAX} parts`);
  const head = Buffer.allocUnsafe(WORD * (1 + parts.length));
  head.writeUInt32LE(parts.length, 0);
  for (const [i, part] of parts.entries()) head.writeUInt32LE(part.length, WORD * (i + 1));
  return [Buffer.concat([head, first]), ...attachments];
}

/** The bytes are not a frame, or a frame larger than its reader takes. */
export class FrameFault extends Error {
  constructor(readonly reason: 'malformed' | 'too large') {
    super(`frame is ${reason}`);
  }
}

/** Collects one frame from chunks of any size. Holds at most `bytesMax` bytes of parts. */
export class FrameReader {
  readonly #bytesMax: number;
  /** The number of parts and their lengths, then the parts themselves. */
  #target: Buffer = Buffer.allocUnsafe(WORD);
  #filled = 0;
  #lengths: number[] | undefined;
  #phase: 'count' | 'lengths' | 'parts' = 'count';

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** True once the first byte has come. */
  get begun(): boolean {
    return this.#filled > 0 || this.#phase !== 'count';
  }

  /**
   * Takes the next chunk. Returns the parts when the frame is complete. Bytes after its end are a fault: nobody asked for them.
   * @throws FrameFault
   */
  push(chunk: Uint8Array): Buffer[] | undefined {
    let at = 0;
    for (;;) {
      const taken = Math.min(chunk.length - at, this.#target.length - this.#filled);
      this.#target.set(chunk.subarray(at, at + taken), this.#filled);
      this.#filled += taken;
      at += taken;
      if (this.#filled < this.#target.length) return undefined;
      const parts = this.#advance();
      if (!parts) continue;
      if (at < chunk.length) throw new FrameFault('malformed');
      return parts;
    }
  }

  #advance(): Buffer[] | undefined {
    if (this.#phase === 'count') {
      const count = this.#target.readUInt32LE(0);
      if (count < 1 || count > PARTS_MAX) throw new FrameFault('malformed');
      this.#expect('lengths', WORD * count);
      return undefined;
    }
    if (this.#phase === 'lengths') {
      const lengths = Array.from({ length: this.#target.length / WORD }, (_, i) => this.#target.readUInt32LE(WORD * i));
      const total = lengths.reduce((sum, length) => sum + length, 0);
      if (total > this.#bytesMax) throw new FrameFault('too large');
      this.#lengths = lengths;
      this.#expect('parts', total);
      return undefined;
    }
    let end = 0;
    return this.#lengths!.map((length) => {
      end += length;
      return this.#target.subarray(end - length, end);
    });
  }

  #expect(phase: 'lengths' | 'parts', bytes: number): void {
    this.#phase = phase;
    this.#target = Buffer.allocUnsafe(bytes);
    this.#filled = 0;
  }
}
