/**
 * A trie over what is listed on one date: a heading of four digits, then pairs of digits. Each node holds two answers: for the
 * digits that end there, and for longer digits that have no node. A lookup is one pass over the characters with at most
 * four dependent memory reads. It allocates nothing and needs no cache. `compile-trie.ts` builds it, and decides coverage by parts.
 */
import { type Answer, INVALID } from './answer.ts';
import { ANSWER, BASE, BELOW, NO_CHILDREN, PAIRS, SLOT } from './double-array.ts';

const PAIRS_AFTER_HEADING_MAX = 3;
const DOT = 46;
/** The length of ten digits in the spelling of the notes. */
const FULL_LENGTH = 12;

export class CodeTrie {
  /**
   * @param slots the double array
   * @param answers what its slots refer to by index
   */
  constructor(
    readonly slots: Int32Array,
    readonly answers: readonly Answer[],
  ) {}

  /**
   * The answer for a code as sent. Accepts the spellings of `hts-code.ts`; parsed again here so that no digit string is
   * allocated.
   */
  find(code: string): Answer {
    const answer = this.#read(code);
    // White space around a code is rare, so it is removed only if the code cannot be read as sent.
    return answer === INVALID ? this.#read(withoutSpaceAround(code)) : answer;
  }

  #read(code: string): Answer {
    const end = code.length;
    if (end < 4) return INVALID;
    const high = pairAt(code, 0);
    const low = pairAt(code, 2);
    if ((high | low) < 0) return INVALID;
    const slots = this.slots;
    let at = high * PAIRS + low;
    if (end === FULL_LENGTH && code.charCodeAt(4) === DOT && code.charCodeAt(7) === DOT) {
      // The usual spelling, `7326.90.8688`, without a loop: all pairs are read first and validated together.
      const sub = pairAt(code, 5);
      const eighth = pairAt(code, 8);
      const tenth = pairAt(code, 10);
      if ((sub | eighth | tenth) < 0) return INVALID;
      let next = slots[at * SLOT + BASE]! + sub;
      if (slots[next * SLOT] === at) {
        at = next;
        next = slots[at * SLOT + BASE]! + eighth;
        if (slots[next * SLOT] === at) {
          at = next;
          next = slots[at * SLOT + BASE]! + tenth;
          if (slots[next * SLOT] === at) return this.answers[slots[next * SLOT + ANSWER]!]!;
        }
      }
      return this.answers[slots[at * SLOT + BELOW]!]!;
    }
    let answer = slots[at * SLOT + ANSWER]!;
    for (let read = 4, pairs = 0; read < end; read += 2, pairs++) {
      if (code.charCodeAt(read) === DOT) read++;
      const pair = read + 2 <= end ? pairAt(code, read) : -1;
      if (pair < 0 || pairs === PAIRS_AFTER_HEADING_MAX) return INVALID;
      const next = slots[at * SLOT + BASE]! + pair;
      if (slots[next * SLOT] === at) {
        at = next;
        answer = slots[at * SLOT + ANSWER]!;
      } else if (at !== NO_CHILDREN) {
        answer = slots[at * SLOT + BELOW]!;
        at = NO_CHILDREN;
      }
    }
    return this.answers[answer]!;
  }
}

/** Two digits as a number, or -1 if either is not a digit. `at + 1` must be inside the text. */
export function pairAt(code: string, at: number): number {
  const tens = code.charCodeAt(at) - 48;
  const ones = code.charCodeAt(at + 1) - 48;
  return tens >>> 0 <= 9 && ones >>> 0 <= 9 ? tens * 10 + ones : -1;
}

function withoutSpaceAround(code: string): string {
  let start = 0;
  let end = code.length;
  while (start < end && isAsciiSpace(code.charCodeAt(start))) start++;
  while (end > start && isAsciiSpace(code.charCodeAt(end - 1))) end--;
  return code.slice(start, end);
}

/** Space, tab, line feed, vertical tab, form feed, carriage return. */
function isAsciiSpace(charCode: number): boolean {
  return charCode === 32 || (charCode >= 9 && charCode <= 13);
}
