/** Rows of RFC 4180. Every CSV that Portside writes for people goes through here. */

/** Cells as one row, including its CRLF. No cell can run as a formula in a spreadsheet. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(withoutFormula(cell))).join(',')}\r\n`;
}

/**
 * Puts an apostrophe before a cell that a spreadsheet would run as a formula, and before one that looks as if it had such an apostrophe,
 * so that `withoutGuard` finds the cell again. Telephone numbers stay unchanged.
 */
function withoutFormula(cell: string): string {
  return needsGuard(cell) ? `'${cell}` : cell;
}

/** Whether `csvRow` changes a cell. A program that imports the file would read another text than the one that was meant. */
export function needsGuard(cell: string): boolean {
  const text = cell.replace(/^'+/, '');
  if (/^[=@\t\r]/.test(text)) return true;
  return /^[+-]/.test(text) && !/^[+-][\d\s().-]*$/.test(cell);
}

/** The text of a cell as it was before `csvRow` put an apostrophe before it. */
export function withoutGuard(cell: string): string {
  return cell.replace(/^'(?='*[=@\t\r+-])/, '');
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
