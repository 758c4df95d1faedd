/**
 * HTS numbers as people write them. Accepted: 4, 6, 8 or 10 ASCII digits, with or without a dot after the 4th, 6th and
 * 8th (`7326.90.8688` in the notes, `7326.90.86.88` in the USITC export, `7326908688` in entry data), and ASCII white
 * space around them. Everything else is refused and never repaired: `101210010` has lost a leading zero, and a guess
 * could be another product.
 */

/** Chapters that classify no product: 00 does not exist, 77 is reserved, 98 and 99 hold special and temporary provisions. */
export const CHAPTERS_WITHOUT_PRODUCTS: readonly string[] = ['00', '77', '98', '99'];

/** `\s` would also accept Unicode white space; `\d` matches ASCII digits only. */
const SPELLING = /^[ \t\n\v\f\r]*\d{4}(?:\.?\d\d(?:\.?\d\d(?:\.?\d\d)?)?)?[ \t\n\v\f\r]*$/;

/** The 4, 6, 8 or 10 digits of a tariff number of any chapter; null if the spelling is not accepted. */
export function readDigits(text: string): string | null {
  return SPELLING.test(text) ? text.replace(/\D/g, '') : null;
}

/** Like `readDigits`, but also null for chapters that classify no product. */
export function parseCode(text: string): string | null {
  const digits = readDigits(text);
  return digits === null || CHAPTERS_WITHOUT_PRODUCTS.includes(digits.slice(0, 2)) ? null : digits;
}

/** What stands before a number: `HTS`, `HTSUS:`, `HS code`, `US HTS No.`. */
const PREFIX = /^(?:u\.?s\.? ?)?(?:htsusa|htsus|hts|hs)(?: ?(?:code|number|no\.?|nr\.?))? ?[:#=.]? ?(?=\d)/i;

/**
 * A number as people write it: also with blanks between its parts (`9401 61 4011`) and with the name of the schedule before it. Nothing is
 * lost by either, so nothing is guessed. Parts of four digits and more are as likely two numbers: `7318 7320`.
 * @returns the number with its dots; the text itself if it is not so written
 */
export function plainCode(text: string): string {
  if (text.length > WRITTEN_MAX) return text;
  const number = text.replace(/\s+/gu, ' ').trim().replace(PREFIX, '');
  const parts = number.split(' ');
  const isOne = parts.length === 1 || parts.some((part) => part.replaceAll('.', '').length < 4);
  const digits = isOne ? readDigits(parts.join('.')) : null;
  return digits === null || readDigits(text) !== null ? text : formatCode(digits);
}

const WRITTEN_MAX = 80;

/** The spelling of U.S. note 16: `7601`, `7302.10`, `7317.00.30`, `7326.90.8688`. */
export function formatCode(digits: string): string {
  if (digits.length === 4) return digits;
  const subheading = `${digits.slice(0, 4)}.${digits.slice(4, 6)}`;
  return digits.length === 6 ? subheading : `${subheading}.${digits.slice(6)}`;
}
