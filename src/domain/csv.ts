/** Rows of RFC 4180. Every CSV that Portside writes for people goes through here. */

/** Cells as one row, including its CRLF. No cell can run as a formula in a spreadsheet. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(withoutFormula(cell))).join(',')}\r\n`;
}

/**
 * Signs behind which a spreadsheet may begin a cell. One that splits at semicolons or tabs, as in much of Europe, does so inside of a
 * cell of ours, and ignores quotes that do not begin a cell of its own. A line break then begins a row.
 */
const SEPARATORS = /([;\t\r\n])/;

/** The parts between separators, each changed by `change`. */
function eachPart(cell: string, change: (part: string) => string): string {
  return cell
    .split(SEPARATORS)
    .map((part, at) => (at % 2 === 0 ? change(part) : part))
    .join('');
}

/**
 * Puts an apostrophe before a text that a spreadsheet would run as a formula, and before one that looks as if it had such an apostrophe,
 * so that `withoutGuard` finds the cell again. Telephone numbers stay unchanged.
 */
function withoutFormula(cell: string): string {
  const guarded = MAY_RUN.test(cell) ? eachPart(cell, (part) => (runs(part) ? `'${part}` : part)) : cell;
  return STARTS_BLANK.test(guarded) ? `'${guarded}` : guarded;
}

const MAY_RUN = /[=@+-]/;
/** Some programs drop a tab or a line break before a formula. */
const STARTS_BLANK = /^'*[\t\r]/;
const GUARDED = /^'(?='*[=@+-])/;

/** Whether `csvRow` changes a cell. A program that imports the file would read another text than the one that was meant. */
export function needsGuard(cell: string): boolean {
  return withoutFormula(cell) !== cell;
}

function runs(part: string): boolean {
  const text = part.replace(/^'+/, '');
  return /^[=@]/.test(text) || (/^[+-]/.test(text) && !/^[+-][\d\s().-]*$/.test(part));
}

/** The text of a cell as it was before `csvRow` put apostrophes into it. */
export function withoutGuard(cell: string): string {
  const bare = cell.replace(/^'(?='*[\t\r])/, '');
  return bare.includes("'") ? eachPart(bare, (part) => part.replace(GUARDED, '')) : bare;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
