/** How wide a column of a stranger's table is, by its name and its first rows. */
import { type Cell, cellText } from '../../domain/table.ts';

/** Rows that are looked at. */
export const MEASURED_ROWS = 100;
const WIDTH_MIN = 10;
/** A long text is not worth more: it is cut off at the next column. */
const WIDTH_MAX = 40;
/** The arrow of the filter covers the end of a name. */
const ARROW = 4;

/** In characters of the usual width; letters of East Asia take two. */
export function columnWidth(name: string, cells: readonly (Cell | undefined)[]): number {
  const widest = Math.max(charsOf(name) + ARROW, ...cells.map((cell) => charsOf(cellText(cell)) + 2));
  return Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, widest));
}

function charsOf(text: string): number {
  let chars = 0;
  for (const char of text.slice(0, WIDTH_MAX))
    chars += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/.test(char) ? 2 : 1;
  return chars;
}
