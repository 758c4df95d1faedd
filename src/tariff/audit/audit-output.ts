/** The output of a chunk as it is stored: what was counted, what it rests on, and the added cells of each line. */
import { unpackRows } from '../../spreadsheet/row-chunk.ts';
import type { AuditLaw } from './audit-data.ts';
import type { AddedCell } from './columns.ts';
import type { StoredSummary } from './summary.ts';

export interface StoredOutput {
  summary: StoredSummary;
  law: AuditLaw;
  rows: AddedCell[][];
  /** With an earlier day: the cells of that day, or null for a line that was not looked up. */
  earlier?: (AddedCell[] | null)[];
}

export function unpackOutput(output: Uint8Array): StoredOutput {
  const [head, ...rows] = unpackRows<unknown>(output) as [Omit<StoredOutput, 'rows'>, ...AddedCell[][]];
  return { ...head, rows };
}
