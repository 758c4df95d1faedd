/** Whether a text can be a telephone number. */

/** The shortest numbers with an area code. A shorter one cannot be called from another country. */
export const PHONE_DIGITS_MIN = 7;
const DIGIT = /\p{Nd}/gu;
/** What follows is the number of an extension. */
const EXTENSION = /ext|x|#|;/i;

/** In any spelling and in the digits of any script: only digits before an extension count. */
export function isTelephone(text: string): boolean {
  const [number = ''] = text.normalize('NFKC').split(EXTENSION, 1);
  return (number.match(DIGIT)?.length ?? 0) >= PHONE_DIGITS_MIN;
}
