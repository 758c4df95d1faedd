/**
 * Finds any of a hundred texts in one pass. A regular expression of alternatives tries one after the other at most places; here
 * three characters decide by one look into a table whether a text may begin there.
 */

const BITS = 15;
const MASK = (1 << BITS) - 1;
/** A character moves out of the hash after three of these. */
const SHIFT = BITS / 3;
const CHARS_MIN = 3;

export class TextSearch {
  /** By the hash of three characters, the number of the list of texts that begin with it. 0: none does. */
  readonly #table = new Uint8Array(1 << BITS);
  readonly #lists: string[][] = [[]];

  /**
   * @param texts at most 255, of three characters or more. Of several at one place, the longest is found.
   * @throws RangeError for other texts.
   */
  constructor(texts: readonly string[]) {
    if (texts.length > 255) throw new RangeError('A search takes at most 255 texts.');
    for (const text of texts.toSorted((a, b) => b.length - a.length)) {
      if (text.length < CHARS_MIN)
        throw new RangeError(`“${text}” is too short for a search: it needs three characters.`);
      const hash = [...text.slice(0, CHARS_MIN)].reduce((sum, char) => hashWith(sum, char.charCodeAt(0)), 0);
      if (this.#table[hash] === 0) this.#table[hash] = this.#lists.push([]) - 1;
      this.#lists[this.#table[hash]!]!.push(text);
    }
  }

  /** The first text at `from` or after it, and where it begins. */
  next(text: string, from: number): { found: string; at: number } | undefined {
    const table = this.#table;
    const first = from + CHARS_MIN - 1;
    if (first >= text.length) return undefined;
    let hash = hashWith(text.charCodeAt(from), text.charCodeAt(from + 1));
    for (let i = first; i < text.length; i++) {
      hash = hashWith(hash, text.charCodeAt(i));
      const list = table[hash]!;
      if (list === 0) continue;
      const at = i - CHARS_MIN + 1;
      for (const found of this.#lists[list]!) if (text.startsWith(found, at)) return { found, at };
    }
    return undefined;
  }
}

function hashWith(hash: number, code: number): number {
  return ((hash << SHIFT) ^ code) & MASK;
}
