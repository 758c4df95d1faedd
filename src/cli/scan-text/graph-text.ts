/** The destination graph as a table: store events in rows, destinations in columns, and in each cell who sends. */
import type {
  Destination,
  DestinationGraph,
  DetailedReport,
  Sender,
  Sending,
  SendingGrade,
} from '../../domain/scan-report.ts';
import { byStoreEvent } from '../../pixel/graph/store-events.ts';
import { type Paint, wrapBehind } from '../terminal.ts';
import { cellsOf, GRADES, type Letters, markOf } from './graph-cells.ts';
import { type GridCell, type GridColumn, gridLines } from './grid.ts';
import { plain, spaced } from './plain-text.ts';

/** Those whose key is not their name. */
const VENDORS = new Map([
  ['meta', 'Meta'],
  ['ga4', 'GA4'],
  ['google_ads', 'Google Ads'],
  ['google_tag', 'Google tag'],
  ['universal_analytics', 'Universal Analytics'],
]);

const INDENT = '  ';
const EVENT_WIDTH_MAX = 26;
/** A cell is wrapped between words. An id longer than this is broken. */
const CELL_WIDTH_MAX = 28;

/** Empty if nobody sends anything. */
export function graphLines({ graph, pages }: DetailedReport, paint: Paint, columns: number): string[] {
  const { senders, destinations, sendings } = graph;
  if (sendings.length === 0) return [];
  const sending = indexesOf(senders, new Set(sendings.map(({ sender }) => sender)));
  const letters = new Map(sending.map((sender, at) => [sender, letter(at)]));
  const reached = indexesOf(destinations, new Set(sendings.map(({ destination }) => destination)));
  const events = eventsOf(sendings);
  const cells = cellsOf(graph, events, letters);
  return [
    '',
    paint('bold', 'Who sends what'),
    '',
    ...Array.from(letters).flatMap(([at, name]) => legendLines(name, senders[at]!, pages.length, columns)),
    '',
    ...gridLines(
      nameColumn(events),
      reached.map((at) => destinationColumn(destinations[at]!, cells.get(at)!)),
      paint,
      columns - INDENT.length,
    ).map((line) => (line === '' ? '' : INDENT + line)),
    ...gradeLines(sendings, letters, columns),
    ...noteLines(graph, reached, columns),
  ];
}

/** `a` to `z`, then `aa`. */
function letter(at: number): string {
  const last = String.fromCharCode(97 + (at % 26));
  return at < 26 ? last : letter(Math.floor(at / 26) - 1) + last;
}

/** The names of other senders say what they are. */
const KIND_NAMES: Partial<Record<Sender['kind'], string>> = { app_pixel: 'app pixel' };

function legendLines(
  mark: string,
  { kind, name, window, places }: Sender,
  pageCount: number,
  columns: number,
): string[] {
  const pages = [...new Set(places.flatMap((place) => place.pages ?? []))];
  const about = [
    KIND_NAMES[kind] ?? '',
    plain(window) === 'page' ? '' : 'in a window of its own',
    pages.length === 0 || pages.length >= pageCount ? '' : `on ${pages.map(plain).join(', ')}`,
  ].filter(Boolean);
  const text = plain(name) + (about.length === 0 ? '' : ` (${about.join(', ')})`);
  return wrapBehind(`  ${mark.padEnd(3)}`, text, columns);
}

/** Other ids of the destinations, and what a limit left out. */
function noteLines({ destinations, left_out = 0 }: DestinationGraph, reached: readonly number[], columns: number) {
  const notes = reached.flatMap((at) => {
    const { id, aliases } = destinations[at]!;
    return aliases.length === 0 ? [] : [`${plain(id)} is also ${aliases.map(plain).join(', ')}.`];
  });
  if (left_out > 0) notes.push(`${left_out} more sendings and doubles are left out: there are too many.`);
  return notes.length === 0 ? [] : ['', ...notes.flatMap((note) => wrapBehind('  ', note, columns))];
}

/** The events, those of the store first. */
function eventsOf(sendings: readonly Sending[]): string[] {
  return [...new Set(sendings.map(({ event }) => event))].sort(byStoreEvent);
}

function nameColumn(events: readonly string[]): GridColumn {
  const names = events.map(plain);
  const title = 'store event';
  const width = Math.min(EVENT_WIDTH_MAX, Math.max(title.length, ...names.map(({ length }) => length)));
  const cells = new Map(names.map((text, at) => [at, { text }]));
  return { head: [{ text: '' }, { text: title, style: 'dim' }], cells, width };
}

function destinationColumn(destination: Destination, cells: ReadonlyMap<number, GridCell>): GridColumn {
  const vendor = vendorName(destination.vendor);
  const id = plain(destination.id);
  const width = Math.max(vendor.length, id.length, ...Array.from(cells.values(), ({ text }) => longestPart(text)));
  return {
    head: [
      { text: vendor, style: 'dim' },
      { text: id, style: 'bold' },
    ],
    cells,
    width: Math.min(width, CELL_WIDTH_MAX),
  };
}

/** A cell with several labels has a part for each, and a comma behind all but the last. */
function longestPart(text: string): number {
  const parts = text.split(', ');
  return Math.max(...parts.map(({ length }, at) => length + Number(at < parts.length - 1)));
}

function vendorName(vendor: string): string {
  return VENDORS.get(vendor) ?? spaced(vendor).replace(/^./, (first) => first.toUpperCase());
}

/** The indexes of a list that are among `used`. */
function indexesOf(list: readonly unknown[], used: ReadonlySet<number>): number[] {
  return Array.from(list.keys()).filter((at) => used.has(at));
}

/** What the marks mean, and the conditions behind them. */
function gradeLines(sendings: readonly Sending[], letters: Letters, columns: number): string[] {
  const grades = new Set(sendings.map(({ grade }) => grade));
  const used = Object.entries(GRADES).filter(([grade, { mark }]) => mark !== '' && grades.has(grade as SendingGrade));
  if (used.length === 0) return [];
  const conditions = new Map<string, Set<string>>();
  for (const { sender, grade, when } of sendings) {
    const mark = markOf({ sender, grade }, letters);
    if (when !== undefined) conditions.set(mark, (conditions.get(mark) ?? new Set()).add(plain(when)));
  }
  return [
    '',
    ...wrapBehind('  ', used.map(([, { mark, words }]) => `${mark} ${words}`).join(', '), columns),
    ...Array.from(conditions).flatMap(([mark, texts]) =>
      wrapBehind(`  ${mark.padEnd(3)}`, [...texts].join('; '), columns),
    ),
  ];
}
