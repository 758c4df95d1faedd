/** How requests are admitted and counted: what the limits are decided on. */
import type { Journal } from '../adapters/sqlite/journal.ts';

/** `usage/` decides, holding the journal's one write lock. */
export interface JournalAccount {
  by: 'journal';
  journal: Journal;
}

/** What a group asks for one line of rotations. */
export interface AskedLineage {
  lineageId: number;
  perMinute: number;
  perDay: number;
  wanted: number;
}

/** Requests of one key for one product that stand together in a group: `asked` of them after `before` others of the line. */
export interface AskedRun {
  lineageId: number;
  keyId: number;
  product: string;
  before: number;
  asked: number;
}

/** How a line of rotations stands after its requests were decided: the first `admitted` of them are. */
export interface Standing {
  admitted: number;
  /** The time it was decided at, Unix milliseconds. */
  nowMs: number;
  minuteLeft: number;
  dayLeft: number;
  /** When the oldest request of its minute came; undefined when there is none. */
  oldestMs: number | undefined;
}

/** The database decides and counts a whole group in one statement. */
export interface StatementAccount {
  by: 'statement';
  /** More groups under way would only be smaller ones. */
  groupsAtOnce: number;
  /**
   * Resolves when the group is committed, with a standing for each of `asked`. When it rejects, the group may have been
   * counted or not: it must be refused, never sent again.
   * @param asked one for each line of rotations, ascending by id
   * @param nowMs of tests; else the database's own clock decides
   */
  admit(asked: readonly AskedLineage[], runs: readonly AskedRun[], nowMs?: number): Promise<Map<number, Standing>>;
  /** Moves what was counted to where it is read from. True when there is more to move. */
  fold(): Promise<boolean>;
}

export type AccountStore = JournalAccount | StatementAccount;
