/** Everything in a text that looks like a number of the tariff schedule: a run of digits and dots. */

export interface CodeToken {
  text: string;
  /** Where it starts, in characters. */
  at: number;
}

/** The runs of digits and dots of a text, without the dots that end a sentence. One pass. */
export function codeTokens(text: string): CodeToken[] {
  const tokens: CodeToken[] = [];
  for (let at = 0; at < text.length; ) {
    const end = tokenEnd(text, at);
    if (end === at) at++;
    else {
      tokens.push({ text: text.slice(at, end), at });
      at = Math.max(end, skipDots(text, end));
    }
  }
  return tokens;
}

/** Where the run of digits and dots that starts at `at` with a digit ends; `at` if there is none. */
export function tokenEnd(text: string, at: number): number {
  if (!isDigit(text.charCodeAt(at))) return at;
  let end = at + 1;
  while (isDigit(text.charCodeAt(end)) || (text[end] === '.' && isDigit(text.charCodeAt(end + 1)))) end++;
  return end;
}

function skipDots(text: string, from: number): number {
  let at = from;
  while (text[at] === '.') at++;
  return at;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/**
 * The digits of a number as the notes print it: four, `0000.00`, `0000.00.00`, and ten as `0000.00.0000` or `0000.00.00.00`. Null
 * for anything else, so that ten digits are never read as eight.
 */
export function printedDigits(token: string): string | null {
  if (token.length > 13) return null;
  return /^\d{4}(?:\.\d\d(?:\.(?:\d{4}|\d\d(?:\.\d\d)?))?)?$/.test(token) ? token.replaceAll('.', '') : null;
}
