/**
 * How often each key was answered which error, a day. Counted in memory and written every second: these are statistics and
 * not the account, so a killed process loses its last second of them, and a request never waits for them.
 */
import { type Clock, utcDay } from '../clock.ts';
import { ALL_KEYS } from '../storage/journal.ts';
import type { Storage } from '../storage/open.ts';

const FLUSH_EVERY_MS = 1000;
/** Different counters between two writes; beyond them only the sums of all keys are kept. */
const COUNTERS_MAX = 10_000;
/** What no chart shows is not kept. */
export const ERROR_DAYS_KEPT = 90;

interface Counter {
  keyId: number;
  product: string;
  code: string;
  requests: number;
}

export class ErrorTally {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #write: (counters: Iterable<Counter>, day: number) => void;
  readonly #drop: (beforeDay: number) => void;
  readonly #timer: ReturnType<typeof setInterval>;
  #counters = new Map<string, Counter>();
  #day = 0;

  constructor(storage: Storage, clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
    const add = storage.counters.prepare<unknown, [number, number, string, string, number]>(
      `INSERT INTO usage_errors (key_id, day, product, code, requests) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET requests = requests + excluded.requests`,
    );
    const drop = storage.counters.prepare<unknown, [number]>('DELETE FROM usage_errors WHERE day < ?');
    this.#write = storage.counters.transaction((counters: Iterable<Counter>, day: number) => {
      for (const { keyId, product, code, requests } of counters) add.run(keyId, day, product, code, requests);
    }).immediate;
    this.#drop = (beforeDay) => drop.run(beforeDay);
    this.#timer = setInterval(() => this.flush(), FLUSH_EVERY_MS);
    this.#timer.unref();
  }

  /** `keyId` is undefined for a caller without a valid key. */
  count(product: string, keyId: number | undefined, code: string): void {
    this.#add(ALL_KEYS, product, code);
    if (keyId !== undefined && this.#counters.size < COUNTERS_MAX) this.#add(keyId, product, code);
  }

  /** Failing (a locked file) costs nothing: the counters stay and are tried again. */
  flush(): void {
    if (this.#counters.size === 0) return;
    const day = utcDay(this.#clock.now());
    try {
      this.#write(this.#counters.values(), day);
      this.#counters = new Map();
      if (day !== this.#day) this.#drop(day - ERROR_DAYS_KEPT);
      this.#day = day;
    } catch {
      // Another process is writing.
    }
  }

  close(): void {
    clearInterval(this.#timer);
    this.flush();
  }

  #add(keyId: number, product: string, code: string): void {
    const name = `${keyId} ${product} ${code}`;
    const counter = this.#counters.get(name);
    if (counter) counter.requests++;
    else this.#counters.set(name, { keyId, product, code, requests: 1 });
  }
}
