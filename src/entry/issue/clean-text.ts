import { removeIdleJoiners } from './joiners.ts';

/** Control characters except the newline, and invisible ones: bidi controls, zero-width, BOM, tags. `joiners.ts` has the rest. */
const INVISIBLE =
  /(?![\n\p{Join_Control}\p{Variation_Selector}])[\p{Cc}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;
const NEWLINE = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** U+2800 draws nothing, although Unicode classifies it as a symbol. */
const BLANKS = /[\p{Zs}\u2800]+/gu;
/**
 * Combining marks in a row. UAX #15 (Stream-Safe Text Format) allows 30, and no language comes near. Putting marks in order takes
 * quadratic time: 40,000 of them held up the server for half a minute.
 */
export const MARKS_MAX = 30;
const MARKS = /\p{M}+/gu;

/**
 * A caller's text as the certificate prints and stores it. Visible characters stay, in any script, and so do the invisible ones
 * that change how their neighbours look; others are removed.
 * Cleaning a cleaned text changes nothing. Undefined if a letter has more than `MARKS_MAX` marks.
 *
 * NFC comes after the removal, because removing a joiner can put a letter and its accent side by side.
 *
 * @param multiline keep line breaks but drop empty lines; otherwise line breaks become blanks.
 */
export function cleanText(text: string, multiline: boolean): string | undefined {
  const visible = removeIdleJoiners(
    text.toWellFormed().replace(NEWLINE, '\n').replaceAll('\t', ' ').replace(INVISIBLE, ''),
    MARKS_MAX,
  );
  if (hasTooManyMarks(visible)) return undefined;
  const composed = visible.normalize('NFC');
  // A few marks stand for two, and are never composed again.
  if (hasTooManyMarks(composed)) return undefined;
  return composed
    .replace(BLANKS, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(multiline ? '\n' : ' ');
}

function hasTooManyMarks(text: string): boolean {
  for (const [marks] of text.matchAll(MARKS)) {
    if (marks.length > MARKS_MAX && [...marks].length > MARKS_MAX) return true;
  }
  return false;
}
