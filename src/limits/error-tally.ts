/**
 * Counts error responses by day, key and code. The counts are kept in memory and written every second, so that no request waits
 * for them. They are statistics and not part of the ledger: a killed process may lose its last second of them.
 */
import { type Clock, utcDay } from '../domain/clock.ts';
import { MINUTE_MS } from '../domain/sliding-minute.ts';
import { ALL_KEYS, type ErrorCounter, type UsageStore } from '../domain/usage-store.ts';
import { flushAtClose } from './flush-at-close.ts';
import { HISTORY_DAYS } from './usage-history.ts';

const FLUSH_EVERY_MS = 1000;
/** Counters in memory. When there are more, errors of further keys are counted only in the sum of all keys. */
const COUNTERS_MAX = 10_000;

export class ErrorTally {
  readonly #usage: Pick<UsageStore, 'addErrors' | 'dropErrors'>;
  readonly #clock: Pick<Clock, 'now' | 'sleep'>;
  readonly #timer: ReturnType<typeof setInterval>;
  #counters = new Map<string, ErrorCounter>();
  #writing: Promise<void> | undefined;
  #day = 0;

  constructor({ usage }: { usage: Pick<UsageStore, 'addErrors' | 'dropErrors'> }, clock: Pick<Clock, 'now' | 'sleep'>) {
    this.#usage = usage;
    this.#clock = clock;
    this.#timer = setInterval(() => this.flush(), FLUSH_EVERY_MS);
    this.#timer.unref();
  }

  /** `keyId` is undefined for a caller without a valid key. */
  count(product: string, keyId: number | undefined, code: string): void {
    this.#add(ALL_KEYS, product, code, 1);
    if (keyId !== undefined && this.#counters.size < COUNTERS_MAX) this.#add(keyId, product, code, 1);
  }

  /** Writes the counters. If that fails, they stay in memory and are written the next time. */
  flush(): Promise<void> {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  get pending(): boolean {
    return this.#counters.size > 0;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing;
    await flushAtClose(this, this.#clock);
  }

  async #write(): Promise<void> {
    if (this.#counters.size === 0) return;
    const nowMs = this.#clock.now();
    const day = utcDay(nowMs);
    const counters = this.#counters;
    this.#counters = new Map();
    try {
      await this.#usage.addErrors(counters.values(), day, Math.floor(nowMs / MINUTE_MS));
    } catch {
      // Another process is writing, or the database cannot be reached. Merge what was counted meanwhile.
      const newer = this.#counters;
      this.#counters = counters;
      for (const { keyId, product, code, requests } of newer.values()) this.#add(keyId, product, code, requests);
      return;
    }
    if (day === this.#day) return;
    this.#day = day;
    // No chart shows older days.
    await this.#usage.dropErrors(day - HISTORY_DAYS).catch(() => {
      this.#day = 0;
    });
  }

  #add(keyId: number, product: string, code: string, requests: number): void {
    const name = `${keyId} ${product} ${code}`;
    const counter = this.#counters.get(name);
    if (counter) counter.requests += requests;
    else this.#counters.set(name, { keyId, product, code, requests });
  }
}
