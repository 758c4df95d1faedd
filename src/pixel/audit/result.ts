/** The result of an audit of stores as a table: one row a store, the worst first. */
import type { StoreStanding } from './store-outcome.ts';

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
] as const;

/** A cell that is empty where there is nothing to say. A store that was not judged has no score. */
export function resultRow(standing: StoreStanding): (string | number | null)[] {
  const { line, address, state, score, errors, warnings, notes, doubles, unread, rules, fault } = standing;
  const counts =
    state === 'not_scanned' || state === 'same'
      ? [null, null, null, null, null]
      : [errors, warnings, notes, doubles, unread];
  return [line, address, state, score, ...counts, rules.join(' '), fault ?? null];
}
