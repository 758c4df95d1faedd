/**
 * The ledger of one database file that several processes share. Each keeps the state of the lineages in use in memory, and
 * under the file's write lock first applies the rows that other processes appended: all decide on the same data. A lineage
 * that is not in memory is loaded from what was rolled up; everything later is in the journal, which every process applies.
 */
import { type Clock, utcDay } from '../domain/clock.ts';
import type { LimitLedger, RequestGroup, Standings } from '../domain/limit-ledger.ts';
import { dayOf, decide, type LineageState, PastUses, replay, type Standing } from '../domain/limits.ts';
import { roundingMs } from '../domain/sliding-minute.ts';
import { type Journal, type JournalEntry, type JournalRow, NEWER_ROWS_MAX } from './journal.ts';

/** Rows younger than this stay in the journal: pages count the last minute from it. In real time, not the clock's. */
const JOURNAL_KEEPS_MS = 65_000;
/** Rolling up costs about as much as it meets different keys, so it is done seldom and for many rows. */
const ROLL_UP_EVERY_MS = 30_000;
/** Uses of other processes that wait for the next decision. With several processes most are of lineages that this one decides rarely. */
const PENDING_MAX = 64;

interface HeldLineage {
  /** Before `pending`. */
  state: LineageState;
  /** Uses by other processes on the day of `state`. They are replayed together, before anything is decided. */
  readonly pending: PastUses;
  /** The last row that changed it. */
  seq: number;
}

interface Decided {
  standings: Standings;
  /** Lineages whose state changes when the group is committed. */
  changes: [HeldLineage, LineageState][];
  /** The newest row then. */
  seq: number;
}

export class JournalLedger implements LimitLedger {
  readonly rollUpEveryMs = ROLL_UP_EVERY_MS;
  readonly #journal: Journal;
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  #lineages = new Map<number, HeldLineage>();
  /** The last row that was applied; -1 when nothing was read yet. */
  #seq = -1;
  #daySums: { day: number; seq: number; rolledUpSeq: number; sums: Map<number, number> } | undefined;
  /**
   * Which rows were there at which moment of real time. A row's own time is no measure of its age, because the clock may have
   * been set meanwhile.
   */
  readonly #marks: { atMs: number; seq: number }[] = [];
  /** Up to where rows had left the journal when this process looked last; -1 before. */
  #rolledUpSeq = -1;

  constructor(journal: Journal, clock: Pick<Clock, 'now' | 'monotonic'>) {
    this.#journal = journal;
    this.#clock = clock;
  }

  commit(group: RequestGroup): Standings {
    // A process that just started may have much to read: not while others wait for the lock.
    if (this.#seq < 0) this.#journal.consistently(() => this.#catchUp());
    // Memory changes when the group is committed and not before, so that a commit that fails leaves no trace in it.
    const { standings, changes, seq } = this.#journal.exclusively(() => this.#decide(group));
    for (const [held, state] of changes) {
      held.state = state;
      held.seq = seq;
    }
    this.#seq = seq;
    return standings;
  }

  /** What a lineage has used of its day. Call it inside a transaction that holds the write lock of the file: it is exact until that ends. */
  dayOf(lineageId: number): ReturnType<typeof dayOf> {
    this.#catchUp();
    const clockMs = this.#clock.now();
    const state = replayPending(this.#held(lineageId, clockMs));
    return dayOf(state, clockMs, (day) => this.#bookedOn(lineageId, day));
  }

  rollUp(): boolean {
    // An idle process keeps up too, or its next request would wait while it reads everything that happened meanwhile.
    if (this.#journal.consistently(() => this.#applyNewer())) return true;
    if (this.#rollUpOld()) return true;
    this.#evict();
    return false;
  }

  /** Rolls up a piece of what is old enough. Returns whether there is more. */
  #rollUpOld(): boolean {
    const nowMs = this.#clock.monotonic();
    const rolledUpSeq = this.#journal.rolledUpSeq();
    // Another process rolls up: wait anew, until it has died. If each did, all would add up the same rows, and all but one in vain.
    if (rolledUpSeq > this.#rolledUpSeq) this.#marks.length = 0;
    this.#rolledUpSeq = rolledUpSeq;
    this.#marks.push({ atMs: nowMs, seq: this.#seq });
    while (this.#marks.length > 1 && this.#marks[1]!.atMs <= nowMs - JOURNAL_KEEPS_MS) this.#marks.shift();
    const { atMs, seq } = this.#marks[0]!;
    if (atMs > nowMs - JOURNAL_KEEPS_MS || seq <= rolledUpSeq) return false;
    const hasMore = this.#journal.rollUp(seq);
    this.#rolledUpSeq = this.#journal.rolledUpSeq();
    return hasMore;
  }

  #decide({ lineages, runs }: RequestGroup): Decided {
    this.#catchUp();
    const clockMs = this.#clock.now();
    const standings = new Map<number, Standing>();
    // By the time they were decided at: one row, unless the clocks of processes differ.
    const rows = new Map<number, JournalEntry[]>();
    const add = (nowMs: number, entry: JournalEntry) => {
      const entries = rows.get(nowMs);
      if (entries) entries.push(entry);
      else rows.set(nowMs, [entry]);
    };
    const changes: [HeldLineage, LineageState][] = [];
    const roundings = new Map<number, number>();
    const unadmitted = new Set<number>();
    for (const lineage of lineages) {
      const { lineageId } = lineage;
      const held = this.#held(lineageId, clockMs);
      const { standing, state } = decide(replayPending(held), lineage, clockMs, (day) =>
        this.#bookedOn(lineageId, day),
      );
      standings.set(lineageId, standing);
      if (state === held.state) continue;
      changes.push([held, state]);
      roundings.set(lineageId, roundingMs(lineage.perMinute));
      if (standing.admitted === 0) unadmitted.add(lineageId);
    }
    for (const { lineageId, keyId, product, before, asked } of runs) {
      const { admitted, nowMs } = standings.get(lineageId)!;
      const requests = Math.min(asked, admitted - before);
      if (requests > 0) {
        const rounding = roundings.get(lineageId)!;
        const entry: JournalEntry = [keyId, lineageId, product, requests];
        if (rounding !== 1) entry.push(rounding);
        add(nowMs, entry);
      } else if (unadmitted.delete(lineageId)) {
        // Admitted nothing, but found the clock set back: other processes must know.
        add(nowMs, [keyId, lineageId, product, 0]);
      }
    }
    let seq = this.#seq;
    for (const [nowMs, entries] of rows) seq = this.#journal.append(nowMs, entries);
    return { standings, changes, seq };
  }

  /** Applies what other processes committed. */
  #catchUp(): void {
    while (this.#applyNewer());
  }

  /** Applies some of it, oldest first. Returns whether there is more. */
  #applyNewer(): boolean {
    const rolledUpSeq = this.#journal.rolledUpSeq();
    if (rolledUpSeq > this.#seq) {
      // Rows that were never applied here have left the journal.
      this.#lineages = new Map();
      this.#daySums = undefined;
      this.#seq = rolledUpSeq;
    }
    const rows = this.#journal.newer(this.#seq);
    this.#apply(rows);
    return rows.length === NEWER_ROWS_MAX;
  }

  #apply(rows: readonly JournalRow[]): void {
    const last = rows.at(-1);
    if (!last) return;
    const plainDay = plainDayOf(rows);
    // Uses of lineages whose day they change or may change: what else was booked on a day must be asked.
    const others = new Map<number, PastUses>();
    for (const { atMs, entries } of rows) {
      for (const [, lineageId, , requests, rounding = 1, day] of entries) {
        const held = this.#held(lineageId, atMs);
        held.seq = last.seq;
        if (held.state.day === plainDay) {
          if (held.pending.length === PENDING_MAX) replayPending(held);
          held.pending.add(atMs, requests, rounding, day);
          continue;
        }
        const uses = others.get(lineageId) ?? new PastUses();
        others.set(lineageId, uses);
        uses.add(atMs, requests, rounding, day);
      }
    }
    for (const [lineageId, uses] of others) {
      const held = this.#held(lineageId, last.atMs);
      held.state = replay(replayPending(held), uses, (day) => this.#bookedOn(lineageId, day));
    }
    this.#seq = last.seq;
  }

  #held(lineageId: number, nowMs: number): HeldLineage {
    let held = this.#lineages.get(lineageId);
    if (!held) {
      // Every row of a lineage that is not in memory was rolled up.
      const day = utcDay(nowMs);
      const saved = this.#journal.savedLineage(lineageId);
      const today = day > saved.newestDay ? 0 : this.#journal.rolledUpOn(lineageId, day);
      held = { state: { ...saved, day, today }, pending: new PastUses(), seq: 0 };
      this.#lineages.set(lineageId, held);
    }
    return held;
  }

  /** Requests of a lineage booked on `day` in all rows that were applied. Rare: only after the clock was set back past midnight. */
  #bookedOn(lineageId: number, day: number): number {
    return this.#journal.rolledUpOn(lineageId, day) + (this.#journalSums(day).get(lineageId) ?? 0);
  }

  #journalSums(day: number): Map<number, number> {
    const rolledUpSeq = this.#journal.rolledUpSeq();
    const known = this.#daySums;
    const reusable = known?.day === day && known.rolledUpSeq === rolledUpSeq;
    const { sums, seq } = reusable ? known : { sums: new Map<number, number>(), seq: rolledUpSeq };
    for (const row of this.#journal.between(seq, this.#seq)) {
      const rowDay = utcDay(row.atMs);
      for (const [, id, , requests, , entryDay = rowDay] of row.entries)
        if (entryDay === day) sums.set(id, (sums.get(id) ?? 0) + requests);
    }
    this.#daySums = { day, seq: this.#seq, rolledUpSeq, sums };
    return sums;
  }

  /** Frees lineages that can be loaded again, so that memory holds those in use and not every key ever seen. */
  #evict(): void {
    for (const [id, { seq }] of this.#lineages) if (seq <= this.#rolledUpSeq) this.#lineages.delete(id);
  }
}

/** The day of all rows; undefined if they are of several, or one is the charge of a job. */
function plainDayOf(rows: readonly JournalRow[]): number | undefined {
  const day = utcDay(rows[0]!.atMs);
  const isPlain = ({ atMs, entries }: JournalRow) =>
    utcDay(atMs) === day && entries.every(([, , , , , chargedDay]) => chargedDay === undefined);
  return rows.every(isPlain) ? day : undefined;
}

/** The state after its pending uses, which are of its day: nothing else that was booked on a day is asked for. */
function replayPending(held: HeldLineage): LineageState {
  if (held.pending.length > 0) {
    held.state = replay(held.state, held.pending, () => 0);
    held.pending.clear();
  }
  return held.state;
}
