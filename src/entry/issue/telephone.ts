/** Whether a text can be a telephone number. */

/** The shortest numbers with an area code. A shorter one cannot be called from another country. */
export const PHONE_DIGITS_MIN = 7;
const DIGIT = /\p{Nd}/gu;
/** What follows is the number of an extension, or a second number. */
const EXTENSION = /ext|x|#|;/i;

/** In any spelling and in the digits of any script. Digits of an extension do not count. */
export function isTelephone(text: string): boolean {
  const plain = text.normalize('NFKC');
  // From the first digit on, or the x of "Fax" would begin an extension.
  const [number = ''] = plain.slice(plain.search(/\p{Nd}/u)).split(EXTENSION, 1);
  return (number.match(DIGIT)?.length ?? 0) >= PHONE_DIGITS_MIN;
}
