/** Lines of one audited chunk: those that are asked for, what they are sorted by, and their headings. Pure: a worker process does it. */
import { cellText } from '../../domain/table.ts';
import type { TariffAuditOptions } from './audit-options.ts';
import { unpackOutput } from './audit-output.ts';
import { type AuditedChunk, type ResultLine, tariffAuditResult } from './audit-result.ts';
import { type AddedCell, addedColumns } from './columns.ts';
import { OUTCOMES, type Outcome } from './outcome.ts';
import { lineJson } from './result-text.ts';

export interface LineFilter {
  /** Any of these outcomes. */
  status?: readonly Outcome[];
  /** One of the chapter 99 headings of the line. */
  heading?: string;
  /** Text in the number, the description or a cell of the table, ignoring case. */
  q?: string;
}

export const LINE_SORTS = ['line', 'rate', 'heading', 'status'] as const;
export type LineSort = (typeof LINE_SORTS)[number];

export interface WantedLines {
  filter: LineFilter;
  /** Number of the first row of the chunk to look at. */
  from: number;
  max: number;
  /** Instead of `filter` and `from`: these rows, in this order. */
  rows?: readonly number[];
}

export interface FoundLines {
  /** As a result in JSON has them. */
  lines: object[];
  /** The row to go on with; null at the end of the chunk. With `rows`: null if all of them are there. */
  next: number | null;
}

/** Rows of a chunk by what they are sorted by: the highest rate, the headings, or the place of the outcome. Null: there is none. */
export type RowsByKey = [key: string | number | null, rows: number[]][];

/** By heading: its lines by outcome, and the rates of lines that have this heading alone. */
export type HeadingCounts = Record<string, { outcomes: Partial<Record<Outcome, number>>; rates: string[] }>;

/** Lines of a page in characters, beside the first. A page of wide lines has fewer of them. */
const PAGE_CHARS_MAX = 1_000_000;
/** Of the lists; this bounds what a chunk could hold. */
const RATES_MAX = 20;

const OUTCOME_OF = new Map<AddedCell, Outcome>(
  Object.entries(OUTCOMES).map(([outcome, words]) => [words, outcome as Outcome]),
);
const PLACES = Object.fromEntries(Object.keys(OUTCOMES).map((outcome, place) => [outcome, place]));

export async function findLines(
  options: TariffAuditOptions,
  chunk: AuditedChunk,
  { filter, from, max, rows: wanted }: WantedLines,
): Promise<FoundLines> {
  const all = await linesOf(options, chunk);
  const { names, matches } = reader(options, filter);
  const lines: object[] = [];
  let chars = 0;
  /** False if the page is full. */
  const add = (line: ResultLine): boolean => {
    const shown = lineJson(line, names);
    chars += JSON.stringify(shown).length;
    if (lines.length >= max || (lines.length > 0 && chars > PAGE_CHARS_MAX)) return false;
    lines.push(shown);
    return true;
  };
  if (wanted) {
    for (const row of wanted) {
      const line = all[row];
      if (!line || !add(line)) return { lines, next: row };
    }
    return { lines, next: null };
  }
  for (let row = from; row < all.length; row++) {
    if (matches(all[row]!) && !add(all[row]!)) return { lines, next: row };
  }
  return { lines, next: null };
}

export async function rowsByKey(
  options: TariffAuditOptions,
  chunk: AuditedChunk,
  filter: LineFilter,
  sort: LineSort,
): Promise<RowsByKey> {
  const { cell, matches } = reader(options, filter);
  const groups = new Map<string | number | null, number[]>();
  for (const [row, line] of (await linesOf(options, chunk)).entries()) {
    if (!matches(line)) continue;
    const key = keyOf(line);
    const rows = groups.get(key);
    if (rows) rows.push(row);
    else groups.set(key, [row]);
  }
  return [...groups];

  function keyOf(line: ResultLine): string | number | null {
    if (sort === 'rate') return highestRate(cell(line.added, 'rate'));
    if (sort === 'heading') return cell(line.added, 'heading') || null;
    return sort === 'status' ? PLACES[outcomeOf(cell(line.added, 'result'))]! : 0;
  }
}

/** Of the stored output alone: the table is not needed. */
export function headingsOf(options: TariffAuditOptions, output: Uint8Array): HeadingCounts {
  const { cell } = reader(options, {});
  const counts: HeadingCounts = Object.create(null);
  for (const added of unpackOutput(output).rows) {
    const headings = namesIn(cell(added, 'heading'));
    const rates = String(cell(added, 'rate') ?? '')
      .split('; ')
      .filter(Boolean);
    for (const heading of headings) {
      counts[heading] ??= { outcomes: {}, rates: [] };
      const { outcomes, rates: known } = counts[heading];
      const outcome = outcomeOf(cell(added, 'result'));
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      // Headings and rates are two lists without a link. Only of a line with one heading it is known whose rate it is.
      if (headings.length > 1) continue;
      for (const rate of rates) if (!known.includes(rate) && known.length < RATES_MAX) known.push(rate);
    }
  }
  return counts;
}

/** The highest percentage that the words of a rate name; null if they name none. */
export function highestRate(words: AddedCell): number | null {
  const named = [...String(words ?? '').matchAll(/(\d{1,6}(?:\.\d{1,6})?)%/g)].map(([, percent]) => Number(percent));
  return named.length === 0 ? null : Math.max(...named);
}

async function linesOf(options: TariffAuditOptions, chunk: AuditedChunk): Promise<ResultLine[]> {
  return Array.fromAsync(tariffAuditResult(options, [chunk]).lines());
}

function reader(options: TariffAuditOptions, { status, heading, q }: LineFilter) {
  const columns = addedColumns({ hasOrigin: options.columns.origin !== undefined });
  const { added } = tariffAuditResult(options, []);
  // A comparison with another day puts its column first.
  const shift = added.length - columns.length;
  const places = new Map<string, number>(columns.map(({ name }, at) => [name, at]));
  const cell = (cells: readonly AddedCell[], name: string) => cells[places.get(name)! + shift] ?? null;
  const text = q?.toLowerCase();
  const has = (value: string) => value.toLowerCase().includes(text!);
  const matches = ({ input, added: cells }: ResultLine): boolean =>
    (status === undefined || status.includes(outcomeOf(cell(cells, 'result')))) &&
    (heading === undefined || namesIn(cell(cells, 'heading')).includes(heading)) &&
    (text === undefined ||
      has(String(cell(cells, 'number') ?? '')) ||
      has(String(cell(cells, 'description') ?? '')) ||
      input.some((value) => has(cellText(value))));
  return { names: added.map(({ name }) => name), cell, matches };
}

function outcomeOf(words: AddedCell): Outcome {
  const outcome = OUTCOME_OF.get(words);
  if (outcome === undefined) throw new Error('an audited line has an unknown result');
  return outcome;
}

function namesIn(cell: AddedCell): string[] {
  return typeof cell === 'string' && cell !== '' ? cell.split(', ') : [];
}
