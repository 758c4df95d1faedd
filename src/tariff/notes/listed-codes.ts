/**
 * The numbers that one subdivision lists. A list follows a colon, so numbers in sentences ("provided for in subheading
 * 4901.99.00") are not read. A list that something interrupts is a fault, never a shorter list.
 */
import type { Effort } from '../../domain/effort.ts';
import { CHAPTERS_WITHOUT_PRODUCTS } from '../hts-code.ts';
import { TariffFileError } from '../json-fields.ts';
import { codeTokens, printedDigits, tokenEnd } from './code-tokens.ts';
import { spend } from './spend.ts';
import type { NotesIndex, Region } from './subdivisions.ts';

export interface ListedCodes {
  /** The line of each number, by its digits. */
  lines: Map<string, number>;
  /** Where the list begins. */
  from: number;
}

/** The longest list of the notes has 388 numbers. */
const NUMBERS_MAX = 5_000;
const SEPARATORS = /[\s;,|]/;
const EXCEPTION = /^\W{0,3}(?:except|excluding|other than|but not|not including)\b/i;

/**
 * @param name the subdivision, for messages
 * @throws TariffFileError if there is no list or a second one, if a number has an unknown level, if an exception follows, or if
 *   the list is interrupted
 */
export function listedCodes(name: string, index: NotesIndex, region: Region, effort: Effort): ListedCodes {
  const lists = findLists(name, index, region, effort);
  const [list, second] = lists;
  if (!list) throw new TariffFileError(index.lineAt(region.from), `${name}: no list of numbers follows a colon`);
  if (second) {
    throw new TariffFileError(index.lineAt(second.from), `${name}: a second list begins here, and one is expected`);
  }
  refuseRest(name, index, { from: region.from, to: list.from }, effort);
  refuseRest(name, index, { from: list.to, to: region.to }, effort);
  if (EXCEPTION.test(index.text.slice(list.to, list.to + 30))) {
    throw new TariffFileError(index.lineAt(list.to), `${name}: an exception follows the list; a person must read it`);
  }
  return list;
}

/** True if the region has a list. @throws TariffFileError if a number has an unknown level */
export function hasList(name: string, index: NotesIndex, region: Region, effort: Effort): boolean {
  return findLists(name, index, region, effort).length > 0;
}

function findLists(name: string, index: NotesIndex, region: Region, effort: Effort): (ListedCodes & { to: number })[] {
  const { text } = index;
  const lists: (ListedCodes & { to: number })[] = [];
  spend(effort, region.to - region.from);
  for (let at = text.indexOf(':', region.from); at !== -1 && at < region.to; at = text.indexOf(':', at + 1)) {
    spend(effort, 1);
    const start = listStart(text, at + 1, region.to, effort);
    if (start === null) continue;
    const list = readList(name, index, start, region.to, effort);
    if (!list) continue;
    lists.push(list);
    at = Math.max(at, list.to - 1);
  }
  return lists;
}

/** Behind a colon: white space, a compiler's note in brackets, and then a number. Null if there is no number. */
function listStart(text: string, from: number, to: number, effort: Effort): number | null {
  if (from < to && !/\s/.test(text[from]!)) return null;
  let at = from;
  while (at < to && (/\s/.test(text[at]!) || text[at] === '|' || text[at] === '[')) {
    spend(effort, 1);
    if (text[at] !== '[') {
      at++;
      continue;
    }
    const close = text.slice(at, Math.min(at + 400, to)).indexOf(']');
    if (close === -1) return null;
    at += close + 1;
  }
  return at < to && tokenEnd(text, at) > at ? at : null;
}

function readList(name: string, index: NotesIndex, from: number, to: number, effort: Effort) {
  const { text } = index;
  const lines = new Map<string, number>();
  let at = from;
  let end = from;
  while (at < to) {
    spend(effort, 1);
    const stop = tokenEnd(text, at);
    if (stop > at) {
      const token = text.slice(at, stop);
      const digits = printedDigits(token);
      if (digits === null || isPartOfWord(text, at, stop)) {
        if (lines.size === 0 && !token.includes('.')) return null;
        if (!looksLikeNumber(token)) break;
        const reason = `${name}: "${around(text, at, stop)}" is no number of 4, 6, 8 or 10 digits`;
        throw new TariffFileError(index.lineAt(at), reason);
      }
      if (CHAPTERS_WITHOUT_PRODUCTS.includes(digits.slice(0, 2))) {
        if (lines.size === 0) return null;
        break;
      }
      if (lines.size === NUMBERS_MAX) {
        throw new TariffFileError(index.lineAt(at), `${name}: the list has more than ${NUMBERS_MAX} numbers`);
      }
      if (!lines.has(digits)) lines.set(digits, index.lineAt(at));
      at = end = stop;
      continue;
    }
    const word = separatorEnd(text, at);
    if (word === at) break;
    at = word;
  }
  return lines.size === 0 ? null : { lines, from, to: end };
}

/** Digits beside a letter, a hyphen or a dot belong to something else. */
function isPartOfWord(text: string, from: number, to: number): boolean {
  return /[\w.\-–%$]/.test(text[from - 1] ?? ' ') || /^(?:[\w\-–%]|\.\w)/.test(text.slice(to, to + 2));
}

/** More than a year or a page number: it has a dot, or the length of a heading. */
function looksLikeNumber(token: string): boolean {
  return token.length >= 4;
}

function around(text: string, from: number, to: number): string {
  return text.slice(Math.max(0, from - 1), Math.min(to + 2, from + 40)).trim();
}

/** Behind one separator: white space, `;`, `,`, a dot that ends a sentence, "and", "or", or the `null` of an empty cell. */
function separatorEnd(text: string, at: number): number {
  if (SEPARATORS.test(text[at]!)) return at + 1;
  if (text[at] === '.' && !/\d/.test(text[at + 1] ?? '')) return at + 1;
  const word = /^(?:and|or|null)\b/.exec(text.slice(at, at + 5))?.[0];
  return word ? at + word.length : at;
}

/** Outside the list there are only sentences. A line of numbers there, or numbers in a row, is a part of the list that was cut off. */
function refuseRest(name: string, index: NotesIndex, region: Region, effort: Effort): void {
  spend(effort, region.to - region.from);
  let offset = region.from;
  for (const line of index.text.slice(region.from, region.to).split('\n')) {
    const tokens = codeTokens(line).filter(
      ({ text }) => text.length >= 4 && printedDigits(text) !== null && !text.startsWith('99'),
    );
    const dotted = tokens.filter(({ text }) => text.includes('.'));
    const letters = line.replace(/[\d.;,|\s]/g, '');
    const isRow = dotted.some(
      ({ at, text }, i) => dotted[i + 1] && /^[;\s]+$/.test(line.slice(at + text.length, dotted[i + 1]!.at)),
    );
    if (tokens.length > 0 && (letters === '' || isRow)) {
      const reason = `${name}: the list is interrupted, and goes on here with ${tokens[0]!.text}`;
      throw new TariffFileError(index.lineAt(offset), reason);
    }
    offset += line.length + 1;
  }
}
