/** The result of an audit of stores as a table: one row a store, the worst first. */
import type { StoreStanding } from './store-outcome.ts';

/** A row by the names of its columns. Null is an empty cell: a store that was not judged has no score. */
export interface ResultRow {
  line: number;
  store: string;
  state: StoreStanding['state'];
  score: number | null;
  errors: number | null;
  warnings: number | null;
  notes: number | null;
  doubles: number | null;
  not_looked_at: number | null;
  /** Ids of the rules that found something, with blanks between them. */
  rules: string;
  fault: string | null;
}

/** In the order of `ResultRow`. */
export const RESULT_COLUMNS = [
  'line',
  'store',
  'state',
  'score',
  'errors',
  'warnings',
  'notes',
  'doubles',
  'not_looked_at',
  'rules',
  'fault',
] as const satisfies (keyof ResultRow)[];

export function resultRow(standing: StoreStanding): ResultRow {
  const { line, address, state, score, errors, warnings, notes, doubles, unread, rules, fault } = standing;
  const counted = (count: number) => (state === 'not_scanned' || state === 'same' ? null : count);
  return {
    line,
    store: address,
    state,
    score,
    errors: counted(errors),
    warnings: counted(warnings),
    notes: counted(notes),
    doubles: counted(doubles),
    not_looked_at: counted(unread),
    rules: rules.join(' '),
    fault: fault ?? null,
  };
}
