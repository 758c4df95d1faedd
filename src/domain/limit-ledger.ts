/**
 * Where groups of requests are decided and counted. Everything that passes is plain data, so that one writer for the whole
 * machine can stand behind this port.
 */
import type { LineageRequest, Standing } from './limits.ts';

/** Requests of one key for one product that follow each other in a group: `asked` of them, after `before` others of the lineage. */
export interface KeyRun {
  lineageId: number;
  keyId: number;
  product: string;
  before: number;
  asked: number;
}

/** The requests of one group. */
export interface RequestGroup {
  /** One for each lineage, by ascending id. */
  lineages: readonly LineageRequest[];
  runs: readonly KeyRun[];
}

export type Standings = ReadonlyMap<number, Standing>;

export interface LimitLedger {
  readonly rollUpEveryMs: number;
  /**
   * Decides a group and counts what it admits. One at a time: several would only make each of them smaller. Returns when that is committed, with a standing for each lineage. When it
   * fails the group may have been counted or not: refuse it, and never send it again.
   * @throws LedgerBusy when another process holds the ledger and nothing was done; the group may be sent again.
   * @throws PortsideError when nothing was done and the callers may see why.
   */
  commit(group: RequestGroup): Standings | Promise<Standings>;
  /** Moves what was counted to where pages read it, up to a bound. True when there is more to move. Failing costs nothing. */
  rollUp(): boolean | Promise<boolean>;
}

/** Another process holds the ledger at this moment. Nothing was done. */
export class LedgerBusy extends Error {}
