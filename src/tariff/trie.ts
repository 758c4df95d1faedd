/**
 * A trie over the listings in force on one date: a heading of four digits, then pairs of digits. Each node holds its
 * answer. A pair without a child ends the walk, and the last node reached answers. A lookup is one pass over the
 * characters with at most four dependent memory reads. It allocates nothing and needs no cache.
 */

import type { Listing } from '../domain/tariff-list.ts';
import { type AdjacentHit, type Answer, AnswerPool, CLEAR, headingEntries, INVALID, isDerivative } from './answer.ts';
import { ANSWER, BASE, DoubleArray, NO_CHILDREN, PAIRS, SLOT } from './double-array.ts';
import { CHAPTERS_WITHOUT_PRODUCTS } from './hts-code.ts';

const PAIRS_AFTER_HEADING_MAX = 3;
const DOT = 46;
/** The length of ten digits in the spelling of the notes. */
const FULL_LENGTH = 12;

export class CodeTrie {
  readonly #slots: Int32Array;
  readonly #answers: readonly Answer[];

  constructor(listings: readonly Listing[]) {
    const { slots, answers } = compile(listings);
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
      const next = slots[at * SLOT + BASE]! + pair;
      if (slots[next * SLOT] === at) {
        at = next;
        answer = slots[at * SLOT + ANSWER]!;
      } else at = NO_CHILDREN;
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

/** A listed number or a prefix of one. */
interface TreeNode {
  listings: Listing[];
  /** By the next two digits. */
  children: Map<number, TreeNode>;
}

/** All listed numbers and their prefixes, by heading and then by pairs of digits. */
function buildTree(listings: readonly Listing[]): Map<number, TreeNode> {
  const headings = new Map<number, TreeNode>();
  for (const listing of listings) {
    const { digits } = listing;
    let node = getOrAdd(headings, Number(digits.slice(0, 4)));
    for (let at = 4; at < digits.length; at += 2) node = getOrAdd(node.children, pairAt(digits, at));
    node.listings.push(listing);
  }
  return headings;
}

function getOrAdd(nodes: Map<number, TreeNode>, key: number): TreeNode {
  let node = nodes.get(key);
  if (!node) {
    node = { listings: [], children: new Map() };
    nodes.set(key, node);
  }
  return node;
}

/** The double array of these listings, and the answers that its slots refer to by index. */
function compile(listings: readonly Listing[]): { slots: Int32Array; answers: readonly Answer[] } {
  const pool = new AnswerPool();
  const indexes = new Map<Answer, number>();
  const indexOf = (answer: Answer) => {
    const index = indexes.get(answer) ?? indexes.size;
    indexes.set(answer, index);
    return index;
  };
  const table = new DoubleArray(indexOf(CLEAR));
  for (const chapter of CHAPTERS_WITHOUT_PRODUCTS) {
    for (let at = 0; at < PAIRS; at++) table.setAnswer(Number(chapter) * PAIRS + at, indexOf(INVALID));
  }
  /** A node without listings has the answer of its parent, `inherited`. */
  const addNode = (
    slot: number,
    node: TreeNode,
    coveringParent: readonly Listing[],
    near: readonly AdjacentHit[],
    inherited?: Answer,
  ): void => {
    const hasListings = node.listings.length > 0;
    const covering = hasListings ? [...coveringParent, ...node.listings] : coveringParent;
    const answer = inherited === undefined || hasListings ? pool.answerFor(covering, near) : inherited;
    table.setAnswer(slot, indexOf(answer));
    if (node.children.size === 0) return;
    const base = table.addChildren(slot, [...node.children.keys()]);
    for (const [pair, child] of node.children) addNode(base + pair, child, covering, near, answer);
  };
  const derivatives = Map.groupBy(listings.filter(isDerivative), (listing) => Number(listing.digits.slice(0, 4)));
  for (const [heading, node] of buildTree(listings)) {
    addNode(heading, node, [], headingEntries(derivatives.get(heading) ?? []));
  }
  return { slots: table.toArray(), answers: [...indexes.keys()] };
}
