import { CELL_CHARS_MAX, STRINGS_BYTES_MAX, STRINGS_MAX } from '../limits.ts';
import { refuse } from '../table-refused.ts';
import { unescaped } from './escaped-text.ts';
import { readPart } from './read-part.ts';
import type { WorkbookPackage } from './workbook-package.ts';

/** A block holds several of the longest texts: a text is in one block. */
const BLOCK_BYTES = 4 << 20;

/**
 * The texts of a workbook as UTF-8: as JavaScript strings they would take ten times the memory. They fill one block after
 * another, because a single buffer that grows would be held twice while it is copied.
 */
export class SharedStrings {
  readonly #blocks: Buffer[] = [];
  /** Where each text ends: number of the block × BLOCK_BYTES, plus the place in it. */
  #ends = new Uint32Array(1024);
  #length = 0;
  #bytes = 0;

  get length(): number {
    return this.#length;
  }

  get #end(): number {
    return this.#length === 0 ? 0 : this.#ends[this.#length - 1]!;
  }

  at(index: number): string | undefined {
    if (!(Number.isInteger(index) && index >= 0 && index < this.#length)) return undefined;
    const end = this.#ends[index]!;
    const previousEnd = index === 0 ? 0 : this.#ends[index - 1]!;
    if (end === previousEnd) return '';
    const block = Math.floor((end - 1) / BLOCK_BYTES);
    const blockFrom = block * BLOCK_BYTES;
    // The first text of a block begins with it, whatever is free at the end of the block before.
    return this.#blocks[block]!.toString('utf8', Math.max(previousEnd, blockFrom) - blockFrom, end - blockFrom);
  }

  add(text: string, part: string): void {
    const length = Buffer.byteLength(text);
    this.#bytes += length;
    if (this.#bytes > STRINGS_BYTES_MAX) refuse('The texts of the workbook are larger than 150 MB.', { part });
    if (this.#length === STRINGS_MAX) refuse('The workbook has more than 3,000,000 texts.', { part });
    let from = this.#end;
    if (from + length > this.#blocks.length * BLOCK_BYTES) {
      from = this.#blocks.length * BLOCK_BYTES;
      this.#blocks.push(Buffer.allocUnsafeSlow(BLOCK_BYTES));
    }
    // Without a block, the text is empty.
    this.#blocks.at(-1)?.write(text, from - (this.#blocks.length - 1) * BLOCK_BYTES, 'utf8');
    this.#addEnd(from + length);
  }

  #addEnd(end: number): void {
    if (this.#length === this.#ends.length) {
      const ends = new Uint32Array(2 * this.#ends.length);
      ends.set(this.#ends);
      this.#ends = ends;
    }
    this.#ends[this.#length++] = end;
  }
}

/** Rich text is several runs of one text. Reading aids of Japanese text (`rPh`) are not part of it. */
export async function readSharedStrings(zip: WorkbookPackage, part: string): Promise<SharedStrings> {
  const strings = new SharedStrings();
  let text = '';
  let isText = false;
  let aids = 0;
  await readPart(zip, part, {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') aids++;
      else if (name === 't') isText = aids === 0;
    },
    text(piece) {
      if (!isText) return;
      text += piece;
      if (text.length > 7 * CELL_CHARS_MAX) refuse('A text is longer than 32,767 characters.', { part });
    },
    close(name) {
      if (name === 't') isText = false;
      else if (name === 'rPh') aids--;
      else if (name === 'si') strings.add(unescaped(text), part);
    },
  });
  return strings;
}
