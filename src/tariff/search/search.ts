/**
 * Finds the numbers of the schedule for the words of a query. A description means little without the rows above it (“Other” under
 * “Ladders”), so a row matches if it and the rows above it have all words. Goods that people call by other names are known by
 * `goods-words.ts`: the rows of their numbers have all words of the name. Headings come first, ten-digit numbers last. What a search
 * costs does not depend on the words: one pass over the outline.
 */
import { formatCode } from '../hts-code.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { INDENT_MAX } from '../schedule/schedule-row.ts';
import type { WordIndex } from '../schedule/word-index.ts';
import { goodsWords, tellingWords } from './goods-words.ts';
import { nearestWords } from './nearest-words.ts';

export const QUERY_CHARS_MAX = 200;
export const RESULTS_MAX = 50;
/** Each word is one bit of a byte. */
const WORDS_MAX = 8;
/** A word that is not in the schedule stands for at most so many that begin with it. */
const COMPLETIONS_MAX = 32;
/** What was typed of such a word: “aus” is not the beginning of “Austrian”. */
const COMPLETED_CHARS_MIN = 4;
const COMPLETED_SHARE_MIN = 2 / 3;
const LIKE_MAX = 3;
/** If a query has unknown words and no row has so many of all its words, it is as likely in another language. */
const FOUND_SHARE_MIN = 1 / 2;
/** A word that is suggested is in so many rows, or in a name of goods. */
const SUGGESTED_ROWS_MIN = 8;

const OWN_LEADING = 1;
const OWN = 0.7;
const ABOVE = 0.45;
/** How much each further word of a description takes from its rank. */
const LENGTH_COST = 0.01;
/** By depth: a heading names its goods, and what is far below it names their parts and uses. */
const LEVELS = [1.6, 1.2];
/** Of a row that a name of goods leads to, and what each further number of the name takes from it. */
const NAMED = 2.5;
const NEXT_NUMBER = 0.25;
/** Rows that may be shown: ten-digit numbers go behind all others of these. */
const CANDIDATES = 60;

export interface SearchResult {
  code: string;
  chapter: string;
  /** Its own description. */
  description: string;
  /** Descriptions of the rows above it, from the heading down. */
  above: string[];
  /** How many numbers goods are entered under there are at or below it. */
  numbers: number;
  /** Column 1 general rate as printed, inherited from above; empty if the rows below it have different ones. */
  general: string;
  units: string[];
}

export interface SearchAnswer {
  query: string;
  revision: string;
  /** The words that were looked for, in the form in which they are compared. */
  words: string[];
  /** Those that no description has, and words that are like them. */
  unknown: { word: string; like: string[] }[];
  /** Every result has all words that are known. If no row has, the results have as many as any row has, and this is false. */
  all_words: boolean;
  /** How many were found. */
  total: number;
  /** The best first. */
  results: SearchResult[];
}

/** @param query any text; only its first `QUERY_CHARS_MAX` characters count */
export function searchSchedule(schedule: Schedule, query: string, limit: number): SearchAnswer {
  const text = query.slice(0, QUERY_CHARS_MAX);
  const answer = { query: text, revision: schedule.edition.revision };
  const digits = digitsOf(text);
  if (digits !== null)
    return { ...answer, words: [], unknown: [], all_words: true, ...numbersFrom(schedule, digits, limit) };
  const index = schedule.file.words;
  const words = [...new Set(tellingWords(text))].slice(0, WORDS_MAX);
  const named = namedRows(schedule, words);
  const known: Known[] = [];
  const unknown: SearchAnswer['unknown'] = [];
  words.forEach((word, at) => {
    const bit = 1 << at;
    const positions = positionsOf(index, word, (named.bits & bit) === 0);
    if (positions.length > 0 || named.bits & bit) known.push({ positions, bit });
    else unknown.push({ word, like: wordsLike(index, word) });
  });
  const { rows: matching, words: most } = matchingRows(index, known, named);
  const isForeign = unknown.length > 0 && most < words.length * FOUND_SHARE_MIN;
  const rows = isForeign ? [] : matching;
  const results = resultsOf(schedule, best(rows, Math.max(limit, CANDIDATES)), limit);
  return { ...answer, words, unknown, all_words: most === words.length, total: rows.length, results };
}

/** The beginning of a number, if the query is nothing else: `7318`, `7318.15`, `7318 15 20`. */
function digitsOf(text: string): string | null {
  const digits = text.replace(/[\s.]+/g, '');
  return /^\d{2,10}$/.test(digits) ? digits : null;
}

/** Rows of the numbers that names of goods in a query lead to. */
interface Named {
  /** The words that belong to a name. */
  bits: number;
  /** By row: the words of its names, and how likely it is of all rows of a name, at most 1. */
  rows: Map<number, { bits: number; rank: number }>;
}

/** The longest name at each place counts: a “wood screw” is no wood. */
function namedRows({ file }: Schedule, words: readonly string[]): Named {
  const { goods, longest } = goodsWords();
  const named: Named = { bits: 0, rows: new Map() };
  for (let at = 0; at < words.length; ) {
    let length = Math.min(longest, words.length - at);
    while (length > 0 && !goods.has(words.slice(at, at + length).join(' '))) length--;
    const numbers = goods.get(words.slice(at, at + length).join(' ')) ?? [];
    const bits = ((1 << length) - 1) << at;
    named.bits |= bits;
    numbers.forEach((digits, place) => {
      for (const row of file.positionsOf(digits)) {
        const before = named.rows.get(row) ?? { bits: 0, rank: 0 };
        named.rows.set(row, { bits: before.bits | bits, rank: Math.max(before.rank, 1 / (1 + NEXT_NUMBER * place)) });
      }
    });
    at += Math.max(1, length);
  }
  return named;
}

/** A word of the query that the schedule has: itself, or the words that begin with it, by their positions in the vocabulary. */
interface Known {
  positions: number[];
  bit: number;
}

/** @param isWidened also other words for it, or its completions. The name of some goods needs none */
function positionsOf(index: WordIndex, word: string, isWidened: boolean): number[] {
  const has = (other: string) => {
    const at = index.position(other);
    return index.vocabulary[at] === other ? [at] : [];
  };
  if (!isWidened) return has(word);
  const own = [word, ...(goodsWords().also.get(word) ?? [])].flatMap(has);
  if (own.length > 0 || word.length < COMPLETED_CHARS_MIN) return own;
  const positions: number[] = [];
  for (
    let at = index.position(word);
    index.vocabulary[at]?.startsWith(word) && positions.length < COMPLETIONS_MAX;
    at++
  )
    if (word.length >= index.vocabulary[at]!.length * COMPLETED_SHARE_MIN) positions.push(at);
  return positions;
}

interface Match {
  row: number;
  score: number;
  /** A name of goods leads to it. */
  isNamed: boolean;
}

function wordsLike(index: WordIndex, word: string): string[] {
  const isUsual = (candidate: string) => {
    const at = index.position(candidate);
    let rows = 0;
    if (index.vocabulary[at] === candidate) index.each(at, () => rows++);
    return rows >= SUGGESTED_ROWS_MIN || goodsWords().vocabulary.has(candidate);
  };
  const near = nearestWords([index.vocabulary, goodsWords().vocabulary], word);
  return near.filter(isUsual).slice(0, LIKE_MAX);
}

/** The rows with the most words, and how many these are. */
function matchingRows(index: WordIndex, known: readonly Known[], named: Named): { rows: Match[]; words: number } {
  const { depths, lengths } = index;
  // By row, one bit a word: the row has it; the row has it among its first words.
  const own = new Uint8Array(depths.length);
  const leading = new Uint8Array(depths.length);
  const weights = known.map(({ positions, bit }) => {
    let rows = 0;
    for (const position of positions) {
      index.each(position, (row, leads) => {
        rows++;
        own[row]! |= bit;
        if (leads) leading[row]! |= bit;
      });
    }
    return Math.log(1 + depths.length / (1 + rows));
  });
  if (known.length > 0) {
    for (const [row, { bits }] of named.rows) {
      own[row]! |= bits;
      leading[row]! |= bits;
    }
  }
  const scoreOf = (words: number, row: number) => {
    let score = 0;
    for (let at = 0; at < weights.length; at++) {
      const { bit } = known[at]!;
      if (leading[row]! & bit) score += weights[at]! * OWN_LEADING;
      else if (own[row]! & bit) score += weights[at]! * OWN;
      else if (words & bit) score += weights[at]! * ABOVE;
    }
    const { rank } = named.rows.get(row) ?? { rank: 0 };
    const level = rank > 0 ? NAMED * rank : (LEVELS[depths[row]!] ?? 1);
    return (score * level) / (1 + LENGTH_COST * lengths[row]!);
  };
  let most = 0;
  let rows: Match[] = [];
  // By depth: the words of the last row at that depth and of the rows above it. The first entry is for what is above headings.
  const found = new Uint8Array(INDENT_MAX + 2);
  for (let row = 0; row < depths.length; row++) {
    const depth = depths[row]! + 1;
    const inherited = found[depth - 1]!;
    const words = inherited | own[row]!;
    found[depth] = words;
    // Below a row with all words, what begins with one of them is one kind of the goods.
    if (words === inherited && leading[row] === 0) continue;
    const count = bitsOf(words);
    if (count < most) continue;
    if (count > most) rows = [];
    most = count;
    rows.push({ row, score: scoreOf(words, row), isNamed: named.rows.has(row) });
  }
  return { rows, words: most };
}

/** The best `max`, the best first; of equals the first of the schedule. */
function best(rows: readonly Match[], max: number): Match[] {
  const scores = Float64Array.from(rows, ({ score }) => score).sort();
  const least = scores[Math.max(0, scores.length - max)] ?? 0;
  const chosen = rows.filter(({ score }) => score >= least);
  return chosen.sort((a, b) => b.score - a.score || a.row - b.row).slice(0, max);
}

function bitsOf(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/**
 * The results of the best rows, ten-digit numbers behind the others unless the name of the goods leads to them. A row that only groups
 * others stands for the highest numbers below it.
 */
function resultsOf(schedule: Schedule, rows: readonly Match[], limit: number): SearchResult[] {
  const found = rows.flatMap(({ row, isNamed }) =>
    numbersAt(schedule, row, limit).map((digits) => ({ digits, isLast: digits.length === 10 && !isNamed })),
  );
  const ordered = [...found.filter(({ isLast }) => !isLast), ...found.filter(({ isLast }) => isLast)];
  const numbers = [...new Set(ordered.map(({ digits }) => digits))];
  return numbers.slice(0, limit).map((digits) => resultOf(schedule, digits));
}

function numbersAt(schedule: Schedule, position: number, limit: number): string[] {
  const { file } = schedule;
  const { depths } = file.words;
  const numbers: string[] = [];
  let below = Number.POSITIVE_INFINITY;
  for (let at = position; at < file.size && numbers.length < limit; at++) {
    if (at > position && depths[at]! <= depths[position]!) break;
    if (depths[at]! > below) continue;
    const { digits } = file.row(at).row;
    if (digits === null) continue;
    below = depths[at]!;
    numbers.push(digits);
  }
  return numbers;
}

function resultOf(schedule: Schedule, digits: string): SearchResult {
  const { path, general, units } = schedule.get(digits)!;
  const { from, to } = schedule.numbersUnder(digits);
  return {
    code: formatCode(digits),
    chapter: digits.slice(0, 2),
    description: path.at(-1) ?? '',
    above: path.slice(0, -1),
    numbers: to - from,
    general,
    units,
  };
}

/** The rows whose number begins with these digits, the shortest first. */
function numbersFrom(schedule: Schedule, digits: string, limit: number): Pick<SearchAnswer, 'total' | 'results'> {
  const rows = schedule.file.chapter(digits.slice(0, 2)).flatMap((row) => row.digits ?? []);
  const found = [...new Set(rows)].filter((number) => number.startsWith(digits));
  found.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return { total: found.length, results: found.slice(0, limit).map((number) => resultOf(schedule, number)) };
}
