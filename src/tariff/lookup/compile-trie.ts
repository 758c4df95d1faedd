/** Builds the trie of one date from the listings in force on it. */
import type { Listing } from '../../domain/tariff-list.ts';
import { CHAPTERS_WITHOUT_PRODUCTS } from '../hts-code.ts';
import { type Answer, AnswerPool, CLEAR, headingEntries, hitsInOrder, INVALID, isDerivative } from './answer.ts';
import { type CoverageBasis, CoverageIndex, isWhole } from './coverage.ts';
import { DoubleArray, PAIRS } from './double-array.ts';
import { CodeTrie, pairAt } from './trie.ts';

/** Digits that have an answer of their own. */
interface TreeNode {
  answer: Answer;
  below: Answer;
  /** By the next two digits. */
  children: Map<number, TreeNode>;
}

/** The trie of these listings. @param listings those in force on `date` */
export function compileTrie(listings: readonly Listing[], date: string, basis: CoverageBasis): CodeTrie {
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
  return new CodeTrie(table.toArray(), [...indexes.keys()]);
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
