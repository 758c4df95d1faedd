/**
 * Which words are in which rows of a schedule: a sorted vocabulary, and for each word the rows whose own description has it. The
 * rows above a row are not repeated: a search walks the outline. Made when a schedule is packed, so that a search only reads.
 */
import { wordsOf } from './words.ts';

/** A word among so many first words of a description says what the goods are; a later one what they are like or used for. */
const LEADING_WORDS = 3;
const LENGTH_MAX = 255;
const GROUP_BITS = 7;
const CONTINUED = 1 << GROUP_BITS;
const COMPRESSION_LEVEL = 19;

export class WordIndex {
  private constructor(
    /** Ascending by code unit. */
    readonly vocabulary: readonly string[],
    /** Where the rows of each word begin in `#postings`, and where the last ones end. */
    private readonly offsets: Uint32Array,
    private readonly postings: Uint8Array,
    /** By row: how many rows are above it in the outline, and how many words it has. */
    readonly depths: Uint8Array,
    readonly lengths: Uint8Array,
  ) {}

  /** @param rows all rows of a schedule; the description of one that is not to be found is empty */
  static pack(rows: readonly { indent: number; description: string }[]): Uint8Array {
    const rowsOf = new Map<string, Map<number, boolean>>();
    const lengths = new Uint8Array(rows.length);
    rows.forEach(({ description }, row) => {
      const words = wordsOf(description);
      lengths[row] = Math.min(LENGTH_MAX, words.length);
      words.forEach((word, at) => {
        const found = rowsOf.get(word) ?? rowsOf.set(word, new Map()).get(word)!;
        if (!found.has(row)) found.set(row, at < LEADING_WORDS);
      });
    });
    const vocabulary = [...rowsOf.keys()].sort();
    const postings: number[] = [];
    const offsets = [0];
    for (const word of vocabulary) {
      let before = 0;
      for (const [row, leads] of rowsOf.get(word)!) {
        let step = (row - before) * 2 + (leads ? 1 : 0);
        for (; step >= CONTINUED; step >>= GROUP_BITS) postings.push((step % CONTINUED) + CONTINUED);
        postings.push(step);
        before = row;
      }
      offsets.push(postings.length);
    }
    const text = Buffer.from(vocabulary.join('\n'));
    const sizes = Uint32Array.of(rows.length, text.length, vocabulary.length);
    const parts = [sizes, Uint32Array.from(offsets), depthsOf(rows), lengths, text, Uint8Array.from(postings)];
    const bytes = Buffer.concat(parts.map((part) => new Uint8Array(part.buffer, part.byteOffset, part.byteLength)));
    return Bun.zstdCompressSync(bytes, { level: COMPRESSION_LEVEL });
  }

  static unpack(packed: Uint8Array): WordIndex {
    const { buffer } = new Uint8Array(Bun.zstdDecompressSync(new Uint8Array(packed)));
    const [rows, textBytes, words] = new Uint32Array(buffer, 0, 3) as unknown as [number, number, number];
    let at = 3 * Uint32Array.BYTES_PER_ELEMENT;
    const offsets = new Uint32Array(buffer, at, words + 1);
    at += offsets.byteLength;
    const take = (length: number) => {
      at += length;
      return new Uint8Array(buffer, at - length, length);
    };
    const [depths, lengths, text] = [take(rows), take(rows), take(textBytes)];
    const vocabulary = words === 0 ? [] : Buffer.from(text).toString('utf8').split('\n');
    return new WordIndex(vocabulary, offsets, new Uint8Array(buffer, at), depths, lengths);
  }

  /** The position of a word in the vocabulary, or where it would be. */
  position(word: string): number {
    let low = 0;
    let high = this.vocabulary.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.vocabulary[middle]! < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Calls `visit` for each row that has the word at a position of the vocabulary, ascending. */
  each(position: number, visit: (row: number, leads: boolean) => void): void {
    const end = this.offsets[position + 1]!;
    let row = 0;
    for (let at = this.offsets[position]!; at < end; ) {
      let step = 0;
      for (let shift = 0; ; shift += GROUP_BITS) {
        const byte = this.postings[at++]!;
        step |= (byte & (CONTINUED - 1)) << shift;
        if (byte < CONTINUED) break;
      }
      row += step >> 1;
      visit(row, (step & 1) === 1);
    }
  }
}

/** A row belongs under the last row with a smaller indent. */
function depthsOf(rows: readonly { indent: number }[]): Uint8Array {
  const open: number[] = [];
  return Uint8Array.from(rows, ({ indent }) => {
    while (open.length > 0 && open.at(-1)! >= indent) open.pop();
    return open.push(indent) - 1;
  });
}
