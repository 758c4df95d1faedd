/** Everything Unicode calls a control or invisible by default (bidi controls, zero-width, BOM, tags, variation selectors), save the newline. */
const INVISIBLE = /[[\p{Cc}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]--\n]/gv;
const NEWLINE = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** U+2800 draws nothing, though Unicode calls it a symbol. */
const BLANKS = /[\p{Zs}\u2800]+/gu;

/**
 * A caller's text as the certificate shows and keeps it. Never refuses: what a person could not see is removed, what a
 * person can see stays, in any script. Applying it twice changes nothing.
 *
 * NFC comes after the removal, because a dropped joiner may bring a letter and its accent together.
 *
 * @param multiline keep line breaks (empty lines go); otherwise they become blanks.
 */
export function cleanText(text: string, multiline: boolean): string {
  return text
    .toWellFormed()
    .replace(NEWLINE, '\n')
    .replaceAll('\t', ' ')
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .replace(BLANKS, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(multiline ? '\n' : ' ');
}
