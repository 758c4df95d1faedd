/** What an audit says of one store. */
import { PortsideError } from '../../domain/errors.ts';
import type { DetailedReport } from '../../domain/scan-report.ts';
import { sameSpelling } from './store-address.ts';

/** A store of a list: where it is in the list, and its address. */
export interface Store {
  line: number;
  address: string;
}

/**
 * A report; or why there is none; or the line that names the same store, which is scanned once. A store without a report is never the
 * same as a clean one.
 */
export type StoreOutcome = Store &
  ({ url: string; atMs: number; report: DetailedReport } | { fault: string } | { sameAs: number });

/** Of the worst store first: not scanned, not judged, then by score; of equals the order of the list. */
export interface StoreStanding extends Store {
  state: DetailedReport['state'] | 'not_scanned' | 'same';
  score: number | null;
  errors: number;
  warnings: number;
  notes: number;
  /** Events that reach a destination twice. */
  doubles: number;
  /** What was not looked at. */
  unread: number;
  rules: readonly string[];
  fault?: string;
}

export function standingOf(outcome: StoreOutcome): StoreStanding {
  const { line, address } = outcome;
  const none = { line, address, score: null, errors: 0, warnings: 0, notes: 0, doubles: 0, unread: 0, rules: [] };
  if ('sameAs' in outcome) return { ...none, state: 'same', fault: `The same store as in line ${outcome.sameAs}.` };
  if ('fault' in outcome) return { ...none, state: 'not_scanned', fault: outcome.fault };
  const { score, state, severity_counts: counts, graph, not_looked_at, findings } = outcome.report;
  return {
    line,
    address,
    state,
    score,
    errors: counts.error,
    warnings: counts.warn,
    notes: counts.info,
    doubles: graph.doubles.length,
    unread: not_looked_at.length,
    rules: [...new Set(findings.map(({ rule_id }) => rule_id))],
  };
}

const RANKS: Record<StoreStanding['state'], number> = {
  not_scanned: 0,
  not_judged: 1,
  partly_judged: 2,
  judged: 2,
  same: 3,
};

/** The words that an audit counts stores by. */
export const STORE_STATES = Object.keys(RANKS) as readonly StoreStanding['state'][];

/** For `sort`: the worst store first. */
export function worstFirst(a: StoreStanding, b: StoreStanding): number {
  return RANKS[a.state] - RANKS[b.state] || (a.score ?? 0) - (b.score ?? 0) || a.line - b.line;
}

/** The lowest score of the stores. Undefined if one of them has none: it may be worse than all others. */
export function lowestScore(standings: readonly StoreStanding[]): number | undefined {
  const scores = standings.flatMap(({ state, score }) => (state === 'same' ? [] : [score]));
  return scores.reduce<number | undefined>(
    (lowest, score) => (lowest === undefined || score === null ? undefined : Math.min(lowest, score)),
    scores.length === 0 ? undefined : 100,
  );
}

/**
 * A sentence for the owner of the list. One store that makes our reader fail does not end an audit of hundreds.
 * @throws the error, if it says nothing about this store
 */
export function faultOf(error: unknown): string {
  if (!(error instanceof PortsideError) || error.code === 'unavailable') throw error;
  if (error.code === 'internal')
    return 'Portside failed while it read this store. The fault is ours, not that of the store.';
  return error.details?.[0] ? `The address ${error.details[0].message}.` : error.message;
}

/** The stores, each marked that an earlier line names too. Hosts without a scheme are taken as `https`. */
export function distinctStores(stores: readonly Store[]): (Store & { sameAs?: number })[] {
  const first = new Map<string, number>();
  return stores.map((store) => {
    const name = sameSpelling(store.address);
    const known = first.get(name);
    if (known !== undefined) return { ...store, sameAs: known };
    first.set(name, store.line);
    return store;
  });
}
