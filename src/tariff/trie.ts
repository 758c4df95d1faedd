/**
 * A trie over the digits of the listings in force on one date: a heading of four digits, then pairs of digits. A pair that
 * does not continue a listed number ends the walk, and the answer is the one earned by then. So a look-up is one pass over
 * the characters, at most four reads that wait for each other, with nothing allocated and nothing to remember.
 */

import type { Listing } from '../domain/tariff-list.ts';
import { type AdjacentHit, type Answer, AnswerBook, CLEAR, headingEntries, INVALID, isDerivative } from './answer.ts';
import { ANSWER, FIRST, NOWHERE, PAIRS, SLOT, Slots } from './double-array.ts';
import { CHAPTERS_WITHOUT_PRODUCTS } from './hts-code.ts';

const PAIRS_AFTER_HEADING_MAX = 3;
const DOT = 46;
/** Of ten digits as the notes write them. */
const FULL_LENGTH = 12;

export class CodeTrie {
  readonly #slots: Int32Array;
  readonly #answers: readonly Answer[];

  constructor(listings: readonly Listing[]) {
    const { slots, answers } = compile(listings);
    this.#slots = slots;
    this.#answers = answers;
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
    const slots = this.#slots;
    let at = high * PAIRS + low;
    if (end === FULL_LENGTH && code.charCodeAt(4) === DOT && code.charCodeAt(7) === DOT) {
      // The usual spelling, `7326.90.8688`, without a loop: its pairs are read at once and judged together.
      const sub = pairAt(code, 5);
      const eighth = pairAt(code, 8);
      const tenth = pairAt(code, 10);
      if ((sub | eighth | tenth) < 0) return INVALID;
      let next = slots[at * SLOT + FIRST]! + sub;
      if (slots[next * SLOT] === at) {
        at = next;
        next = slots[at * SLOT + FIRST]! + eighth;
        if (slots[next * SLOT] === at) {
          at = next;
          next = slots[at * SLOT + FIRST]! + tenth;
          if (slots[next * SLOT] === at) at = next;
        }
      }
      return this.#answers[slots[at * SLOT + ANSWER]!]!;
    }
    let answer = slots[at * SLOT + ANSWER]!;
    for (let read = 4, pairs = 0; read < end; read += 2, pairs++) {
      if (code.charCodeAt(read) === DOT) read++;
      const pair = read + 2 <= end ? pairAt(code, read) : -1;
      if (pair < 0 || pairs === PAIRS_AFTER_HEADING_MAX) return INVALID;
      const next = slots[at * SLOT + FIRST]! + pair;
      if (slots[next * SLOT] === at) {
        at = next;
        answer = slots[at * SLOT + ANSWER]!;
      } else at = NOWHERE;
    }
    return this.#answers[answer]!;
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
function growTree(listings: readonly Listing[]): Map<number, Branch> {
  const headings = new Map<number, Branch>();
  for (const listing of listings) {
    const { digits } = listing;
    let branch = grow(headings, Number(digits.slice(0, 4)));
    for (let at = 4; at < digits.length; at += 2) branch = grow(branch.longer, pairAt(digits, at));
    branch.listed.push(listing);
  }
  return headings;
}

function grow(branches: Map<number, Branch>, key: number): Branch {
  let branch = branches.get(key);
  if (!branch) {
    branch = { listed: [], longer: new Map() };
    branches.set(key, branch);
  }
  return branch;
}

function compile(listings: readonly Listing[]) {
  const book = new AnswerBook();
  const answers: Answer[] = [];
  const numbers = new Map<Answer, number>();
  const numberOf = (answer: Answer) => {
    let number = numbers.get(answer);
    if (number === undefined) {
      number = answers.push(answer) - 1;
      numbers.set(answer, number);
    }
    return number;
  };
  const slots = new Slots(numberOf(CLEAR));
  for (const chapter of CHAPTERS_WITHOUT_PRODUCTS) {
    for (let at = 0; at < PAIRS; at++) slots.answer(Number(chapter) * PAIRS + at, numberOf(INVALID));
  }
  /** Where nothing is listed, a number answers as the shorter one above it does: `inherited`. */
  const settle = (
    slot: number,
    { listed, longer }: Branch,
    matched: readonly Listing[],
    near: readonly AdjacentHit[],
    inherited?: Answer,
  ): void => {
    const covering = listed.length > 0 ? [...matched, ...listed] : matched;
    const answer = inherited === undefined || listed.length > 0 ? book.of(covering, near) : inherited;
    slots.answer(slot, numberOf(answer));
    if (longer.size === 0) return;
    const first = slots.branchOff(slot, [...longer.keys()]);
    for (const [pair, branch] of longer) settle(first + pair, branch, covering, near, answer);
  };
  const derivatives = Map.groupBy(listings.filter(isDerivative), (listing) => Number(listing.digits.slice(0, 4)));
  for (const [heading, branch] of growTree(listings)) {
    settle(heading, branch, [], headingEntries(derivatives.get(heading) ?? []));
  }
  return { slots: slots.done(), answers };
}
