/**
 * A trie over what is listed on one date: a heading of four digits, then pairs of digits. Each node holds two answers: for the
 * digits that end there, and for longer digits that have no node. A lookup is one pass over the characters with at most
 * four dependent memory reads. It allocates nothing and needs no cache. Coverage by parts is decided when the trie is built.
 */

import type { Listing } from '../../domain/tariff-list.ts';
import { CHAPTERS_WITHOUT_PRODUCTS } from '../hts-code.ts';
import { type Answer, AnswerPool, CLEAR, headingEntries, hitsInOrder, INVALID, isDerivative } from './answer.ts';
import { type CoverageBasis, CoverageIndex, isWhole } from './coverage.ts';
import { ANSWER, BASE, BELOW, DoubleArray, NO_CHILDREN, PAIRS, SLOT } from './double-array.ts';

const PAIRS_AFTER_HEADING_MAX = 3;
const DOT = 46;
/** The length of ten digits in the spelling of the notes. */
const FULL_LENGTH = 12;

export class CodeTrie {
  readonly #slots: Int32Array;
  readonly #answers: readonly Answer[];

  /** @param listings those in force on `date` */
  constructor(listings: readonly Listing[], date: string, basis: CoverageBasis) {
    const { slots, answers } = compile(listings, date, basis);
    this.#slots = slots;
    this.#answers = answers;
  }

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
    const slots = this.#slots;
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
          if (slots[next * SLOT] === at) return this.#answers[slots[next * SLOT + ANSWER]!]!;
        }
      }
      return this.#answers[slots[at * SLOT + BELOW]!]!;
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
    return this.#answers[answer]!;
  }
}

/** Two digits as a number, or -1 if either is not a digit. `at + 1` must be inside the text. */
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

/** Digits that have an answer of their own. */
interface TreeNode {
  answer: Answer;
  below: Answer;
  /** By the next two digits. */
  children: Map<number, TreeNode>;
}

/** The double array of these listings, and the answers that its slots refer to by index. */
function compile(
  listings: readonly Listing[],
  date: string,
  basis: CoverageBasis,
): { slots: Int32Array; answers: readonly Answer[] } {
  const indexes = new Map<Answer, number>();
  const indexOf = (answer: Answer) => {
    const index = indexes.get(answer) ?? indexes.size;
    indexes.set(answer, index);
    return index;
  };
  const table = new DoubleArray(indexOf(CLEAR));
  for (const chapter of CHAPTERS_WITHOUT_PRODUCTS) {
    const invalid = indexOf(INVALID);
    for (let at = 0; at < PAIRS; at++) table.setAnswers(Number(chapter) * PAIRS + at, invalid, invalid);
  }
  const addNode = (slot: number, { answer, below, children }: TreeNode): void => {
    table.setAnswers(slot, indexOf(answer), indexOf(below));
    if (children.size === 0) return;
    const base = table.addChildren(slot, [...children.keys()]);
    for (const [pair, child] of children) addNode(base + pair, child);
  };
  for (const [heading, node] of buildTree(listings, date, basis)) addNode(Number(heading), node);
  return { slots: table.toArray(), answers: [...indexes.keys()] };
}

/** By heading: all digits whose answer differs from that of any other digits at their place. */
function buildTree(listings: readonly Listing[], date: string, basis: CoverageBasis): Map<string, TreeNode> {
  const pool = new AnswerPool();
  const all = new CoverageIndex(listings, date, basis);
  const derivatives = new CoverageIndex(listings.filter(isDerivative), date, basis);
  const printed = Map.groupBy(listings.filter(isDerivative), ({ digits }) => digits.slice(0, 4));
  const headings = new Map<string, TreeNode>();
  const addHeading = (heading: string, touched: readonly string[]): void => {
    const fromElsewhere = derivatives.under(heading).filter(({ digits }) => !digits.startsWith(heading));
    const near = headingEntries([...(printed.get(heading) ?? []), ...fromElsewhere]);
    const answerTo = (hits: readonly Listing[], inScope: boolean) => pool.answerFor(heading, hits, inScope, near);
    /** @param touched what begins with these digits. @param inherited the answer for what is not touched, from above */
    const nodeAt = (digits: string, touched: readonly string[], inherited: Answer): TreeNode => {
      const hits = hitsOf(derivatives, digits);
      const answer = answerTo(hits, touched.length > 0);
      if (digits.length === 10) return { answer, below: answer, children: new Map() };
      const below = touched[0] === digits ? answerTo(hitsFromAbove(derivatives, digits), true) : inherited;
      const children = new Map<number, TreeNode>();
      for (const [child, under] of groupByNextPair(digits, touched)) {
        const node = nodeAt(child, under, below);
        if (node.children.size > 0 || node.answer !== below || node.below !== below) {
          children.set(pairAt(child, digits.length), node);
        }
      }
      // A ten-digit number that ends in 00 is its line.
      if (digits.length === 8 && answer !== below) children.set(0, { answer, below: answer, children: new Map() });
      return { answer, below, children };
    };
    headings.set(heading, nodeAt(heading, touched, answerTo([], false)));
  };
  for (const [heading, touched] of groupByNextPair('', all.touched)) addHeading(heading, touched);
  for (const heading of printed.keys()) if (!headings.has(heading)) addHeading(heading, []);
  return headings;
}

/** The derivative listings that cover these digits wholly. */
function hitsOf(derivatives: CoverageIndex, digits: string): readonly Listing[] {
  // Of most short codes only parts are listed. Their listings are not needed, and collecting them takes longest.
  if (digits.length < 10 && !derivatives.covers(digits)) return [];
  const covered = derivatives.of(digits);
  return isWhole(covered) ? hitsInOrder(covered) : [];
}

/** The derivative listings that cover all that begins with these digits. */
function hitsFromAbove(derivatives: CoverageIndex, digits: string): readonly Listing[] {
  return hitsInOrder({ coverage: 'whole', listings: derivatives.above(digits) });
}

/** Sorted digits by their first four digits, or by the two that follow `prefix`. What is not longer than `prefix` is left out. */
function* groupByNextPair(prefix: string, sorted: readonly string[]): Generator<[string, readonly string[]]> {
  const length = Math.max(4, prefix.length + 2);
  let start = 0;
  while (start < sorted.length && sorted[start]!.length <= prefix.length) start++;
  while (start < sorted.length) {
    const group = sorted[start]!.slice(0, length);
    let end = start + 1;
    while (end < sorted.length && sorted[end]!.startsWith(group)) end++;
    yield [group, sorted.slice(start, end)];
    start = end;
  }
}
