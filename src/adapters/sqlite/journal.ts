/**
 * The SQL of the account: the journal of group commits and the usage table it is folded into. Meaning (windows, limits)
 * lives in `usage/`; this file only keeps rows, and keeps them so that `usage` + `journal` is always the whole account.
 */
import type { Database } from 'bun:sqlite';
import { ALL_KEYS } from '../../domain/usage-store.ts';

const MINUTE_MS = 60_000;
/** Minutes older than this leave `usage_minutes`: what no chart shows is not kept. */
const MINUTES_KEPT = 120;

/** `[key id, lineage id, product, requests]`. */
export type JournalEntry = [keyId: number, lineageId: number, product: string, requests: number];

export interface JournalRow {
  seq: number;
  atMs: number;
  entries: JournalEntry[];
}

export interface LineageDay {
  lineageId: number;
  requests: number;
}

interface RawRow {
  seq: number;
  at_ms: number;
  entries: string;
}

const parseRow = (row: RawRow): JournalRow => ({
  seq: row.seq,
  atMs: row.at_ms,
  entries: JSON.parse(row.entries) as JournalEntry[],
});

/** Prepared once: a group commit runs four of these for a whole event-loop turn of requests. */
export class Journal {
  readonly #begin;
  readonly #commit;
  readonly #rollback;
  readonly #append;
  readonly #after;
  readonly #lineageDays;
  readonly #foldedUsage;
  readonly #foldedSeq;
  readonly #setFoldedSeq;
  readonly #oldest;
  readonly #newest;
  readonly #pullBack;
  readonly #addUsage;
  readonly #addTotal;
  readonly #addMinute;
  readonly #dropMinutes;
  readonly #setLastUsed;
  readonly #remove;

  constructor(database: Database) {
    this.#begin = database.prepare('BEGIN IMMEDIATE');
    this.#commit = database.prepare('COMMIT');
    this.#rollback = database.prepare('ROLLBACK');
    this.#append = database.prepare<{ seq: number }, [number, string]>(
      'INSERT INTO journal (at_ms, entries) VALUES (?, ?) RETURNING seq',
    );
    this.#after = database.prepare<RawRow, [number]>('SELECT * FROM journal WHERE seq > ? ORDER BY seq');
    this.#lineageDays = database.prepare<LineageDay, [number]>(
      `SELECT lineage_id AS lineageId, sum(requests) AS requests
       FROM usage JOIN keys ON keys.id = usage.key_id WHERE day = ? GROUP BY lineage_id`,
    );
    this.#foldedUsage = database.prepare<{ total: number; today: number }, [number, number, number]>(
      `SELECT (SELECT coalesce(sum(requests), 0) FROM usage WHERE key_id = ?1) AS total,
              (SELECT coalesce(sum(requests), 0) FROM usage JOIN keys ON keys.id = usage.key_id
               WHERE day = ?3 AND lineage_id = ?2) AS today`,
    );
    this.#foldedSeq = database.prepare<{ value: string }, []>(
      "SELECT value FROM settings WHERE name = 'journal_folded_seq'",
    );
    this.#setFoldedSeq = database.prepare<unknown, [string]>(
      "INSERT OR REPLACE INTO settings (name, value) VALUES ('journal_folded_seq', ?)",
    );
    this.#oldest = database.prepare<RawRow, [number, number]>(
      'SELECT * FROM journal WHERE seq <= ? ORDER BY seq LIMIT ?',
    );
    this.#newest = database.prepare<{ seq: number }, []>('SELECT seq FROM journal ORDER BY seq DESC LIMIT 1');
    this.#pullBack = database.prepare<unknown, [number]>('UPDATE journal SET at_ms = ?1 WHERE at_ms > ?1');
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
    // At most once a minute: a busy key would otherwise rewrite its row and index entry every second.
    this.#setLastUsed = database.prepare<unknown, [number, number]>(
      'UPDATE keys SET last_used_at = ?1 WHERE id = ?2 AND abs(?1 - coalesce(last_used_at, 0)) >= 60000',
    );
    this.#remove = database.prepare<unknown, [number]>('DELETE FROM journal WHERE seq <= ?');
  }

  /** Runs `work` holding the one write lock, so that what it reads is still true when it commits. Throws SQLITE_BUSY at once. */
  exclusively<T>(work: () => T): T {
    this.#begin.run();
    try {
      const result = work();
      this.#commit.run();
      return result;
    } catch (error) {
      try {
        this.#rollback.run();
      } catch {
        // A full disk has rolled back already; the first error is the one to tell.
      }
      throw error;
    }
  }

  /** Adds a group's row and returns its `seq`. Call inside `exclusively`. */
  append(atMs: number, entries: JournalEntry[]): number {
    return this.#append.get(atMs, JSON.stringify(entries))!.seq;
  }

  /** Rows that came after `seq`, oldest first. */
  after(seq: number): JournalRow[] {
    return this.#after.all(seq).map(parseRow);
  }

  /** The newest row there ever was; 0 before the first. */
  newestSeq(): number {
    return this.#newest.get()?.seq ?? this.foldedSeq();
  }

  /** After the clock was set back: rows from its future now happened at `nowMs`, so that times never fall as `seq` rises. */
  pullBack(nowMs: number): void {
    this.#pullBack.run(nowMs);
  }

  /** Rows up to this `seq` are in `usage` and gone from the journal. */
  foldedSeq(): number {
    return Number(this.#foldedSeq.get()?.value ?? 0);
  }

  /** What `usage` (not the journal) holds for one day, by lineage. */
  lineageDays(day: number): LineageDay[] {
    return this.#lineageDays.all(day);
  }

  /** What `usage` (not the journal) holds: for one key in all, and for its lineage on one day. */
  foldedUsage(keyId: number, lineageId: number, day: number): { total: number; today: number } {
    return this.#foldedUsage.get(keyId, lineageId, day)!;
  }

  /**
   * Moves up to `rowsMax` rows, `seqMax` at the latest, into `usage`, in one transaction. Rows leave strictly in order of
   * `seq`, so "folded" is one number. Returns how many moved.
   */
  fold(seqMax: number, rowsMax: number, dayOf: (ms: number) => number): number {
    return this.exclusively(() => {
      const rows = this.#oldest.all(seqMax, rowsMax).map(parseRow);
      const last = rows.at(-1);
      if (!last) return 0;
      for (const [minute, minuteRows] of Map.groupBy(rows, (row) => Math.floor(row.atMs / MINUTE_MS))) {
        this.#add(dayOf(minute * MINUTE_MS), minute, minuteRows);
      }
      this.#dropMinutes.run(Math.floor(last.atMs / MINUTE_MS) - MINUTES_KEPT);
      for (const [keyId, atMs] of lastUses(rows)) this.#setLastUsed.run(atMs, keyId);
      this.#remove.run(last.seq);
      this.#setFoldedSeq.run(String(last.seq));
      return rows.length;
    });
  }

  #add(day: number, minute: number, rows: JournalRow[]): void {
    for (const [product, requests] of sumByKey(rows)) {
      let total = 0;
      for (const [keyId, count] of requests) {
        this.#addUsage.run(day, keyId, product, count);
        this.#addMinute.run(minute, keyId, product, count);
        total += count;
      }
      this.#addTotal.run(day, product, total);
      this.#addMinute.run(minute, ALL_KEYS, product, total);
    }
  }
}

function sumByKey(rows: JournalRow[]): Map<string, Map<number, number>> {
  const products = new Map<string, Map<number, number>>();
  for (const { entries } of rows) {
    for (const [keyId, , product, requests] of entries) {
      const sums = products.get(product) ?? new Map<number, number>();
      products.set(product, sums.set(keyId, (sums.get(keyId) ?? 0) + requests));
    }
  }
  return products;
}

function lastUses(rows: JournalRow[]): Map<number, number> {
  const uses = new Map<number, number>();
  for (const { atMs, entries } of rows) for (const [keyId] of entries) uses.set(keyId, atMs);
  return uses;
}
