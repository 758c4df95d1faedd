/** A list that was pasted into a form, as a table for the API. */
import { pastedParts } from '../../pasted-parts.ts';

/**
 * Rows that were copied from a spreadsheet keep their tabs and commas. A bare column of numbers gets a header, because the API takes the first
 * row for one. Numbers on one line are a column too.
 */
export function tableOfPasted(text: string): string {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  if (lines.length === 1) {
    const numbers = pastedParts(lines[0]!);
    if (numbers.every((part) => /^[\d. ]+$/.test(part) && digitsIn(part) >= 4)) return ['hts', ...numbers].join('\n');
  }
  const isColumn = lines.every((line) => !/[\t,;"]/.test(line));
  const [first = ''] = lines;
  return isColumn && !isName(first) ? ['hts', ...lines].join('\n') : lines.join('\n');
}

/** `HTS10` is the name of a column. A number has at least four digits, also a damaged one. */
function isName(line: string): boolean {
  return digitsIn(line) === 0 || (/^\p{L}/u.test(line.trim()) && digitsIn(line) < 4);
}

function digitsIn(text: string): number {
  return text.replace(/\D/g, '').length;
}
