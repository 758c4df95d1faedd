/**
 * Finds the numbers of the schedule whose description has the words of a query. A description means little without the rows above
 * it (“Other” under “Ladders”), so a row matches if it and the rows above it have all words; the answer is the highest row at
 * which the last word is found. What a search costs does not depend on the words: one pass over the outline.
 */
import { formatCode } from '../hts-code.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { INDENT_MAX } from '../schedule/schedule-row.ts';
import type { WordIndex } from '../schedule/word-index.ts';
import { COMMON_WORDS, wordsOf } from '../schedule/words.ts';
import { nearestWords } from './nearest-words.ts';

export const QUERY_CHARS_MAX = 200;
export const RESULTS_MAX = 50;
/** Each word is one bit of a byte. */
const WORDS_MAX = 8;
/** A word that is not in the schedule stands for at most so many that begin with it. */
const COMPLETIONS_MAX = 32;
const COMPLETED_CHARS_MIN = 3;
const LIKE_MAX = 3;

const OWN_LEADING = 1;
const OWN = 0.7;
const ABOVE = 0.45;
/** How much each further word of a description takes from its rank. */
const LENGTH_COST = 0.01;
/** By depth: a heading names its goods, and what is far below it names their parts and uses. */
const LEVELS = [1.6, 1.2];

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
  const words = searchedWords(text);
  const known: Known[] = [];
  const unknown: SearchAnswer['unknown'] = [];
  for (const word of words) {
    const positions = positionsOf(index, word);
    if (positions.length > 0) known.push({ positions, bit: 1 << known.length });
    else unknown.push({ word, like: nearestWords(index.vocabulary, word, LIKE_MAX) });
  }
  const { rows, all } = matchingRows(index, known);
  const results = resultsOf(schedule, best(rows, limit), limit);
  return { ...answer, words, unknown, all_words: all && unknown.length === 0, total: rows.length, results };
}

/** The beginning of a number, if the query is nothing else: `7318`, `7318.15`, `7318 15 20`. */
function digitsOf(text: string): string | null {
  const digits = text.replace(/[\s.]+/g, '');
  return /^\d{2,10}$/.test(digits) ? digits : null;
}

function searchedWords(text: string): string[] {
  const words = [...new Set(wordsOf(text))];
  const telling = words.filter((word) => !COMMON_WORDS.has(word));
  return (telling.length > 0 ? telling : words).slice(0, WORDS_MAX);
}

/** A word of the query that the schedule has: itself, or the words that begin with it, by their positions in the vocabulary. */
interface Known {
  positions: number[];
  bit: number;
}

function positionsOf(index: WordIndex, word: string): number[] {
  const first = index.position(word);
  if (index.vocabulary[first] === word) return [first];
  if (word.length < COMPLETED_CHARS_MIN) return [];
  const positions: number[] = [];
  for (let at = first; index.vocabulary[at]?.startsWith(word) && positions.length < COMPLETIONS_MAX; at++)
    positions.push(at);
  return positions;
}

interface Match {
  row: number;
  score: number;
}

/** The rows with the most words. `all`: they have all known words. */
function matchingRows(index: WordIndex, known: readonly Known[]): { rows: Match[]; all: boolean } {
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
  const scoreOf = (words: number, row: number) => {
    let score = 0;
    for (let at = 0; at < weights.length; at++) {
      const bit = 1 << at;
      if (leading[row]! & bit) score += weights[at]! * OWN_LEADING;
      else if (own[row]! & bit) score += weights[at]! * OWN;
      else if (words & bit) score += weights[at]! * ABOVE;
    }
    return (score * (LEVELS[depths[row]!] ?? 1)) / (1 + LENGTH_COST * lengths[row]!);
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
    if (words === inherited) continue;
    const count = bitsOf(words);
    if (count < most) continue;
    if (count > most) rows = [];
    most = count;
    rows.push({ row, score: scoreOf(words, row) });
  }
  return { rows, all: most === known.length };
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

/** The results of the best rows. A row that only groups others stands for the highest numbers below it. */
function resultsOf(schedule: Schedule, rows: readonly Match[], limit: number): SearchResult[] {
  const results = new Map<string, SearchResult>();
  for (const { row } of rows) {
    for (const digits of numbersAt(schedule, row, limit)) {
      if (results.size >= limit) return [...results.values()];
      if (!results.has(digits)) results.set(digits, resultOf(schedule, digits));
    }
  }
  return [...results.values()];
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
