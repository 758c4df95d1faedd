/**
 * A trie over the digits of the listings in force on one date, compiled into a table with no holes: a heading of four digits
 * leads to a state, and from every state each of the hundred pairs of digits leads to another. Where a code leaves the
 * listed numbers it falls into a sink, a state that only leads to itself and holds the answer the code had earned by then.
 * So a look-up is one pass over the characters, at most four reads that wait for each other, with nothing allocated and
 * nothing to remember: the state reached at the end is the answer.
 */
import { type AdjacentHit, type Answer, AnswerBook, CLEAR, headingEntries, INVALID, isDerivative } from './answer.ts';
import { CHAPTERS_WITHOUT_PRODUCTS } from './code.ts';
import type { Listing } from './list.ts';

const HEADINGS = 10_000;
const PAIRS = 100;
const PAIRS_AFTER_HEADING_MAX = 3;
const DOT = 46;
/** Of ten digits as the notes write them. */
const FULL_LENGTH = 12;

type StateTable = Uint16Array | Uint32Array;

export class CodeTrie {
  /** The state of each heading, by its four digits as a number. */
  readonly #headings: StateTable;
  /** `next[state * 100 + pair]` is the state after two more digits. */
  readonly #next: StateTable;
  /** The answer for a code that ends in a state. */
  readonly #answers: readonly Answer[];

  constructor(listings: readonly Listing[]) {
    const { headings, next, answers } = compile(listings);
    this.#headings = headings;
    this.#next = next;
    this.#answers = answers;
  }

  /** Sizes for the curious: states of the table, bytes of the table. */
  get size(): { states: number; bytes: number } {
    return { states: this.#answers.length, bytes: this.#headings.byteLength + this.#next.byteLength };
  }

  /** The answer for a code as sent. Spellings as in `code.ts`, read here once more so that no digit string is made. */
  find(code: string): Answer {
    const answer = this.#read(code);
    // White space around it is rare: it is thought of only when the code cannot be read as it is.
    return answer === INVALID ? this.#read(withoutSpaceAround(code)) : answer;
  }

  #read(code: string): Answer {
    const end = code.length;
    if (end < 4) return INVALID;
    const high = pairAt(code, 0);
    const low = pairAt(code, 2);
    if ((high | low) < 0) return INVALID;
    let state = this.#headings[high * PAIRS + low]!;
    if (end === FULL_LENGTH && code.charCodeAt(4) === DOT && code.charCodeAt(7) === DOT) {
      // The usual spelling, `7326.90.8688`, without a loop: its pairs are read at once and judged together.
      const sub = pairAt(code, 5);
      const eighth = pairAt(code, 8);
      const tenth = pairAt(code, 10);
      if ((sub | eighth | tenth) < 0) return INVALID;
      const next = this.#next;
      return this.#answers[next[next[next[state * PAIRS + sub]! * PAIRS + eighth]! * PAIRS + tenth]!]!;
    }
    for (let at = 4, pairs = 0; at < end; at += 2, pairs++) {
      if (code.charCodeAt(at) === DOT) at++;
      const pair = at + 2 <= end ? pairAt(code, at) : -1;
      if (pair < 0 || pairs === PAIRS_AFTER_HEADING_MAX) return INVALID;
      state = this.#next[state * PAIRS + pair]!;
    }
    return this.#answers[state]!;
  }
}

/** The two digits at a place as a number, negative where one is no digit. Both places must be in the text. */
function pairAt(code: string, at: number): number {
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

/** A listed number, or the beginning of one. */
interface Branch {
  listed: Listing[];
  /** By the next two digits. */
  longer: Map<number, Branch>;
}

/** The beginnings of all listed numbers: by heading, and within one by pairs of digits. */
class Tree {
  readonly headings = new Map<number, Branch>();
  /** Branches that go on, each of which needs a row of the table. */
  forks = 0;

  constructor(listings: readonly Listing[]) {
    for (const listing of listings) {
      const { digits } = listing;
      let branch = this.#grow(this.headings, Number(digits.slice(0, 4)));
      for (let at = 4; at < digits.length; at += 2) {
        if (branch.longer.size === 0) this.forks++;
        branch = this.#grow(branch.longer, pairAt(digits, at));
      }
      branch.listed.push(listing);
    }
  }

  #grow(branches: Map<number, Branch>, key: number): Branch {
    let branch = branches.get(key);
    if (!branch) {
      branch = { listed: [], longer: new Map() };
      branches.set(key, branch);
    }
    return branch;
  }
}

function compile(listings: readonly Listing[]) {
  const tree = new Tree(listings);
  const book = new AnswerBook();
  const answers: Answer[] = new Array(tree.forks);
  const rows = new Uint32Array(tree.forks * PAIRS);
  const sinks = new Map<Answer, number>();
  const sinkOf = (answer: Answer) => {
    let sink = sinks.get(answer);
    if (sink === undefined) {
      sink = answers.push(answer) - 1;
      sinks.set(answer, sink);
    }
    return sink;
  };
  let forks = 0;
  /** The state of a branch. Where nothing is listed, a number answers as the shorter one above it does: `inherited`. */
  const settle = (
    { listed, longer }: Branch,
    matched: readonly Listing[],
    near: readonly AdjacentHit[],
    inherited?: Answer,
  ): number => {
    const covering = listed.length > 0 ? [...matched, ...listed] : matched;
    const answer = inherited === undefined || listed.length > 0 ? book.of(covering, near) : inherited;
    if (longer.size === 0) return sinkOf(answer);
    const state = forks++;
    answers[state] = answer;
    rows.fill(sinkOf(answer), state * PAIRS, (state + 1) * PAIRS);
    for (const [pair, branch] of longer) rows[state * PAIRS + pair] = settle(branch, covering, near, answer);
    return state;
  };

  const headings = new Uint32Array(HEADINGS).fill(sinkOf(CLEAR));
  for (const chapter of CHAPTERS_WITHOUT_PRODUCTS) {
    headings.fill(sinkOf(INVALID), Number(chapter) * PAIRS, (Number(chapter) + 1) * PAIRS);
  }
  const derivatives = Map.groupBy(listings.filter(isDerivative), (listing) => Number(listing.digits.slice(0, 4)));
  for (const [heading, branch] of tree.headings) {
    headings[heading] = settle(branch, [], headingEntries(derivatives.get(heading) ?? []));
  }
  // The smaller table stays in the fast caches; the larger takes any list the loader admits.
  const Table = answers.length <= 0x1_0000 ? Uint16Array : Uint32Array;
  const next = new Table(answers.length * PAIRS);
  next.set(rows);
  for (const sink of sinks.values()) next.fill(sink, sink * PAIRS, (sink + 1) * PAIRS);
  return { headings: new Table(headings), next, answers };
}
