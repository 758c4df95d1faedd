/**
 * Follows the frames of a zstd body (RFC 8878, section 3.1) without decoding them. The decoder of this runtime does not fail when
 * its input ends in the middle of a frame, and half a page must not look like a whole page.
 */
const MAGIC_BYTES = 4;
/** Of all 16 magic numbers of skippable frames, without the last four bits. */
const SKIPPABLE = 0x184d2a5;
const BLOCK_HEADER_BYTES = 3;
const RLE = 1;
const CHECKSUM_BYTES = 4;

export class ZstdFrames {
  #next: 'magic' | 'length' | 'descriptor' | 'block' = 'magic';
  /** Size of the field that is read next, how much of it was read, and its value (little endian). */
  #size = MAGIC_BYTES;
  #filled = 0;
  #value = 0;
  /** Bytes before that field. */
  #skip = 0;
  #hasChecksum = false;

  /** Whether the bytes so far end with a frame. */
  get whole(): boolean {
    return this.#next === 'magic' && this.#filled === 0 && this.#skip === 0;
  }

  push(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; ) {
      const skipped = Math.min(this.#skip, chunk.length - at);
      this.#skip -= skipped;
      at += skipped;
      if (at === chunk.length) return;
      this.#value += chunk[at++]! * 2 ** (8 * this.#filled++);
      if (this.#filled < this.#size) continue;
      const value = this.#value;
      this.#filled = 0;
      this.#value = 0;
      this.#take(value);
    }
  }

  #take(value: number): void {
    switch (this.#next) {
      case 'magic':
        if (value >>> 4 === SKIPPABLE) this.#expect('length', 4);
        else this.#expect('descriptor', 1);
        return;
      case 'length':
        this.#expect('magic', MAGIC_BYTES, value);
        return;
      case 'descriptor': {
        const isSingle = (value >> 5) & 1;
        const contentSize = value >> 6 === 0 ? isSingle : 1 << (value >> 6);
        const dictionary = [0, 1, 2, 4][value & 3]!;
        this.#hasChecksum = (value & 4) !== 0;
        this.#expect('block', BLOCK_HEADER_BYTES, 1 - isSingle + dictionary + contentSize);
        return;
      }
      case 'block': {
        const content = ((value >> 1) & 3) === RLE ? 1 : value >>> 3;
        const isLast = (value & 1) === 1;
        if (isLast) this.#expect('magic', MAGIC_BYTES, content + (this.#hasChecksum ? CHECKSUM_BYTES : 0));
        else this.#expect('block', BLOCK_HEADER_BYTES, content);
      }
    }
  }

  #expect(next: 'magic' | 'length' | 'descriptor' | 'block', size: number, skip = 0): void {
    this.#next = next;
    this.#size = size;
    this.#skip = skip;
  }
}
