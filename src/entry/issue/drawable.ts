/**
 * Which characters a certificate can show. It asks a table made from the fonts, so that no font is loaded to answer, and a
 * request can be evaluated where nothing is drawn.
 */
import { COVERAGE } from './drawable-coverage.ts';

/** Draw nothing, so nothing is lost: controls, joiners, variation selectors. */
const INVISIBLE = /[\p{Cc}\p{Default_Ignorable_Code_Point}]/u;
/** Private-use characters have no agreed meaning. Drawn as glyphs, they could not be extracted as text. */
const PRIVATE_USE = /\p{Co}/u;

let boundaries: Uint32Array | undefined;

/**
 * The distinct visible characters of `text` that no font in the binary has, in order of their first occurrence. A certificate
 * prints them as `[U+20BB7]`. A lone surrogate counts as U+FFFD, which is what is drawn for it.
 */
export function undrawable(text: string): string[] {
  const found = new Set<string>();
  for (const character of text.toWellFormed()) {
    if (!isDrawable(character)) found.add(character);
  }
  return [...found];
}

/** @param character one code point */
export function isDrawable(character: string): boolean {
  const codePoint = character.codePointAt(0)!;
  if (codePoint >= 0x20 && codePoint <= 0x7e) return true;
  if (INVISIBLE.test(character)) return true;
  return isCovered(codePoint) && !PRIVATE_USE.test(character);
}

function isCovered(codePoint: number): boolean {
  boundaries ??= readCoverage(COVERAGE);
  let low = 0;
  let high = boundaries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (boundaries[middle]! <= codePoint) low = middle + 1;
    else high = middle;
  }
  // Boundaries are in turn the first code point of a range and the first one after it.
  return low % 2 === 1;
}

/** The table as text: the difference of each boundary from the one before it, in base 36. */
export function writeCoverage(codePoints: Iterable<number>): string {
  const differences: string[] = [];
  let last = 0;
  let next = -1;
  const add = (boundary: number) => {
    differences.push((boundary - last).toString(36));
    last = boundary;
  };
  for (const codePoint of [...new Set(codePoints)].sort((a, b) => a - b)) {
    if (codePoint !== next) {
      if (next >= 0) add(next);
      add(codePoint);
    }
    next = codePoint + 1;
  }
  if (next >= 0) add(next);
  return differences.join(' ');
}

function readCoverage(coverage: string): Uint32Array {
  let boundary = 0;
  return Uint32Array.from(coverage.split(' '), (difference) => {
    boundary += Number.parseInt(difference, 36);
    return boundary;
  });
}
