/** Fields that one object of a JSON file gives twice. A parser keeps the last and says nothing: a value of the sender would be lost. */

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * The position of the first row that gives a field twice; -1 if none does.
 * @param text valid JSON, an array of rows
 * @param fieldsOf how many different fields the row at a position has
 */
export function repeatedFieldAt(text: string, fieldsOf: (row: number) => number): number {
  let depth = 0;
  let row = 0;
  let fields = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) at = endOfString(text, at);
    else if (char === OPEN_BRACE || char === OPEN_BRACKET) depth++;
    else if (char === COLON && depth === 2) fields++;
    else if (char === COMMA && depth === 1) row++;
    else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) {
      if (depth === 2 && char === CLOSE_BRACE) {
        if (fields !== fieldsOf(row)) return row;
        fields = 0;
      }
      depth--;
    }
  }
  return -1;
}

/** @param from position of the quote that opens the string */
function endOfString(text: string, from: number): number {
  let at = from;
  do at = text.indexOf('"', at + 1);
  while (at > 0 && isEscaped(text, at));
  return at < 0 ? text.length : at;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
  return slashes % 2 === 1;
}
