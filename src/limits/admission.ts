/**
 * Group commit: the requests of one event-loop turn are decided, counted and committed in one transaction, before any of
 * their answers leaves. A request that was answered is in the file even if the process is killed right after; a request
 * that could not be counted is answered 503, never 200.
 */

import { isLocked } from '../adapters/faults.ts';
import type { Journal, JournalEntry } from '../adapters/sqlite/journal.ts';
import type { Clock } from '../domain/clock.ts';
import { utcDay } from '../domain/clock.ts';
import { PortsideError } from '../domain/errors.ts';
import { Histogram } from '../http/metrics/histogram.ts';
import { Account, JOURNAL_KEEPS_MS, type Limits, type Verdict } from './account.ts';

/** How long a group waits for another process's lock before it is refused. */
const LOCK_WAIT_MS = 2000;
/** Waiting requests beyond this are refused at once: a locked file must not eat the memory. */
export const WAITING_MAX = 20_000;
/** A fold costs about as much as it meets different keys, so it is done seldom and for many rows. */
const FOLD_EVERY_MS = 30_000;
/** Bounds one fold, and with it the pause it makes. */
const FOLD_ROWS_MAX = 4_000;
const SWEEP_EVERY_MS = 60_000;
/** For the metrics: requests in a group, and seconds of its commit. */
export const GROUP_BOUNDS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 1024];
export const COMMIT_BOUNDS = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1];

/** One request asking to be counted. `verdict` is there once the promise of `admit` has resolved. */
export interface Admission {
  keyId: number;
  lineageId: number;
  limits: Limits;
  product: string;
  verdict?: Verdict;
}

interface Group {
  requests: Admission[];
  committed: Promise<void>;
  settle(error?: unknown): void;
  /** When it was first turned away by a lock. */
  waitsSinceMs?: number;
}

export class AdmissionDesk {
  /** For the metrics. Attempts that met another process's lock are not among the commits. */
  readonly commits = { requests: new Histogram(GROUP_BOUNDS), seconds: new Histogram(COMMIT_BOUNDS), faults: 0 };
  readonly #journal: Journal;
  readonly #account: Account;
  readonly #clock: Clock;
  readonly #onFault: (error: unknown) => void;
  readonly #timers: ReturnType<typeof setInterval>[];
  #group: Group | undefined;
  /**
   * Which rows were there at which moment of real time. A row's own time is no measure of its age: a clock set forward and
   * back would fold rows that the window still needs.
   */
  readonly #marks: { atMs: number; seq: number }[] = [];
  #foldedTo = 0;

  /** `onFault` hears of commits and folds that failed; callers have been told 503 by then. */
  constructor(journal: Journal, clock: Clock, onFault: (error: unknown) => void) {
    this.#journal = journal;
    this.#account = new Account(journal);
    this.#clock = clock;
    this.#onFault = (error) => {
      this.commits.faults++;
      onFault(error);
    };
    this.#timers = [
      setInterval(() => this.fold(), FOLD_EVERY_MS),
      setInterval(() => this.#account.sweep(), SWEEP_EVERY_MS),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  /**
   * Joins the group of this event-loop turn. Resolves when the group is committed, with `request.verdict` set.
   * @throws PortsideError `unavailable` when the account cannot be written.
   */
  admit(request: Admission): Promise<void> {
    let group = this.#group;
    if (!group) {
      group = this.#group = newGroup();
      setImmediate(() => this.#commit());
    } else if (group.requests.length >= WAITING_MAX) return Promise.reject(unavailable());
    group.requests.push(request);
    return group.committed;
  }

  /** Moves journal rows that no window needs any more into the usage table. Failing costs nothing: it is tried again. */
  fold(): void {
    try {
      const nowMs = this.#clock.monotonic();
      this.#marks.push({ atMs: nowMs, seq: this.#journal.newestSeq() });
      while (this.#marks.length > 1 && this.#marks[1]!.atMs <= nowMs - JOURNAL_KEEPS_MS) this.#marks.shift();
      const oldest = this.#marks[0]!;
      if (oldest.atMs <= nowMs - JOURNAL_KEEPS_MS && oldest.seq > this.#foldedTo) this.#foldUpTo(oldest.seq);
    } catch (error) {
      if (!isLocked(error)) this.#onFault(error);
    }
  }

  #foldUpTo(seq: number): void {
    const moved = this.#journal.fold(seq, FOLD_ROWS_MAX, utcDay);
    // The rest at the next turn: requests come between.
    if (moved === FOLD_ROWS_MAX) setImmediate(() => this.fold());
    else this.#foldedTo = seq;
  }

  /** Commits what waits. */
  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    if (this.#group) this.#commit();
  }

  #commit(): void {
    const group = this.#group;
    if (!group) return;
    let decided = false;
    const beganMs = this.#clock.monotonic();
    try {
      this.#journal.exclusively(() => {
        decided = true;
        this.#decide(group);
      });
    } catch (error) {
      if (decided) this.#account.forget();
      else if (isLocked(error) && this.#mayWait(group)) return;
      this.#group = undefined;
      this.#onFault(error);
      group.settle(unavailable());
      return;
    }
    this.commits.requests.add(group.requests.length);
    this.commits.seconds.add((this.#clock.monotonic() - beganMs) / 1000);
    this.#group = undefined;
    group.settle();
  }

  #decide({ requests }: Group): void {
    const nowMs = this.#account.catchUp(this.#clock.now());
    const entries: JournalEntry[] = [];
    for (const request of requests) {
      request.verdict = this.#account.decide(request.lineageId, request.limits, nowMs);
      if (request.verdict.admitted) entries.push([request.keyId, request.lineageId, request.product, 1]);
    }
    if (entries.length > 0) this.#account.append(nowMs, entries);
  }

  /** The group stays open and takes more requests while another process holds the lock; the event loop is never blocked. */
  #mayWait(group: Group): boolean {
    const nowMs = this.#clock.now();
    group.waitsSinceMs ??= nowMs;
    if (nowMs - group.waitsSinceMs >= LOCK_WAIT_MS) return false;
    // At first the holder is most likely another worker in the middle of a group, done within a fraction of a millisecond.
    if (nowMs - group.waitsSinceMs < 2) setImmediate(() => this.#commit());
    else setTimeout(() => this.#commit(), 1);
    return true;
  }
}

function newGroup(): Group {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return { requests: [], committed: promise, settle: (error) => (error ? reject(error) : resolve()) };
}

/** Without the cause: `onFault` has told it once for the whole group. */
export function unavailable(): PortsideError {
  return new PortsideError('unavailable', { retryAfterS: 1 });
}
