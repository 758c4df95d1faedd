/** What an audit counts. The counts of chunks are added up, so that no summary reads the lines again. */
import type { ChunkOutcome } from '../../domain/job.ts';
import type { LineCells } from './answer-line.ts';
import type { AddedCell } from './columns.ts';
import type { LineStatus, Outcome } from './outcome.ts';

interface Share {
  lines: number;
  /** US cents of the lines that have a value. */
  cents: number;
}

export interface AuditSummary {
  lines: number;
  /** Lines whose number was not looked up count too. */
  outcomes: Partial<Record<Outcome, Share>>;
  statuses: Partial<Record<LineStatus, number>>;
  /** By chapter 99 heading of the listings that cover the number. */
  headings: Record<string, Share>;
  programmes: Record<string, Share>;
  /** Of lines with a number. A line without one is often a total of others, so its value is told apart. */
  value: { lines: number; cents: number; unclear: number; withoutNumber: Share };
  duty: { settled: number; open: number; not_asked: number; cents: number; linesWithAmount: number };
}

const WITHOUT_NUMBER: readonly Outcome[] = ['blank', 'invalid'];
/** Names of headings are bounded by the lists; this bounds what a faulty worker could send. */
const NAMES_MAX = 5000;

export function emptySummary(): AuditSummary {
  return {
    lines: 0,
    outcomes: {},
    statuses: {},
    headings: {},
    programmes: {},
    value: { lines: 0, cents: 0, unclear: 0, withoutNumber: { lines: 0, cents: 0 } },
    duty: { settled: 0, open: 0, not_asked: 0, cents: 0, linesWithAmount: 0 },
  };
}

/** What of a line is counted. */
interface CountedLine {
  cells: LineCells;
  /** Absent if no duty was asked for. */
  duty?: LineCells | undefined;
  /** In dollars; null if the line has none, undefined if it is unclear. */
  value: number | null | undefined;
}

export function countLine(summary: AuditSummary, outcome: Outcome, { cells, duty, value }: CountedLine): void {
  const cents = typeof value === 'number' ? Math.round(value * 100) : 0;
  summary.lines++;
  addTo(summary.outcomes as Record<string, Share>, outcome, 1, cents);
  const status = cells.status as LineStatus;
  summary.statuses[status] = (summary.statuses[status] ?? 0) + 1;
  for (const heading of namesIn(cells.heading)) addTo(summary.headings, heading, 1, cents);
  for (const programme of namesIn(cells.programme)) addTo(summary.programmes, programme, 1, cents);
  const values = WITHOUT_NUMBER.includes(outcome) ? summary.value.withoutNumber : summary.value;
  if (typeof value === 'number') {
    values.lines++;
    values.cents += cents;
  } else if (value === undefined && values === summary.value) summary.value.unclear++;
  if (duty === undefined) return;
  summary.duty[duty.duty === 'settled' ? 'settled' : duty.duty === 'open' ? 'open' : 'not_asked']++;
  if (typeof duty.duty_total === 'number') {
    summary.duty.linesWithAmount++;
    summary.duty.cents += Math.round(duty.duty_total * 100);
  }
}

/** A summary as it is stored. Older versions counted the values of all lines together. */
export interface StoredSummary extends Omit<AuditSummary, 'value'> {
  value: Omit<AuditSummary['value'], 'withoutNumber'> & { withoutNumber?: Share };
}

export function addSummary(to: AuditSummary, from: StoredSummary): void {
  to.lines += from.lines;
  for (const group of ['outcomes', 'headings', 'programmes'] as const) {
    const target = to[group] as Record<string, Share>;
    for (const [name, { lines, cents }] of Object.entries(from[group])) addTo(target, name, lines, cents);
  }
  for (const [status, lines] of Object.entries(from.statuses)) {
    to.statuses[status as LineStatus] = (to.statuses[status as LineStatus] ?? 0) + lines;
  }
  to.value.lines += from.value.lines;
  to.value.cents += from.value.cents;
  to.value.unclear += from.value.unclear;
  to.value.withoutNumber.lines += from.value.withoutNumber?.lines ?? 0;
  to.value.withoutNumber.cents += from.value.withoutNumber?.cents ?? 0;
  for (const name of Object.keys(to.duty) as (keyof AuditSummary['duty'])[]) to.duty[name] += from.duty[name];
}

/** The counts of a job: lines by outcome. */
export function countsOf({ outcomes }: AuditSummary): ChunkOutcome['counts'] {
  return Object.fromEntries(Object.entries(outcomes).map(([outcome, { lines }]) => [outcome, lines]));
}

/** The entries with the most lines first. */
export function largest(shares: Readonly<Record<string, Share>>, max: number): [string, Share][] {
  return Object.entries(shares)
    .sort(([a, { lines: first }], [b, { lines: second }]) => second - first || (a < b ? -1 : 1))
    .slice(0, max);
}

function addTo(shares: Record<string, Share>, name: string, lines: number, cents: number): void {
  const share = Object.hasOwn(shares, name) ? shares[name] : undefined;
  if (share) {
    share.lines += lines;
    share.cents += cents;
  } else if (Object.keys(shares).length < NAMES_MAX) shares[name] = { lines, cents };
}

function namesIn(cell: AddedCell | undefined): string[] {
  return typeof cell === 'string' && cell !== '' ? cell.split(', ') : [];
}
