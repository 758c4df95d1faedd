/** What rows of the journal add up to, until they leave it. It grows with the keys that the rows meet, not with the rows. */
import { utcDay } from '../../domain/clock.ts';
import { PastUses } from '../../domain/limits.ts';
import { MINUTE_MS } from '../../domain/sliding-minute.ts';
import type { JournalRow } from '../../limits/journal.ts';

/** Requests by key. */
type ByKey = Map<number, number>;

/** A row of `saved_lineages`. The lists are JSON: as arrays, those of thousands of keys would take several times the memory. */
export type SavedLineageRow = [lineageId: number, atMs: number, newestDay: number, times: string, counts: string];

export class RollUpSums {
  /** The last row that is in the sums. */
  to: number;
  /** What is to be saved of lineages that were advanced. */
  readonly saved: SavedLineageRow[] = [];
  /** Uses of lineages that were not advanced yet. */
  readonly #uses = new Map<number, PastUses>();
  /** By minute, then by product, without the charges of jobs. */
  readonly minutes = new Map<number, Map<string, ByKey>>();
  /** Charges of jobs, and what was given back of them, by day and product. They count on their day alone. */
  readonly charges = new Map<number, Map<string, ByKey>>();
  /** The latest use of each key, Unix milliseconds. */
  readonly lastUses: ByKey = new Map();
  newestMs = 0;
  /** A lineage was advanced. No row is added after that: those of the next roll-up follow it. */
  hasAdvanced = false;
  #rows = 0;

  /** @param from rows up to this one were rolled up before */
  constructor(readonly from: number) {
    this.to = from;
  }

  /** How many rows of a table change when the sums are moved, about. */
  get size(): number {
    return Math.max(this.#rows, this.#uses.size * this.minutes.size);
  }

  /** Adds the rows that follow `to`. */
  add(rows: readonly JournalRow[]): void {
    this.#rows += rows.length;
    for (const { seq, atMs, entries } of rows) {
      this.to = seq;
      this.newestMs = Math.max(this.newestMs, atMs);
      const minute = Math.floor(atMs / MINUTE_MS);
      // Most rows are of one product.
      let lastProduct: string | undefined;
      let keys: ByKey | undefined;
      for (const [keyId, lineageId, product, requests, rounding = 1, day] of entries) {
        getOrAdd(this.#uses, lineageId, () => new PastUses()).add(atMs, requests, rounding, day);
        if (requests > 0) this.lastUses.set(keyId, Math.max(atMs, this.lastUses.get(keyId) ?? 0));
        if (day !== undefined) count(keysOf(this.charges, day, product), keyId, requests);
        else if (requests !== 0) {
          if (product !== lastProduct) keys = keysOf(this.minutes, minute, product);
          lastProduct = product;
          count(keys!, keyId, requests);
        }
      }
    }
  }

  /**
   * Advances up to `lineagesMax` lineages by their uses. False if all are.
   * @param advanced the row to save of a lineage; undefined if there is none
   */
  advance(lineagesMax: number, advanced: (lineageId: number, uses: PastUses) => SavedLineageRow | undefined): boolean {
    if (this.#uses.size === 0) return false;
    this.hasAdvanced = true;
    let left = lineagesMax;
    for (const [lineageId, uses] of this.#uses) {
      if (left-- === 0) break;
      const row = advanced(lineageId, uses);
      if (row) this.saved.push(row);
      this.#uses.delete(lineageId);
    }
    return true;
  }

  /** The same requests and charges by day. */
  days(): Map<number, Map<string, ByKey>> {
    const days = new Map<number, Map<string, ByKey>>();
    const addAll = (day: number, products: Map<string, ByKey>) => {
      for (const [product, keys] of products) {
        const sums = keysOf(days, day, product);
        for (const [keyId, requests] of keys) count(sums, keyId, requests);
      }
    };
    for (const [minute, products] of this.minutes) addAll(utcDay(minute * MINUTE_MS), products);
    for (const [day, products] of this.charges) addAll(day, products);
    return days;
  }
}

/** The sums of keys under a period and a product. */
export function keysOf(periods: Map<number, Map<string, ByKey>>, period: number, product: string): ByKey {
  const products = getOrAdd(periods, period, () => new Map<string, ByKey>());
  return getOrAdd(products, product, () => new Map<number, number>());
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = create();
    map.set(key, value);
  }
  return value;
}

export function count(keys: ByKey, keyId: number, requests: number): void {
  keys.set(keyId, (keys.get(keyId) ?? 0) + requests);
}
