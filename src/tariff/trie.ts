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
const NONE = -1;

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
  const next: number[] = [];
  const answers: Answer[] = [];
  const addState = (answer: Answer) => {
    for (let digit = 0; digit < 10; digit++) next.push(NONE);
    return answers.push(answer) - 1;
  };
  const walk = (digits: string) => {
    let state = ROOT;
    for (let at = 0; at < digits.length; at++) {
      const slot = state * 10 + digits.charCodeAt(at) - 48;
      if (next[slot] === NONE) next[slot] = addState(CLEAR);
      state = next[slot]!;
    }
    return state;
  };
  addState(CLEAR);

  const listedAt = new Map<number, Listing[]>();
  const derivativesOf = new Map<number, Listing[]>();
  for (const listing of listings) {
    append(listedAt, walk(listing.digits), listing);
    if (isDerivative(listing)) append(derivativesOf, walk(listing.digits.slice(0, 4)), listing);
  }

  const book = new AnswerBook();
  /** Settles the answers below a state: where nothing is listed, a number answers as the shorter one above it does. */
  const settle = (state: number, depth: number, matched: readonly Listing[], near: readonly AdjacentHit[]) => {
    for (let digit = 0; digit < 10; digit++) {
      const child = next[state * 10 + digit]!;
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
  for (const chapter of CHAPTERS_WITHOUT_PRODUCTS) answers[walk(chapter)] = INVALID;
  fillWithSinks(next, answers, addState);

  // The smaller table stays in the fast caches; the larger takes any list the loader admits.
  const Table = answers.length <= 0x1_0000 ? Uint16Array : Uint32Array;
  return { next: new Table(next), answers, answerCount: book.size };
}

function fillWithSinks(next: number[], answers: Answer[], addState: (answer: Answer) => number): void {
  const sinks = new Map<Answer, number>();
  const branches = answers.length;
  for (let slot = 0; slot < branches * 10; slot++) {
    if (next[slot] !== NONE) continue;
    const answer = answers[Math.floor(slot / 10)]!;
    let sink = sinks.get(answer);
    if (sink === undefined) {
      sink = addState(answer);
      next.fill(sink, sink * 10, sink * 10 + 10);
      sinks.set(answer, sink);
    }
    next[slot] = sink;
  }
}

function append(lists: Map<number, Listing[]>, key: number, listing: Listing): void {
  const list = lists.get(key);
  if (list) list.push(listing);
  else lists.set(key, [listing]);
}
