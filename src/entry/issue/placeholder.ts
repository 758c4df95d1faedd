/** Texts that fill a field without stating anything, such as `N/A` and `TBD`. */

/** In lower case, with a blank in place of what is between the words: `N/A` is `n a`. */
const PLACEHOLDERS = new Set([
  ...[
    'n a',
    'na',
    'none',
    'nil',
    'null',
    'tba',
    'tbc',
    'tbd',
    'pending',
    'placeholder',
    'undefined',
    'unknown',
    'xx',
    'xxx',
  ],
  ...['advised', 'announced', 'confirmed', 'decided', 'determined', 'provided', 'supplied'].map(
    (word) => `to be ${word}`,
  ),
  ...['applicable', 'available', 'known', 'provided', 'stated', 'yet known'].map((word) => `not ${word}`),
]);
/** Of an address: its lines and parts may each be a placeholder. */
const BETWEEN_PARTS = /[\n,;]/;

export function isPlaceholder(text: string): boolean {
  const parts = text
    .normalize('NFKC')
    .split(BETWEEN_PARTS)
    .map((part) => part.toLowerCase().match(/[\p{L}\p{N}]+|\p{S}/gu) ?? [])
    .filter((words) => words.length > 0);
  // A text of dashes has no word at all. One of emoji is not a placeholder.
  return parts.length === 0 ? /\p{P}/u.test(text) : parts.every((words) => PLACEHOLDERS.has(words.join(' ')));
}

/** A telephone number of zeros, but for the code of a country. */
export function isZeroNumber(phone: string): boolean {
  const national = phone.normalize('NFKC').replace(/^\s*\+\d{1,3}(?=\D)/, '');
  const digits = national.match(/\p{Nd}/gu) ?? [];
  return digits.length > 0 && digits.every((digit) => digit === '0');
}
