/** Control characters except the newline, and invisible ones: bidi controls, zero-width, BOM, tags, variation selectors. */
const INVISIBLE = /[[\p{Cc}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]--\n]/gv;
const NEWLINE = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** U+2800 draws nothing, although Unicode classifies it as a symbol. */
const BLANKS = /[\p{Zs}\u2800]+/gu;

/**
 * A caller's text as the certificate prints and stores it. Accepts any text: invisible characters are removed, visible ones
 * stay, in any script. Cleaning a cleaned text changes nothing.
 *
 * NFC comes after the removal, because removing a joiner can put a letter and its accent side by side.
 *
 * @param multiline keep line breaks but drop empty lines; otherwise line breaks become blanks.
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
