/** What was used over time, read from the file for pages. Each method is one consistent reading of tables and journal. */
import { utcDay } from '../clock.ts';
import { ALL_KEYS, Journal } from '../storage/journal.ts';
import type { Storage } from '../storage/open.ts';
import { MINUTE_MS } from './window.ts';

export const HISTORY_DAYS = 90;
export const HISTORY_MINUTES = 60;
const DAY_MS = 86_400_000;

/** Requests of one day or minute. */
export interface UsagePoint {
  /** Start of the day or minute, Unix milliseconds UTC. */
  atMs: number;
  /** By product; a product that was not used is absent. */
  requests: Record<string, number>;
}

export interface ErrorCount {
  product: string;
  code: string;
  today: number;
  /** Over `HISTORY_DAYS` days. */
  total: number;
}

/** What a line of rotations has used of its limits: in the last 60 seconds, and this UTC day. */
export interface LineageUse {
  minute: number;
  today: number;
}

/** A key's id, or undefined for the sum of all keys. */
type KeyChoice = number | undefined;

interface Cell {
  at: number;
  product: string;
  requests: number;
}

export class UsageHistory {
  readonly #storage: Storage;
  readonly #journal: Journal;
  readonly #keyDays;
  readonly #totalDays;
  readonly #minutes;
  readonly #errors;
  readonly #lineagesToday;

  constructor(storage: Storage) {
    this.#storage = storage;
    const database = storage.counters;
    this.#journal = new Journal(database);
    this.#keyDays = database.prepare<Cell, [number, number]>(
      'SELECT day AS at, product, requests FROM usage WHERE day >= ? AND key_id = ?',
    );
    this.#totalDays = database.prepare<Cell, [number]>(
      'SELECT day AS at, product, requests FROM usage_totals WHERE day >= ?',
    );
    // The minutes are walked one by one, because the table is ordered by minute first and then by key.
    this.#minutes = database.prepare<Cell, [number, number]>(
      `WITH RECURSIVE minutes(at) AS (SELECT ?1 UNION ALL SELECT at + 1 FROM minutes LIMIT ${HISTORY_MINUTES})
       SELECT at, product, requests FROM minutes JOIN usage_minutes ON minute = at AND key_id = ?2`,
    );
    this.#errors = database.prepare<ErrorCount, [number, number, number]>(
      `SELECT product, code, sum(requests) AS total, sum(iif(day = ?2, requests, 0)) AS today FROM usage_errors
       WHERE key_id = ?1 AND day > ?3 GROUP BY product, code ORDER BY total DESC, code, product`,
    );
    this.#lineagesToday = database.prepare<{ id: number; requests: number }, [string, number]>(
      `SELECT lineage_id AS id, sum(requests) AS requests
       FROM keys JOIN usage ON usage.key_id = keys.id AND day = ?2
       WHERE lineage_id IN (SELECT value FROM json_each(?1)) GROUP BY lineage_id`,
    );
  }

  /** Requests counted on each of the last 90 UTC days, today last. */
  days(keyId: KeyChoice, nowMs: number): UsagePoint[] {
    const first = utcDay(nowMs) - HISTORY_DAYS + 1;
    const points = new Points(first, HISTORY_DAYS, DAY_MS);
    return this.#consistently(() => {
      for (const cell of keyId === undefined ? this.#totalDays.iterate(first) : this.#keyDays.iterate(first, keyId)) {
        points.add(cell);
      }
      this.#addJournal(points, keyId);
      return points.list;
    });
  }

  /** Requests counted in each of the last 60 minutes, the current one last. */
  minutes(keyId: KeyChoice, nowMs: number): UsagePoint[] {
    const first = Math.floor(nowMs / MINUTE_MS) - HISTORY_MINUTES + 1;
    const points = new Points(first, HISTORY_MINUTES, MINUTE_MS);
    return this.#consistently(() => {
      for (const cell of this.#minutes.iterate(first, keyId ?? ALL_KEYS)) points.add(cell);
      this.#addJournal(points, keyId);
      return points.list;
    });
  }

  /** Requests answered with an error, most frequent first; those of all keys hold those without a valid key too. */
  errors(keyId: KeyChoice, nowMs: number): ErrorCount[] {
    const today = utcDay(nowMs);
    return this.#errors.all(keyId ?? ALL_KEYS, today, today - HISTORY_DAYS);
  }

  /** For each of these lineages: a page of keys, not all of them. */
  lineages(ids: number[], nowMs: number): Map<number, LineageUse> {
    const day = utcDay(nowMs);
    const uses = new Map<number, LineageUse>(ids.map((id) => [id, { minute: 0, today: 0 }]));
    return this.#consistently(() => {
      for (const { id, requests } of this.#lineagesToday.all(JSON.stringify(ids), day)) uses.get(id)!.today = requests;
      for (const { atMs, entries } of this.#journal.after(0)) {
        for (const [, lineageId, , requests] of entries) {
          const use = uses.get(lineageId);
          if (!use) continue;
          if (utcDay(atMs) === day) use.today += requests;
          if (atMs > nowMs - MINUTE_MS) use.minute += requests;
        }
      }
      return uses;
    });
  }

  #addJournal(points: Points, keyId: KeyChoice): void {
    for (const { atMs, entries } of this.#journal.after(0)) {
      for (const [id, , product, requests] of entries) {
        if (keyId === undefined || id === keyId) points.add({ at: points.unitOf(atMs), product, requests });
      }
    }
  }

  #consistently<T>(read: () => T): T {
    return this.#storage.counters.transaction(read)();
  }
}

/** A row of days or minutes without gaps. What lies outside it (a clock that was set) is not shown. */
class Points {
  readonly list: UsagePoint[];

  constructor(
    private readonly first: number,
    length: number,
    private readonly unitMs: number,
  ) {
    this.list = Array.from({ length }, (_, i) => ({ atMs: (first + i) * unitMs, requests: {} }));
  }

  unitOf(atMs: number): number {
    return Math.floor(atMs / this.unitMs);
  }

  add({ at, product, requests }: Cell): void {
    const point = this.list[at - this.first];
    if (point) point.requests[product] = (point.requests[product] ?? 0) + requests;
  }
}
