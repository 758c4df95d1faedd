/** References such as `AB12`. */
import { COLUMNS_MAX, SHEET_ROWS_MAX } from '../limits.ts';

/** Column from 0 and row from 1; undefined for what no sheet has, such as `ZZZZZZZ1` or `A0`. */
export function parseReference(reference: string): { column: number; row: number } | undefined {
  let column = 0;
  let at = 0;
  for (; at < reference.length && at < 4; at++) {
    const letter = reference.charCodeAt(at) & 0xdf;
    if (letter < 0x41 || letter > 0x5a) break;
    column = column * 26 + letter - 0x40;
  }
  const row = rowNumber(reference.slice(at));
  return at === 0 || column > COLUMNS_MAX || row === undefined ? undefined : { column: column - 1, row };
}

/** A number of a row, from 1; undefined for what no sheet has. */
export function rowNumber(text: string): number | undefined {
  if (text.length === 0 || text.length > 7 || !/^\d+$/.test(text)) return undefined;
  const row = Number(text);
  return row >= 1 && row <= SHEET_ROWS_MAX ? row : undefined;
}

/** `A` for 0, `XFD` for 16,383. */
export function columnLetters(column: number): string {
  let letters = '';
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    letters = String.fromCharCode(0x41 + ((left - 1) % 26)) + letters;
  }
  return letters;
}
