/**
 * Pages whose columns are out of step. `pdftotext -layout` sometimes prints the columns of a page of lists one against the other:
 * the title of a list stands in the first column, and the other columns are some rows ahead. Read line by line, numbers of one
 * list would go to its neighbour. The columns themselves are in order, so the page is put together again from them.
 */
import type { Effort } from '../../domain/effort.ts';
import { TariffFileError } from '../json-fields.ts';
import { type CodeToken, codeTokens } from './code-tokens.ts';
import type { NoteLine } from './note-line.ts';
import { spend } from './spend.ts';

/** The title of a list, and where it ends: `(v) Articles of copper:`. */
const TITLE = /^ *\([ivx]{1,6}\) [^:]{1,80}:/;
/** Numbers whose starts differ by less stand in one column. */
const COLUMN_TOLERANCE = 4;
const COLUMNS_MAX = 6;
/** Ways to fill the last rows of all lists of a page. */
const WAYS_MAX = 4096;

/** The lines of a page, in the order in which they are to be read. @throws TariffFileError if that order is not certain */
export function alignColumns(page: readonly NoteLine[], effort: Effort): readonly NoteLine[] {
  if (!page.some(({ text }) => isOutOfStep(text))) return page;
  const rows = page.map(({ text, line }) => ({ line, text, title: TITLE.exec(text)?.[0], tokens: codeTokens(text) }));
  spend(
    effort,
    page.reduce((sum, { text }) => sum + text.length, 0),
  );
  const cells = rows.flatMap(({ tokens }) => tokens);
  const starts = columnStarts(cells);
  const line = page[0]!.line;
  const refuse = (reason: string) =>
    new TariffFileError(line, `the columns of the page from here on are out of step, and ${reason}`);
  const isTable = rows.every(({ text, title, tokens }) => title !== undefined || isOnlyCodes(text, tokens));
  if (!isTable || starts.length < 2 || starts.length > COLUMNS_MAX) {
    throw refuse('its lists cannot be told apart; make the text with "pdftotext -raw"');
  }
  const columns: CodeToken[][] = starts.map((start) =>
    cells.filter(({ at }) => Math.abs(at - start) < COLUMN_TOLERANCE),
  );
  if (columns.reduce((sum, column) => sum + column.length, 0) !== cells.length) throw refuse('its columns overlap');

  // The first column has the titles between its numbers, so it says how many rows each list has.
  const titles: (string | null)[] = [];
  const heights: number[] = [];
  let height = 0;
  for (const { title, tokens } of rows) {
    if (title !== undefined) {
      if (titles.length > 0 || height > 0) heights.push(height);
      if (titles.length === 0 && height > 0) titles.push(null);
      titles.push(title);
      height = 0;
    }
    if (tokens.some(({ at }) => Math.abs(at - starts[0]!) < COLUMN_TOLERANCE)) height++;
  }
  heights.push(height);
  const ways = waysToFill(heights, columns, effort);
  if (ways.length === 0) throw refuse('the numbers do not fill its rows: one is missing');
  ways.sort((a, b) => a.descents - b.descents);
  if (ways[1] && ways[1].descents === ways[0]!.descents) throw refuse('its lists cannot be told apart for certain');
  return ways[0]!.lists.flatMap((list, at) => {
    const title = titles[at];
    return [...(title ? [{ text: title, line }] : []), { text: list.join('  '), line }];
  });
}

function isOutOfStep(text: string): boolean {
  const title = TITLE.exec(text)?.[0];
  return title !== undefined && /^ {2,}\d{4}/.test(text.slice(title.length));
}

function isOnlyCodes(text: string, tokens: readonly CodeToken[]): boolean {
  return tokens.reduce((sum, { text }) => sum + text.length, 0) === text.replaceAll(' ', '').length;
}

function columnStarts(cells: readonly CodeToken[]): number[] {
  const starts: number[] = [];
  for (const at of [...new Set(cells.map(({ at }) => at))].sort((a, b) => a - b)) {
    if (starts.length === 0 || at - starts.at(-1)! >= COLUMN_TOLERANCE) starts.push(at);
  }
  return starts;
}

interface Filled {
  lists: string[][];
  /** How often a number is followed by a smaller one. Lists are printed in ascending order, with few exceptions. */
  descents: number;
}

/** Every way to cut the columns into lists of the given heights. Rows are filled from the left, so only a last row may be short. */
function waysToFill(heights: readonly number[], columns: readonly CodeToken[][], effort: Effort): Filled[] {
  const width = columns.length;
  if (width ** heights.length > WAYS_MAX) return [];
  const ways: Filled[] = [];
  for (let way = 0; way < width ** heights.length; way++) {
    const filled = heights.map((_, at) => (Math.floor(way / width ** at) % width) + 1);
    spend(effort, columns.length * heights.length);
    const fits = columns.every(
      (column, k) => column.length === heights.reduce((sum, height, at) => sum + height - (k < filled[at]! ? 0 : 1), 0),
    );
    if (fits) ways.push(fill(heights, filled, columns, effort));
  }
  return ways;
}

function fill(
  heights: readonly number[],
  filled: readonly number[],
  columns: readonly CodeToken[][],
  effort: Effort,
): Filled {
  const next = columns.map(() => 0);
  let descents = 0;
  const lists = heights.map((height, at) => {
    const list: string[] = [];
    for (let row = 0; row < height; row++) {
      const width = row === height - 1 ? filled[at]! : columns.length;
      for (let k = 0; k < width; k++) list.push(columns[k]![next[k]!++]!.text);
    }
    spend(effort, list.length);
    descents += list.filter((code, at) => at > 0 && code < list[at - 1]!).length;
    return list;
  });
  return { lists, descents };
}
