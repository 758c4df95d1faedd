/**
 * A trie over the digits of the listings in force on one date, compiled into a table with no holes: from every state each
 * of the ten digits leads somewhere. Where a code leaves the listed numbers it falls into a sink, a state that only leads
 * to itself and holds the answer the code had earned by then. So a look-up is one pass over the characters, one table read
 * a digit, with nothing allocated and nothing to remember: the state reached at the end is the answer.
 */
import { type AdjacentHit, type Answer, AnswerBook, CLEAR, headingEntries, INVALID, isDerivative } from './answer.ts';
import { CHAPTERS_WITHOUT_PRODUCTS } from './code.ts';
import type { Listing } from './list.ts';

const ROOT = 0;
/** No child: no state leads back to the root. */
const NONE = 0;

export class CodeTrie {
  /** `next[state * 10 + digit]` is the state after the digit. */
  readonly #next: Uint16Array | Uint32Array;
  /** The answer for a code that ends in a state. */
  readonly #answers: readonly Answer[];
  readonly #answerCount: number;

  constructor(listings: readonly Listing[]) {
    const { next, answers, answerCount } = compile(listings);
    this.#next = next;
    this.#answers = answers;
    this.#answerCount = answerCount;
  }

  /** Sizes for the curious: states of the table, distinct answers, bytes of the table. */
  get size(): { states: number; answers: number; bytes: number } {
    return { states: this.#answers.length, answers: this.#answerCount, bytes: this.#next.byteLength };
  }

  /** The answer for a code as sent. Spellings as in `code.ts`, read here once more so that no digit string is made. */
  find(code: string): Answer {
    const next = this.#next;
    let at = 0;
    let end = code.length;
    while (at < end && isAsciiSpace(code.charCodeAt(at))) at++;
    while (end > at && isAsciiSpace(code.charCodeAt(end - 1))) end--;
    if (end - at > 13) return INVALID;
    let state = ROOT;
    let digits = 0;
    let dotAfter = 0;
    for (; at < end; at++) {
      const digit = code.charCodeAt(at) - 48;
      if (digit >= 0 && digit <= 9) {
        state = next[state * 10 + digit]!;
        digits++;
      } else if (digit === -2 && digits >= 4 && (digits & 1) === 0 && digits !== dotAfter) {
        dotAfter = digits;
      } else {
        return INVALID;
      }
    }
    if (digits < 4 || digits > 10 || (digits & 1) === 1 || digits === dotAfter) return INVALID;
    return this.#answers[state]!;
  }
}

/** Space, tab, line feed, vertical tab, form feed, carriage return. */
function isAsciiSpace(charCode: number): boolean {
  return charCode === 32 || (charCode >= 9 && charCode <= 13);
}

interface Compiled {
  next: Uint16Array | Uint32Array;
  answers: Answer[];
  answerCount: number;
}

function compile(listings: readonly Listing[]): Compiled {
  const { children, states, endOf } = grow([...listings.map((row) => row.digits), ...CHAPTERS_WITHOUT_PRODUCTS]);
  const listedAt = new Map<number, Listing[]>();
  const derivativesOf = new Map<number, Listing[]>();
  for (const listing of listings) {
    append(listedAt, endOf(listing.digits), listing);
    if (isDerivative(listing)) append(derivativesOf, endOf(listing.digits.slice(0, 4)), listing);
  }

  const book = new AnswerBook();
  const answers: Answer[] = new Array(states).fill(CLEAR);
  /** Settles the answers below a state: where nothing is listed, a number answers as the shorter one above it does. */
  const settle = (state: number, depth: number, matched: readonly Listing[], near: readonly AdjacentHit[]) => {
    for (let slot = state * 10; slot < state * 10 + 10; slot++) {
      const child = children[slot]!;
      if (child === NONE) continue;
      const listed = listedAt.get(child);
      const covering = listed ? [...matched, ...listed] : matched;
      const isHeading = depth === 3;
      const nearby = isHeading ? headingEntries(derivativesOf.get(child) ?? []) : near;
      answers[child] = listed || isHeading ? book.of(covering, nearby) : answers[state]!;
      settle(child, depth + 1, covering, nearby);
    }
  };
  settle(ROOT, 0, [], []);
  for (const chapter of CHAPTERS_WITHOUT_PRODUCTS) answers[endOf(chapter)] = INVALID;
  return { next: fillWithSinks(children, answers), answers, answerCount: book.size };
}

/** The bare trie. `children[state * 10 + digit]` is NONE where no listing goes on. */
function grow(numbers: readonly string[]) {
  const statesMax = 1 + numbers.reduce((sum, digits) => sum + digits.length, 0);
  const children = new Uint32Array(statesMax * 10);
  let states = 1;
  for (const digits of numbers) {
    let state = ROOT;
    for (let at = 0; at < digits.length; at++) {
      const slot = state * 10 + digits.charCodeAt(at) - 48;
      if (children[slot] === NONE) children[slot] = states++;
      state = children[slot]!;
    }
  }
  const endOf = (digits: string) => {
    let state = ROOT;
    for (let at = 0; at < digits.length; at++) state = children[state * 10 + digits.charCodeAt(at) - 48]!;
    return state;
  };
  return { children, states, endOf };
}

/** The full table: a missing child becomes the sink of its state's answer. Appends the sinks to `answers`. */
function fillWithSinks(children: Uint32Array, answers: Answer[]): Uint16Array | Uint32Array {
  const branches = answers.length;
  const sinks = new Map<Answer, number>();
  for (let state = 0; state < branches; state++) {
    const answer = answers[state]!;
    if (!sinks.has(answer)) sinks.set(answer, answers.push(answer) - 1);
  }
  // The smaller table stays in the fast caches; the larger takes any list the loader admits.
  const Table = answers.length <= 0x1_0000 ? Uint16Array : Uint32Array;
  const next = new Table(answers.length * 10);
  for (let state = 0; state < answers.length; state++) {
    const sink = sinks.get(answers[state]!)!;
    const first = state * 10;
    next.fill(sink, first, first + 10);
    if (state >= branches) continue;
    for (let slot = first; slot < first + 10; slot++) if (children[slot] !== NONE) next[slot] = children[slot]!;
  }
  return next;
}

function append(lists: Map<number, Listing[]>, key: number, listing: Listing): void {
  const list = lists.get(key);
  if (list) list.push(listing);
  else lists.set(key, [listing]);
}
