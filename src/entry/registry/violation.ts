/** What the checks of an envelope share. */

/** Something that the registry would refuse. */
export interface Violation {
  /** JSON pointer into the envelope (RFC 6901). */
  path: string;
  /** What is wrong, without the value: `is missing`. It follows the name of the field. */
  text: string;
}

/** The text of a violation where there is no value. */
export const MISSING = 'is missing';

export type Report = (path: string, text: string) => void;

const VISIBLE = /[^\p{Z}\p{C}]/u;

/** A text of blanks says the same as leaving the field out: one public client sends empty texts for what it lacks. */
export function isAbsent(value: unknown): boolean {
  if (typeof value === 'string') return !VISIBLE.test(value);
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
