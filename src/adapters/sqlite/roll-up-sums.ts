/** What rows of the journal add up to, until they leave it. It grows with the keys that the rows meet, not with the rows. */
import { utcDay } from '../../domain/clock.ts';
import { PastUses } from '../../domain/limits.ts';
import { MINUTE_MS } from '../../domain/sliding-minute.ts';
import type { JournalRow, SavedLineage } from '../../limits/journal.ts';

/** Requests by key. */
type ByKey = Map<number, number>;

export class RollUpSums {
  /** The last row that is in the sums. */
  to: number;
  /** What is to be saved of each lineage that was advanced. */
  readonly saved = new Map<number, SavedLineage>();
  /** Uses of lineages that were not advanced yet. */
  readonly #uses = new Map<number, PastUses>();
  /** By minute, then by product, without the charges of jobs. */
  readonly minutes = new Map<number, Map<string, ByKey>>();
  /** Charges of jobs, and what was given back of them, by day and product. They count on their day alone. */
  readonly charges = new Map<number, Map<string, ByKey>>();
  /** The latest use of each key, Unix milliseconds. */
  readonly lastUses: ByKey = new Map();
  newestMs = 0;
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
      for (const [keyId, lineageId, product, requests, rounding = 1, day] of entries) {
        let uses = this.#uses.get(lineageId);
        if (!uses) this.#uses.set(lineageId, (uses = new PastUses()));
        uses.add(atMs, requests, rounding, day);
        if (requests > 0) this.lastUses.set(keyId, Math.max(atMs, this.lastUses.get(keyId) ?? 0));
        if (day !== undefined) count(this.charges, day, product, keyId, requests);
        else if (requests !== 0) count(this.minutes, Math.floor(atMs / MINUTE_MS), product, keyId, requests);
      }
    }
  }

  /** Advances up to `lineagesMax` lineages by their uses. False if all are. */
  advance(lineagesMax: number, advanced: (lineageId: number, uses: PastUses) => SavedLineage): boolean {
    let left = lineagesMax;
    for (const [lineageId, uses] of this.#uses) {
      if (left-- === 0) return true;
      this.saved.set(lineageId, advanced(lineageId, uses));
      this.#uses.delete(lineageId);
    }
    return left < lineagesMax;
  }

  /** The same requests and charges by day. */
  days(): Map<number, Map<string, ByKey>> {
    const days = new Map<number, Map<string, ByKey>>();
    const addAll = (day: number, products: Map<string, ByKey>) => {
      for (const [product, keys] of products)
        for (const [keyId, requests] of keys) count(days, day, product, keyId, requests);
    };
    for (const [minute, products] of this.minutes) addAll(utcDay(minute * MINUTE_MS), products);
    for (const [day, products] of this.charges) addAll(day, products);
    return days;
  }
}

/** Adds requests of a key under a period and a product. */
export function count(
  periods: Map<number, Map<string, ByKey>>,
  period: number,
  product: string,
  keyId: number,
  requests: number,
): void {
  const products = periods.get(period) ?? new Map<string, ByKey>();
  const keys = products.get(product) ?? new Map<number, number>();
  keys.set(keyId, (keys.get(keyId) ?? 0) + requests);
  products.set(product, keys);
  periods.set(period, products);
}
