/**
 * Counts the requests that were refused because a key with a list of networks was sent from elsewhere, and the last address of
 * each. The counts are kept in memory and written every second, so that no request waits for them. They are statistics: a
 * killed process may lose its last second of them.
 */
import type { Clock } from '../domain/clock.ts';
import type { ForeignUse, UsageStore } from '../domain/usage-store.ts';
import { flushAtClose } from './flush-at-close.ts';

const FLUSH_EVERY_MS = 1000;
/** Keys in memory. Uses of further keys are only in the metric until the next write. */
const KEYS_MAX = 10_000;

export class ForeignUseTally {
  /** For the metrics: all uses that this process refused. */
  total = 0;
  readonly #usage: Pick<UsageStore, 'addForeignUses'>;
  readonly #clock: Pick<Clock, 'now' | 'sleep'>;
  readonly #timer: ReturnType<typeof setInterval>;
  #uses = new Map<number, ForeignUse>();
  #writing: Promise<void> | undefined;

  constructor({ usage }: { usage: Pick<UsageStore, 'addForeignUses'> }, clock: Pick<Clock, 'now' | 'sleep'>) {
    this.#usage = usage;
    this.#clock = clock;
    this.#timer = setInterval(() => this.flush(), FLUSH_EVERY_MS);
    this.#timer.unref();
  }

  count(keyId: number, lastAddress: string): void {
    this.total++;
    const requests = (this.#uses.get(keyId)?.requests ?? 0) + 1;
    if (requests === 1 && this.#uses.size >= KEYS_MAX) return;
    this.#uses.set(keyId, { keyId, requests, lastAddress, lastAt: this.#clock.now() });
  }

  /** Writes the counts. If that fails, they stay in memory and are written the next time. */
  flush(): Promise<void> {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  get pending(): boolean {
    return this.#uses.size > 0;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing;
    await flushAtClose(this, this.#clock);
  }

  async #write(): Promise<void> {
    if (this.#uses.size === 0) return;
    const uses = this.#uses;
    this.#uses = new Map();
    try {
      await this.#usage.addForeignUses([...uses.values()]);
    } catch {
      // Another process is writing, or the database cannot be reached. Merge what was counted meanwhile.
      for (const newer of this.#uses.values()) {
        const requests = newer.requests + (uses.get(newer.keyId)?.requests ?? 0);
        uses.set(newer.keyId, { ...newer, requests });
      }
      this.#uses = uses;
    }
  }
}
