/**
 * The SQL of the journal and of the sums that it is rolled up into. It knows no rule of limits: `limits/journal-ledger.ts` decides.
 * Every counted request is always either in `journal` or in `usage`.
 */
import type { Database } from 'bun:sqlite';
import { HOUR_MS } from '../../domain/clock.ts';
import type { OrdinaryUse } from '../../domain/disk-space.ts';
import { LedgerBusy } from '../../domain/limit-ledger.ts';
import { EMPTY_WINDOW, MINUTE_MS, MinuteWindow } from '../../domain/sliding-minute.ts';
import { ALL_KEYS, LAST_USED_STEP_MS, USAGE_HOURS_KEPT, USAGE_MINUTES_KEPT } from '../../domain/usage-store.ts';
import {
  advanceSaved,
  type Journal,
  type JournalEntry,
  type JournalRow,
  NEWER_ROWS_MAX,
  type SavedLineage,
} from '../../limits/journal.ts';
import { isLocked } from '../faults.ts';
import { entriesOf, journalText } from './journal-text.ts';
import { count, keysOf, RollUpSums, type SavedLineageRow } from './roll-up-sums.ts';

/** The setting that holds `rolledUpSeq`. Its name is stored in databases and therefore cannot change. */
export const ROLLED_UP_SEQ_SETTING = 'journal_folded_seq';
const ROLLED_UP_SEQ = `SELECT value FROM settings WHERE name = '${ROLLED_UP_SEQ_SETTING}'`;
/** The number of a new row. SQLite would begin at 1 again when all rows have been rolled up. */
export const NEXT_SEQ = `(coalesce((SELECT max(seq) FROM journal), (${ROLLED_UP_SEQ}), 0) + 1)`;

export interface RawRow {
  seq: number;
  at_ms: number;
  entries: string;
}

/**
 * CROSS JOIN keeps the order. SQLite would begin with all usage of the day, whatever its keys: 80 ms for each lineage with 100,000 keys
 * in use, when a process first meets it.
 */
export const ROLLED_UP_ON = `SELECT coalesce(sum(requests), 0) AS requests
  FROM keys CROSS JOIN usage ON usage.key_id = keys.id AND day = ?2 WHERE lineage_id = ?1`;

/** Requests are answered between two pieces of a roll-up. To read so many entries takes about a millisecond. */
const ENTRIES_READ_AT_ONCE = 1_000;
/** Lineages whose state is worked out at once, in about a millisecond. */
const ADVANCED_AT_ONCE = 100;
/** Rows of the journal, and keys times minutes, that one transaction changes, about: in some 50 milliseconds. */
const CHANGES_MAX = 10_000;

interface SavedRow {
  at_ms: number;
  newest_day: number;
  times: string;
  counts: string;
}

export const parseRow = (row: RawRow): JournalRow => ({
  seq: row.seq,
  atMs: row.at_ms,
  entries: entriesOf(row.entries),
});

/** The disk that the journal is on. */
interface JournalDisk {
  /** @throws if this work is refused now */
  require(work: OrdinaryUse): void;
  noticeFailure(error: unknown): void;
}

/** Every statement is prepared once, because a group commit runs several of them in each turn of the event loop. */
export class SqliteJournal implements Journal {
  readonly #database: Database;
  readonly #begin;
  readonly #beginRead;
  readonly #commit;
  readonly #rollback;
  readonly #append;
  readonly #newer;
  readonly #between;
  readonly #rolledUpOn;
  readonly #newestDay;
  readonly #savedLineage;
  readonly #saveLineage;
  readonly #rolledUpSeq;
  readonly #setRolledUpSeq;
  readonly #addUsage;
  readonly #addTotal;
  readonly #addMinutes;
  readonly #dropMinutes;
  readonly #addHours;
  readonly #dropHours;
  readonly #setLastUsed;
  readonly #remove;
  readonly #disk: JournalDisk;
  /** What was read for the next roll-up. The rows are still in the journal. */
  #sums: RollUpSums | undefined;

  constructor(database: Database, disk: JournalDisk) {
    this.#database = database;
    this.#disk = disk;
    this.#begin = database.prepare('BEGIN IMMEDIATE');
    this.#commit = database.prepare('COMMIT');
    this.#rollback = database.prepare('ROLLBACK');
    // Without RETURNING, which costs as much again.
    this.#append = database.prepare<unknown, [number, string]>(
      `INSERT INTO journal (seq, at_ms, entries) VALUES (${NEXT_SEQ}, ?, ?)`,
    );
    // SQLite plans a query anew for each use when its LIMIT is a parameter: 7 µs.
    this.#newer = database.prepare<RawRow, [number]>(
      `SELECT seq, at_ms, entries FROM journal WHERE seq > ? ORDER BY seq LIMIT ${NEWER_ROWS_MAX}`,
    );
    this.#between = database.prepare<RawRow, [number, number]>(
      'SELECT seq, at_ms, entries FROM journal WHERE seq > ? AND seq <= ? ORDER BY seq',
    );
    this.#beginRead = database.prepare('BEGIN');
    this.#rolledUpOn = database.prepare<{ requests: number }, [number, number]>(ROLLED_UP_ON);
    this.#newestDay = database.prepare<{ day: number }, [number]>(
      `SELECT coalesce(max(day), -1) AS day FROM keys JOIN usage ON usage.key_id = keys.id WHERE lineage_id = ?`,
    );
    this.#savedLineage = database.prepare<SavedRow, [number]>(
      'SELECT at_ms, newest_day, times, counts FROM saved_lineages WHERE lineage_id = ?',
    );
    this.#saveLineage = database.prepare<unknown, SavedLineageRow>(
      'INSERT OR REPLACE INTO saved_lineages (lineage_id, at_ms, newest_day, times, counts) VALUES (?, ?, ?, ?, ?)',
    );
    this.#rolledUpSeq = database.prepare<{ value: string }, []>(ROLLED_UP_SEQ);
    this.#setRolledUpSeq = database.prepare<unknown, [string]>(
      `INSERT OR REPLACE INTO settings (name, value) VALUES ('${ROLLED_UP_SEQ_SETTING}', ?)`,
    );
    // A statement for each key and period would make the pause of a roll-up several times as long.
    this.#addUsage = addMany(database, 'usage', 'day');
    this.#addMinutes = addMany(database, 'usage_minutes', 'minute');
    this.#addHours = addMany(database, 'usage_hours', 'hour');
    this.#addTotal = database.prepare<unknown, [number, string, number]>(
      `INSERT INTO usage_totals (day, product, requests) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET requests = requests + excluded.requests`,
    );
    this.#dropMinutes = database.prepare<unknown, [number]>('DELETE FROM usage_minutes WHERE minute < ?');
    this.#dropHours = database.prepare<unknown, [number]>('DELETE FROM usage_hours WHERE hour < ?');
    this.#setLastUsed = database.prepare<unknown, [string]>(
      `UPDATE keys SET last_used_at = used.at
       FROM (SELECT value ->> 0 AS id, value ->> 1 AS at FROM json_each(?)) AS used
       WHERE keys.id = used.id AND abs(used.at - coalesce(last_used_at, 0)) >= ${LAST_USED_STEP_MS}`,
    );
    this.#remove = database.prepare<unknown, [number]>('DELETE FROM journal WHERE seq <= ?');
  }

  exclusively<T>(work: () => T): T {
    this.#requireNoTransaction();
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
    return Number(this.#append.run(atMs, journalText(entries)).lastInsertRowid);
  }

  consistently<T>(read: () => T): T {
    this.#requireNoTransaction();
    this.#beginRead.run();
    try {
      return read();
    } finally {
      this.#rollback.run();
    }
  }

  newer(seq: number): JournalRow[] {
    return this.#newer.all(seq).map(parseRow);
  }

  between(seq: number, seqMax: number): JournalRow[] {
    return this.#between.all(seq, seqMax).map(parseRow);
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
    const newestDay = Math.max(row.newest_day, bookedDay);
    return { atMs: row.at_ms, newestDay, window: MinuteWindow.of(times, counts) };
  }

  rolledUpOn(lineageId: number, day: number): number {
    return this.#rolledUpOn.get(lineageId, day)!.requests;
  }

  rollUp(seqMax: number): boolean {
    const from = this.rolledUpSeq();
    // Another process has rolled up some of the rows: what was read of them counts no more.
    if (this.#sums?.from !== from) this.#sums = new RollUpSums(from);
    const sums = this.#sums;
    const isFull = sums.hasAdvanced || sums.size >= CHANGES_MAX;
    const rows = isFull ? [] : this.#rowsAfter(sums.to, seqMax);
    if (rows.length > 0) {
      sums.add(rows);
      return true;
    }
    const isAdvanced = sums.advance(ADVANCED_AT_ONCE, (id, uses) =>
      savedRow(id, advanceSaved(this.savedLineage(id), uses)),
    );
    if (isAdvanced) return true;
    if (sums.to === from) return false;
    this.exclusively(() => {
      if (this.rolledUpSeq() === from) this.#apply(sums);
    });
    this.#sums = undefined;
    return sums.to < seqMax;
  }

  /** Rows leave in order of `seq`, so that one number says which were rolled up. */
  #apply(sums: RollUpSums): void {
    const { minutes, lastUses, newestMs, to } = sums;
    // A statement each: a full minute is kilobytes, which SQLite would parse several times in JSON of many.
    for (const row of sums.saved) this.#saveLineage.run(...row);
    for (const [day, products] of sums.days()) {
      for (const [product, keys] of products) {
        this.#addUsage.run(day, product, JSON.stringify([...keys]));
        this.#addTotal.run(day, product, totalOf(keys));
      }
    }
    const hours = new Map<number, Map<string, Map<number, number>>>();
    for (const [minute, products] of minutes) {
      for (const [product, keys] of products) {
        const ofHour = keysOf(hours, Math.floor((minute * MINUTE_MS) / HOUR_MS), product);
        for (const [keyId, requests] of keys) count(ofHour, keyId, requests);
        this.#addMinutes.run(minute, product, JSON.stringify([...keys, [ALL_KEYS, totalOf(keys)]]));
      }
    }
    for (const [hour, products] of hours) {
      for (const [product, keys] of products) {
        this.#addHours.run(hour, product, JSON.stringify([...keys, [ALL_KEYS, totalOf(keys)]]));
      }
    }
    this.#dropMinutes.run(Math.floor(newestMs / MINUTE_MS) - USAGE_MINUTES_KEPT);
    this.#dropHours.run(Math.floor(newestMs / HOUR_MS) - USAGE_HOURS_KEPT);
    this.#setLastUsed.run(JSON.stringify([...lastUses]));
    this.#remove.run(to);
    this.#setRolledUpSeq.run(String(to));
  }

  /** The rows that follow `seq`, until they have `ENTRIES_READ_AT_ONCE` entries. A row is never split. */
  #rowsAfter(seq: number, seqMax: number): JournalRow[] {
    const rows: JournalRow[] = [];
    let entries = 0;
    for (const raw of this.#between.iterate(seq, seqMax)) {
      const row = parseRow(raw);
      rows.push(row);
      entries += row.entries.length;
      if (entries >= ENTRIES_READ_AT_ONCE) break;
    }
    return rows;
  }

  /** Stores use this connection too (`database.ts`), and this may be called between two of the queries of a transaction of theirs. */
  #requireNoTransaction(): void {
    if (this.#database.inTransaction) throw new LedgerBusy('a transaction of this process is not committed yet');
  }

  #beginExclusive(): void {
    try {
      this.#begin.run();
    } catch (error) {
      throw isLocked(error) ? new LedgerBusy('another process holds the write lock', { cause: error }) : error;
    }
  }
}

/** Undefined if there were only charges of jobs so far: the sums hold them. */
function savedRow(id: number, { atMs, newestDay, window }: SavedLineage): SavedLineageRow | undefined {
  if (atMs === Number.NEGATIVE_INFINITY) return undefined;
  return [id, atMs, newestDay, JSON.stringify(window.times), JSON.stringify(window.counts)];
}

/** Adds requests of many keys to a table of sums: a period, a product, and an array of key and requests as JSON. */
function addMany(database: Database, table: string, period: string) {
  return database.prepare<unknown, [number, string, string]>(
    `INSERT INTO ${table} (${period}, key_id, product, requests)
     SELECT ?1, value ->> 0, ?2, value ->> 1 FROM json_each(?3) WHERE true
     ON CONFLICT DO UPDATE SET requests = requests + excluded.requests`,
  );
}

function totalOf(keys: Map<number, number>): number {
  let total = 0;
  for (const requests of keys.values()) total += requests;
  return total;
}
