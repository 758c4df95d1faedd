/**
 * The SQL of the journal and of the sums that it is rolled up into. It knows no rule of limits: `limits/journal-ledger.ts` decides.
 * Every counted request is always either in `journal` or in `usage`.
 */
import type { Database } from 'bun:sqlite';
import { HOUR_MS, utcDay } from '../../domain/clock.ts';
import type { OrdinaryWork } from '../../domain/disk-space.ts';
import { LedgerBusy } from '../../domain/limit-ledger.ts';
import type { PastUse } from '../../domain/limits.ts';
import { EMPTY_WINDOW, MINUTE_MS } from '../../domain/sliding-minute.ts';
import { ALL_KEYS, LAST_USED_STEP_MS, USAGE_HOURS_KEPT, USAGE_MINUTES_KEPT } from '../../domain/usage-store.ts';
import {
  type Journal,
  type JournalEntry,
  type JournalRow,
  type SavedLineage,
  usesByLineage,
} from '../../limits/journal.ts';
import { isLocked } from '../faults.ts';

/** The setting that holds `rolledUpSeq`. Its name is stored in databases and therefore cannot change. */
export const ROLLED_UP_SEQ_SETTING = 'journal_folded_seq';

interface RawRow {
  seq: number;
  at_ms: number;
  entries: string;
}

interface SavedRow {
  at_ms: number;
  newest_day: number;
  times: string;
  counts: string;
}

const parseRow = (row: RawRow): JournalRow => ({
  seq: row.seq,
  atMs: row.at_ms,
  entries: JSON.parse(row.entries) as JournalEntry[],
});

/** The disk that the journal is on. */
interface JournalDisk {
  /** @throws if this work is refused now */
  require(work: OrdinaryWork): void;
  noticeFailure(error: unknown): void;
}

/** Every statement is prepared once, because a group commit runs several of them in each turn of the event loop. */
export class SqliteJournal implements Journal {
  readonly #begin;
  readonly #beginRead;
  readonly #commit;
  readonly #rollback;
  readonly #append;
  readonly #after;
  readonly #rolledUpUsage;
  readonly #rolledUpOn;
  readonly #newestDay;
  readonly #savedLineage;
  readonly #saveLineage;
  readonly #rolledUpSeq;
  readonly #setRolledUpSeq;
  readonly #oldest;
  readonly #newest;
  readonly #addUsage;
  readonly #addTotal;
  readonly #addMinute;
  readonly #dropMinutes;
  readonly #addHour;
  readonly #dropHours;
  readonly #setLastUsed;
  readonly #remove;
  readonly #disk: JournalDisk;

  constructor(database: Database, disk: JournalDisk) {
    this.#disk = disk;
    this.#begin = database.prepare('BEGIN IMMEDIATE');
    this.#commit = database.prepare('COMMIT');
    this.#rollback = database.prepare('ROLLBACK');
    this.#append = database.prepare<{ seq: number }, [number, string]>(
      'INSERT INTO journal (at_ms, entries) VALUES (?, ?) RETURNING seq',
    );
    this.#after = database.prepare<RawRow, [number, number, number]>(
      'SELECT * FROM journal WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?',
    );
    this.#beginRead = database.prepare('BEGIN');
    this.#rolledUpOn = database.prepare<{ requests: number }, [number, number]>(
      `SELECT coalesce(sum(requests), 0) AS requests
       FROM keys JOIN usage ON usage.key_id = keys.id AND day = ?2 WHERE lineage_id = ?1`,
    );
    this.#newestDay = database.prepare<{ day: number }, [number]>(
      `SELECT coalesce(max(day), -1) AS day FROM keys JOIN usage ON usage.key_id = keys.id WHERE lineage_id = ?`,
    );
    this.#savedLineage = database.prepare<SavedRow, [number]>(
      'SELECT at_ms, newest_day, times, counts FROM saved_lineages WHERE lineage_id = ?',
    );
    this.#saveLineage = database.prepare<unknown, [number, number, number, string, string]>(
      'INSERT OR REPLACE INTO saved_lineages (lineage_id, at_ms, newest_day, times, counts) VALUES (?, ?, ?, ?, ?)',
    );
    this.#rolledUpUsage = database.prepare<{ total: number; today: number }, [number, number, number]>(
      `SELECT (SELECT coalesce(sum(requests), 0) FROM usage WHERE key_id = ?1) AS total,
              (SELECT coalesce(sum(requests), 0) FROM usage JOIN keys ON keys.id = usage.key_id
               WHERE day = ?3 AND lineage_id = ?2) AS today`,
    );
    this.#rolledUpSeq = database.prepare<{ value: string }, []>(
      `SELECT value FROM settings WHERE name = '${ROLLED_UP_SEQ_SETTING}'`,
    );
    this.#setRolledUpSeq = database.prepare<unknown, [string]>(
      `INSERT OR REPLACE INTO settings (name, value) VALUES ('${ROLLED_UP_SEQ_SETTING}', ?)`,
    );
    this.#oldest = database.prepare<RawRow, [number, number]>(
      'SELECT * FROM journal WHERE seq <= ? ORDER BY seq LIMIT ?',
    );
    this.#newest = database.prepare<{ seq: number }, []>('SELECT seq FROM journal ORDER BY seq DESC LIMIT 1');
    this.#addUsage = database.prepare<unknown, [number, number, string, number]>(
      `INSERT INTO usage (day, key_id, product, requests) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET requests = requests + excluded.requests`,
    );
    this.#addTotal = database.prepare<unknown, [number, string, number]>(
      `INSERT INTO usage_totals (day, product, requests) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET requests = requests + excluded.requests`,
    );
    this.#addMinute = database.prepare<unknown, [number, number, string, number]>(
      `INSERT INTO usage_minutes (minute, key_id, product, requests) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET requests = requests + excluded.requests`,
    );
    this.#dropMinutes = database.prepare<unknown, [number]>('DELETE FROM usage_minutes WHERE minute < ?');
    this.#addHour = database.prepare<unknown, [number, number, string, number]>(
      `INSERT INTO usage_hours (hour, key_id, product, requests) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET requests = requests + excluded.requests`,
    );
    this.#dropHours = database.prepare<unknown, [number]>('DELETE FROM usage_hours WHERE hour < ?');
    this.#setLastUsed = database.prepare<unknown, [number, number]>(
      `UPDATE keys SET last_used_at = ?1 WHERE id = ?2 AND abs(?1 - coalesce(last_used_at, 0)) >= ${LAST_USED_STEP_MS}`,
    );
    this.#remove = database.prepare<unknown, [number]>('DELETE FROM journal WHERE seq <= ?');
  }

  exclusively<T>(work: () => T): T {
    this.#disk.require('counting');
    this.#beginExclusive();
    try {
      const result = work();
      this.#commit.run();
      return result;
    } catch (error) {
      try {
        this.#rollback.run();
      } catch {
        // A full disk has rolled back already. Report the first error, not this one.
      }
      this.#disk.noticeFailure(error);
      throw error;
    }
  }

  append(atMs: number, entries: JournalEntry[]): number {
    return this.#append.get(atMs, JSON.stringify(entries))!.seq;
  }

  consistently<T>(read: () => T): T {
    this.#beginRead.run();
    try {
      return read();
    } finally {
      this.#rollback.run();
    }
  }

  after(seq: number, seqMax: number = Number.MAX_SAFE_INTEGER, rowsMax = -1): JournalRow[] {
    return this.#after.all(seq, seqMax, rowsMax).map(parseRow);
  }

  newestSeq(): number {
    return this.#newest.get()?.seq ?? this.rolledUpSeq();
  }

  rolledUpSeq(): number {
    return Number(this.#rolledUpSeq.get()?.value ?? 0);
  }

  savedLineage(lineageId: number): SavedLineage {
    // Also what this version did not roll up itself: an older version, or the database that this one was copied from.
    const bookedDay = this.#newestDay.get(lineageId)!.day;
    const row = this.#savedLineage.get(lineageId);
    if (!row) return { atMs: Number.NEGATIVE_INFINITY, newestDay: bookedDay, window: EMPTY_WINDOW };
    const times = JSON.parse(row.times) as number[];
    const counts = JSON.parse(row.counts) as number[];
    const total = counts.reduce((sum, count) => sum + count, 0);
    return { atMs: row.at_ms, newestDay: Math.max(row.newest_day, bookedDay), window: { times, counts, total } };
  }

  rolledUpOn(lineageId: number, day: number): number {
    return this.#rolledUpOn.get(lineageId, day)!.requests;
  }

  /** Requests that were rolled up: of one key in total, and of its lineage on one day. */
  rolledUpUsage(keyId: number, lineageId: number, day: number): { total: number; today: number } {
    return this.#rolledUpUsage.get(keyId, lineageId, day)!;
  }

  /** Rows leave in order of `seq`, so that one number says which were rolled up. */
  rollUp(
    seqMax: number,
    entriesMax: number,
    advance: (saved: SavedLineage, uses: readonly PastUse[]) => SavedLineage,
  ): boolean {
    return this.exclusively(() => {
      const { rows, more } = this.#oldestRows(seqMax, entriesMax);
      const last = rows.at(-1);
      if (!last) return false;
      for (const [lineageId, uses] of usesByLineage(rows)) {
        const { atMs, newestDay, window } = advance(this.savedLineage(lineageId), uses);
        // Only charges of jobs so far: the sums hold them.
        if (atMs === Number.NEGATIVE_INFINITY) continue;
        this.#saveLineage.run(lineageId, atMs, newestDay, JSON.stringify(window.times), JSON.stringify(window.counts));
      }
      for (const [minute, minuteRows] of Map.groupBy(rows, (row) => Math.floor(row.atMs / MINUTE_MS))) {
        this.#add(utcDay(minute * MINUTE_MS), minute, minuteRows);
      }
      this.#addCharges(rows);
      const newestMs = rows.reduce((newest, { atMs }) => Math.max(newest, atMs), 0);
      this.#dropMinutes.run(Math.floor(newestMs / MINUTE_MS) - USAGE_MINUTES_KEPT);
      this.#dropHours.run(Math.floor(newestMs / HOUR_MS) - USAGE_HOURS_KEPT);
      for (const [keyId, atMs] of lastUses(rows)) this.#setLastUsed.run(atMs, keyId);
      this.#remove.run(last.seq);
      this.#setRolledUpSeq.run(String(last.seq));
      return more;
    });
  }

  #oldestRows(seqMax: number, entriesMax: number): { rows: JournalRow[]; more: boolean } {
    const rows: JournalRow[] = [];
    let entries = 0;
    // Every row has at least one entry.
    for (const raw of this.#oldest.all(seqMax, entriesMax)) {
      if (entries >= entriesMax) return { rows, more: true };
      const row = parseRow(raw);
      rows.push(row);
      entries += row.entries.length;
    }
    return { rows, more: rows.length === entriesMax };
  }

  #beginExclusive(): void {
    try {
      this.#begin.run();
    } catch (error) {
      throw isLocked(error) ? new LedgerBusy('another process holds the write lock', { cause: error }) : error;
    }
  }

  /** Charges of jobs, and what was given back of them, count on their day alone. */
  #addCharges(rows: JournalRow[]): void {
    for (const { entries } of rows) {
      for (const [keyId, , product, requests, , day] of entries) {
        if (day === undefined) continue;
        this.#addUsage.run(day, keyId, product, requests);
        this.#addTotal.run(day, product, requests);
      }
    }
  }

  #add(day: number, minute: number, rows: JournalRow[]): void {
    const hour = Math.floor((minute * MINUTE_MS) / HOUR_MS);
    for (const [product, requests] of sumByKey(rows)) {
      let total = 0;
      for (const [keyId, count] of requests) {
        this.#addUsage.run(day, keyId, product, count);
        this.#addMinute.run(minute, keyId, product, count);
        this.#addHour.run(hour, keyId, product, count);
        total += count;
      }
      this.#addTotal.run(day, product, total);
      this.#addMinute.run(minute, ALL_KEYS, product, total);
      this.#addHour.run(hour, ALL_KEYS, product, total);
    }
  }
}

/** Requests by product, then by key, without the charges of jobs. */
function sumByKey(rows: JournalRow[]): Map<string, Map<number, number>> {
  const products = new Map<string, Map<number, number>>();
  for (const { entries } of rows) {
    for (const [keyId, , product, requests, , day] of entries) {
      if (requests === 0 || day !== undefined) continue;
      const sums = products.get(product) ?? new Map<number, number>();
      products.set(product, sums.set(keyId, (sums.get(keyId) ?? 0) + requests));
    }
  }
  return products;
}

/** The latest use of each key. */
function lastUses(rows: JournalRow[]): Map<number, number> {
  const uses = new Map<number, number>();
  for (const { atMs, entries } of rows)
    for (const [keyId, , , requests] of entries)
      if (requests > 0) uses.set(keyId, Math.max(atMs, uses.get(keyId) ?? 0));
  return uses;
}
