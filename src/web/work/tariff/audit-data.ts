/** What pages of audits ask the API for. */
import type { Ask } from '../ask/ask.ts';
import { type AuditQuery, linesParams } from './audit-query.ts';
import type { Outcome } from './words.ts';

const LINES_SHOWN = 50;

export interface Audit {
  id: string;
  status: 'queued' | 'running' | 'finished' | 'cancelled' | 'failed';
  lines_total: number;
  lines_done: number;
  accepted_at: string;
  ended_at: string | null;
  expires_at: string | null;
  units_charged: number;
  units_returned: number;
  counts: Partial<Record<Outcome, number>>;
  failure: string | null;
  readings: string[];
  /** The names of the columns that are used, by what they are. */
  columns: Partial<Record<'code' | 'origin' | 'date' | 'value', string>>;
  as_of: string;
  law_read_to: string | null;
}

type Cell = string | number | null;
/** A line: the cells that were sent, and by the name of each added column what was found. */
export interface AuditLine extends Record<string, Cell | string[]> {
  line: number;
  cells: string[];
}

export interface AuditLines {
  lines: AuditLine[];
  next_cursor: string | null;
  lines_done: number;
  lines_total: number;
  may_grow: boolean;
  columns: string[];
}

interface HeadingCount {
  heading: string;
  lines: number;
  outcomes: Partial<Record<Outcome, number>>;
  highest_rate: { percent: number | null; words: string } | null;
}

export interface AuditHeadings {
  headings: HeadingCount[];
  lines_counted: number;
  lines_done: number;
}

const pathOf = (id: string) => `/api/v2/tariff/audits/${id}` as const;

export const readAudit = (ask: Ask, id: string) => ask.json<Audit>('GET', pathOf(id));

export function readLines(ask: Ask, id: string, query: AuditQuery, limit = LINES_SHOWN): Promise<AuditLines> {
  return ask.json<AuditLines>('GET', `${pathOf(id)}/lines?${linesParams(query, limit)}`);
}

export const readHeadings = (ask: Ask, id: string) => ask.json<AuditHeadings>('GET', `${pathOf(id)}/headings`);

export function isOpen({ status }: Pick<Audit, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}

/** What a line has in a column that was added. */
export function found(line: AuditLine, column: string): string {
  const cell = line[column];
  return cell == null || Array.isArray(cell) ? '' : String(cell);
}
