import { CELL_CHARS_MAX, STRINGS_BYTES_MAX, STRINGS_MAX } from '../limits.ts';
import { refuse } from '../table-refused.ts';
import { unescaped } from './escaped-text.ts';
import { readPart } from './read-part.ts';
import type { ZipDirectory } from './zip-directory.ts';

/** The texts of a workbook, in one buffer: as JavaScript strings they would take ten times the memory. */
export class SharedStrings {
  #bytes = Buffer.allocUnsafe(64 * 1024);
  #ends = new Uint32Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  get #end(): number {
    return this.#length === 0 ? 0 : this.#ends[this.#length - 1]!;
  }

  at(index: number): string | undefined {
    if (!(index >= 0 && index < this.#length)) return undefined;
    return this.#bytes.toString('utf8', index === 0 ? 0 : this.#ends[index - 1]!, this.#ends[index]!);
  }

  add(text: string, part: string): void {
    const from = this.#end;
    // A character of UTF-16 takes at most three bytes.
    if (from + 3 * text.length > this.#bytes.length) this.#grow(from + 3 * text.length);
    const end = from + this.#bytes.write(text, from, 'utf8');
    if (end > STRINGS_BYTES_MAX) refuse('The texts of the workbook are larger than 150 MB.', { part });
    if (this.#length === STRINGS_MAX) refuse('The workbook has more than 3,000,000 texts.', { part });
    if (this.#length === this.#ends.length) {
      const ends = new Uint32Array(2 * this.#ends.length);
      ends.set(this.#ends);
      this.#ends = ends;
    }
    this.#ends[this.#length++] = end;
  }

  #grow(needed: number): void {
    const bytes = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(bytes, 0, 0, this.#end);
    this.#bytes = bytes;
  }
}

/** Rich text is several runs of one text. Reading aids of Japanese text (`rPh`) are not part of it. */
export async function readSharedStrings(zip: ZipDirectory, part: string): Promise<SharedStrings> {
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
