/**
 * What every key lineage has used, as far as limits need it: a copy in memory of the journal's last minute and of today's
 * sums. It is only ever read or changed while the journal's write lock is held, so that all processes decide on the same
 * data; rows that other processes committed are applied first.
 */

import type { Journal, JournalEntry, JournalRow } from '../adapters/sqlite/journal.ts';
import { utcDay } from '../domain/clock.ts';
import { MINUTE_MS, MinuteWindow } from './window.ts';

/** A smaller step back is the ordinary jitter between processes and is ignored; a larger one is a clock that was set. */
const CLOCK_JITTER_MS = 1000;

export interface Limits {
  perMinute: number;
  perDay: number;
}

/** What was decided for one request, with what its rate-limit headers say. */
export interface Verdict {
  admitted: boolean;
  minuteLeft: number;
  /** Seconds until the oldest request leaves the minute. */
  minuteResetS: number;
  dayLeft: number;
  /** Seconds until the UTC day ends. */
  dayResetS: number;
}

interface Lineage {
  window: MinuteWindow;
  today: number;
}

export class Account {
  readonly #journal: Journal;
  #lineages = new Map<number, Lineage>();
  #seq = -1;
  #day = 0;
  #lastMs = 0;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** Applies what other processes committed and returns the time to decide at: never earlier than any committed row. */
  catchUp(clockMs: number): number {
    let nowMs = clockMs;
    if (this.#seq < 0 || this.#journal.foldedSeq() > this.#seq) this.#reload(nowMs);
    else for (const row of this.#journal.after(this.#seq)) this.#apply(row);
    if (nowMs < this.#lastMs - CLOCK_JITTER_MS) {
      this.#journal.pullBack(nowMs);
      this.#reload(nowMs);
    }
    nowMs = Math.max(nowMs, this.#lastMs);
    this.#turnDay(nowMs);
    return nowMs;
  }

  /** Decides one request and, when admitted, counts it at once: the next request of the same group sees it. */
  decide(lineageId: number, limits: Limits, nowMs: number): Verdict {
    const lineage = this.#lineage(lineageId);
    const minuteLeft = limits.perMinute - lineage.window.total(nowMs);
    const dayLeft = limits.perDay - lineage.today;
    const admitted = minuteLeft > 0 && dayLeft > 0;
    if (admitted) {
      lineage.window.add(nowMs, 1);
      lineage.today++;
    }
    const spent = admitted ? 1 : 0;
    return {
      admitted,
      minuteLeft: Math.max(0, minuteLeft - spent),
      minuteResetS: Math.ceil(lineage.window.msUntilRoom(nowMs) / 1000),
      dayLeft: Math.max(0, dayLeft - spent),
      dayResetS: Math.ceil(((utcDay(nowMs) + 1) * 86_400_000 - nowMs) / 1000),
    };
  }

  /** Commits what `decide` admitted; the caller's transaction makes it durable. */
  append(nowMs: number, entries: JournalEntry[]): void {
    this.#seq = this.#journal.append(nowMs, entries);
    this.#lastMs = nowMs;
  }

  /** After a failed commit memory is ahead of the file: forget it, the next group reads it anew. */
  forget(): void {
    this.#seq = -1;
  }

  /**
   * Lets go of lineages that used nothing in the last minute and today. Without it every key ever seen would stay. Measured
   * from the last committed row, not from the clock: one that is ahead for a moment must not empty windows.
   */
  sweep(): void {
    for (const [id, { window, today }] of this.#lineages) {
      if (today === 0 && window.total(this.#lastMs) === 0) this.#lineages.delete(id);
    }
  }

  #reload(nowMs: number): void {
    this.#lineages = new Map();
    this.#day = utcDay(nowMs);
    this.#lastMs = 0;
    for (const { lineageId, requests } of this.#journal.lineageDays(this.#day))
      this.#lineage(lineageId).today = requests;
    this.#seq = this.#journal.foldedSeq();
    for (const row of this.#journal.after(this.#seq)) this.#apply(row);
  }

  #apply({ seq, atMs, entries }: JournalRow): void {
    const day = utcDay(atMs);
    if (day > this.#day) this.#turnDay(atMs);
    for (const [, lineageId, , requests] of entries) {
      const lineage = this.#lineage(lineageId);
      lineage.window.add(atMs, requests);
      if (day === this.#day) lineage.today += requests;
    }
    this.#seq = seq;
    this.#lastMs = Math.max(this.#lastMs, atMs);
  }

  /** A new UTC day starts every daily count anew. */
  #turnDay(nowMs: number): void {
    const day = utcDay(nowMs);
    if (day === this.#day) return;
    this.#day = day;
    for (const lineage of this.#lineages.values()) lineage.today = 0;
    // Usually nothing; a clock that was a day ahead before has used some of this day.
    for (const { lineageId, requests } of this.#journal.lineageDays(day)) this.#lineage(lineageId).today = requests;
  }

  #lineage(id: number): Lineage {
    let lineage = this.#lineages.get(id);
    if (!lineage) {
      lineage = { window: new MinuteWindow(), today: 0 };
      this.#lineages.set(id, lineage);
    }
    return lineage;
  }
}

/** Rows younger than this stay in the journal: a restart must still see the whole last minute. */
export const JOURNAL_KEEPS_MS = MINUTE_MS + 5_000;
