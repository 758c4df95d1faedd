/** Which row names the columns. Many lists begin with a title, the name of a firm or a date. */
import { type Cell, cellText, type TableRow } from '../domain/table.ts';

/** A header stands among the first rows with content. */
export const HEADER_ROWS = 20;
const NAME_CHARS_MAX = 160;
/** Of the widest row, a header fills so much. A title does not. */
const FILLED_SHARE = 0.6;

/**
 * The position of the header among the first rows with content, or -1. It is the fullest row of names above the first row of
 * values; of rows that are equally full, the first.
 */
export function headerAt(rows: readonly TableRow[]): number {
  const filled = rows.map(({ cells }) => cells.filter((cell) => cellText(cell).trim() !== '').length);
  const widest = Math.max(0, ...filled);
  let best = -1;
  for (const [at, { cells }] of rows.entries()) {
    if (filled[at]! < Math.max(1, widest * FILLED_SHARE)) continue;
    if (!areNames(cells)) break;
    if (best < 0 || filled[at]! > filled[best]!) best = at;
  }
  return best;
}

/** Whether every cell is a name or empty, and at least half of them are in words: years and months may be names of columns. */
function areNames(cells: readonly Cell[]): boolean {
  const texts = cells.filter((cell) => cellText(cell).trim() !== '');
  let words = 0;
  for (const cell of texts) {
    const text = cellText(cell).trim();
    if (isWords(cell, text)) words++;
    else if (!isPeriod(cell, text)) return false;
  }
  return words > 0 && words * 2 >= texts.length;
}

/** A year, or a month that a workbook keeps as a date: `Jul-26`. A date with its day is a value. */
function isPeriod(cell: Cell, text: string): boolean {
  if (typeof cell === 'object' && cell.type === 'date') return /^[my\s\-/.']+$/i.test(cell.format ?? '');
  return /^(?:19|20)\d\d$/.test(text);
}

function isWords(cell: Cell, text: string): boolean {
  if (typeof cell !== 'string' || text.length > NAME_CHARS_MAX) return false;
  const digits = text.replace(/\D/g, '').length;
  return digits < 4
    ? /\p{L}|^[#№%]/u.test(text) && !/^[-\d.,\s]+$/.test(text)
    : digits * 2 < text.length && /\p{L}/u.test(text);
}
