/** The port of a journal: an append-only list of what groups were admitted, rolled up into sums from its oldest end. */
import type { MinuteWindow } from '../domain/sliding-minute.ts';

/** Requests of one key for one product, admitted at the row's time. `rounding` is that of its lineage's limit, in milliseconds. */
export type JournalEntry = [keyId: number, lineageId: number, product: string, requests: number, rounding?: number];

export interface JournalRow {
  seq: number;
  /** When the row's requests were decided, Unix milliseconds. It falls from one row to the next only when the clock was set back. */
  atMs: number;
  entries: JournalEntry[];
}

/** What is kept of a lineage when its rows leave the journal. */
export interface SavedLineage {
  /** When it was last used; `-Infinity` before its first use. */
  atMs: number;
  /** The latest day that its requests were booked on; -1 before its first use. */
  newestDay: number;
  window: MinuteWindow;
}

/** Requests of a lineage that one journal row holds. */
export interface JournalUse {
  atMs: number;
  requests: number;
  rounding: number;
}

export interface Journal {
  /** Runs `work` while holding the one write lock, and commits. @throws LedgerBusy at once when another process holds it */
  exclusively<T>(work: () => T): T;
  /** Adds a row and returns its `seq`. Call inside `exclusively`. */
  append(atMs: number, entries: JournalEntry[]): number;
  /** Rows that came after `seq`, oldest first. */
  after(seq: number): JournalRow[];
  /** The newest row there ever was; 0 before the first. */
  newestSeq(): number;
  /** Rows up to this `seq` were rolled up and are gone from the journal. */
  rolledUpSeq(): number;
  /** The state of a lineage after its last row that was rolled up. */
  savedLineage(lineageId: number): SavedLineage;
  /** Requests of a lineage on one day that were rolled up. */
  rolledUpOn(lineageId: number, day: number): number;
  /**
   * Moves up to `rowsMax` rows, none after `seqMax`, into the sums that pages read, in one transaction.
   * @param advance what the saved state of a lineage becomes by its rows that move, oldest first
   * @returns how many rows moved
   */
  rollUp(
    seqMax: number,
    rowsMax: number,
    advance: (saved: SavedLineage, uses: readonly JournalUse[]) => SavedLineage,
  ): number;
}
