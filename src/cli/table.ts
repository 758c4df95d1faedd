/** Plain text in columns that fit the terminal. */
import { columnsOf, type TextOptions, wrap, wrapBehind } from './terminal.ts';

const GAP = '  ';
const NAME_WIDTH = 13;

interface TableOptions extends TextOptions {
  /** Columns that are left out, in this order, as long as the table does not fit. */
  spare?: readonly string[];
}

/**
 * A table with a header. If it is wider than the terminal, cells are wrapped between words. If that is not enough, the spare
 * columns are left out, and then each row becomes a block of names and values. Nothing is cut off.
 */
export function formatTable(header: string[], rows: string[][], { spare = [], ...options }: TableOptions = {}): string {
  const all = [header, ...rows];
  const room = (options.width ?? Number.POSITIVE_INFINITY) - GAP.length * (header.length - 1);
  const widths = fit(
    header.map((_, column) => all.reduce((most, row) => Math.max(most, row[column]!.length), 0)),
    header.map((_, column) => all.reduce((most, row) => Math.max(most, longestWord(row[column]!)), 0)),
    room,
  );
  const [first, ...others] = spare;
  if (!widths && first !== undefined && rows.length > 0) {
    const kept = (row: string[]) => row.filter((_, column) => header[column] !== first);
    return formatTable(kept(header), rows.map(kept), { ...options, spare: others });
  }
  if (!widths) return rows.map((row) => block(header, row, columnsOf(options))).join('\n\n');
  return all.map((row) => tableRow(row, widths)).join('\n');
}

/** The widths of the columns; undefined if the longest words do not fit side by side. The widest columns give way first. */
function fit(natural: number[], least: number[], room: number): number[] | undefined {
  if (least.reduce((sum, width) => sum + width, 0) > room) return undefined;
  const widths = [...natural];
  for (let over = natural.reduce((sum, width) => sum + width, 0) - room; over > 0; over--) {
    let widest = -1;
    for (const [column, width] of widths.entries()) {
      if (width > least[column]! && (widest === -1 || width > widths[widest]!)) widest = column;
    }
    widths[widest]!--;
  }
  return widths;
}

function tableRow(row: string[], widths: number[]): string {
  const cells = row.map((cell, column) => wrap(cell, widths[column]!));
  const height = Math.max(...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    cells
      .map((lines, column) => (lines[line] ?? '').padEnd(widths[column]!))
      .join(GAP)
      .trimEnd(),
  ).join('\n');
}

function block(header: string[], row: string[], columns: number): string {
  const width = Math.max(...header.map((name) => name.length));
  return row
    .flatMap((cell, at) => wrapBehind(header[at]!.padEnd(width) + GAP, cell, columns))
    .map((line) => line.trimEnd())
    .join('\n');
}

function longestWord(cell: string): number {
  return cell.split(/\s+/).reduce((most, word) => Math.max(most, word.length), 0);
}

/** One line for each name and value. Names have at most 12 characters. */
export function formatFields(
  fields: readonly (readonly [name: string, value: string])[],
  options: TextOptions = {},
): string {
  return fields
    .flatMap(([name, value]) => wrapBehind(`${name.padEnd(NAME_WIDTH)} `, value, columnsOf(options)))
    .join('\n');
}
