/** A value that is known only when a container or a theme runs. */

/**
 * Stands for such a value in a text. It is one letter of the private use area, which code reads as a name: the expression around it
 * then has an unknown value, not an empty one.
 */
export const VARIABLE = '\u{e000}';
