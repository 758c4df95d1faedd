/** The port of a journal: an append-only list of what groups were admitted, rolled up into sums from its oldest end. */
import { type PastUses, replay } from '../domain/limits.ts';
import type { MinuteWindow } from '../domain/sliding-minute.ts';

/**
 * Requests of one key for one product, admitted at the row's time. `rounding` is that of its lineage's limit, in milliseconds. An
 * entry with a `day` is the charge of a job: it counts on that day and in no minute, and is less than nothing when it was given back.
 */
export type JournalEntry = [
  keyId: number,
  lineageId: number,
  product: string,
  requests: number,
  rounding?: number,
  day?: number,
];

/** Rows that are read at once. Under load they have some 5,000 entries, which a process that was idle applies in a few milliseconds. */
export const NEWER_ROWS_MAX = 100;

export interface JournalRow {
  seq: number;
  /** When the row's requests were decided, Unix milliseconds. It may fall from one row to the next: clocks differ, or are set back. */
  atMs: number;
  entries: JournalEntry[];
}

/** What is kept of a lineage when its rows leave the journal. */
export interface SavedLineage {
  /** When its state last changed; `-Infinity` before its first use. */
  atMs: number;
  /** The latest day that its requests were booked on; -1 before its first use. */
  newestDay: number;
  window: MinuteWindow;
}

/** The saved state of a lineage after further rows of it. */
export function advanceSaved(saved: SavedLineage, uses: PastUses): SavedLineage {
  // The requests of a day are not saved: the sums that pages read hold them.
  const { atMs, newestDay, window } = replay({ ...saved, day: -1, today: 0 }, uses, () => 0);
  return { atMs, newestDay, window };
}

export interface Journal {
  /** Runs `work` while holding the one write lock, and commits. @throws LedgerBusy at once when another process or transaction holds it */
  exclusively<T>(work: () => T): T;
  /** Adds a row and returns its `seq`. Call inside `exclusively`. */
  append(atMs: number, entries: JournalEntry[]): number;
  /** Runs `read` on one snapshot of the file. It waits for nobody. @throws LedgerBusy while this process is inside a transaction */
  consistently<T>(read: () => T): T;
  /** Up to `NEWER_ROWS_MAX` rows that came after `seq`, oldest first. */
  newer(seq: number): JournalRow[];
  /** All rows that came after `seq`, and not after `seqMax`, oldest first. */
  between(seq: number, seqMax: number): JournalRow[];
  /** Rows up to this `seq` were rolled up and are gone from the journal. */
  rolledUpSeq(): number;
  /** The state of a lineage after its last row that was rolled up. */
  savedLineage(lineageId: number): SavedLineage;
  /** Requests of a lineage on one day that were rolled up. */
  rolledUpOn(lineageId: number, day: number): number;
  /**
   * Does a piece of the work that moves rows into the sums that pages read, oldest first and none after `seqMax`: reads and adds up some
   * of them, or moves all that were read, in one transaction. A row is never split.
   * @returns whether there is more to do
   */
  rollUp(seqMax: number): boolean;
}
