/** Numbers or addresses that somebody pasted, one by one: a line or a column each. */

const SEPARATORS = /[\n\r\t,;]+/;
/** A blank inside of a number does not separate: `9401 61 4011` is left to whoever reads numbers. */
const COMPLETE = /^\d[\d.]{3,}$|^https?:\/\//;

/** In order, repeated ones kept. Blanks separate only if there is something complete on each side. */
export function pastedParts(text: string): string[] {
  return text
    .split(SEPARATORS)
    .map((part) => part.trim())
    .flatMap((part) => {
      const words = part.split(/\s+/);
      return words.length > 1 && words.every((word) => COMPLETE.test(word)) ? words : [part];
    })
    .filter((part) => part !== '');
}
