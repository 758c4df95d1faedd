/** Limits how many fetches run at once, in total and for each host. The others wait in a bounded queue. */
import { PortsideError } from '../../domain/errors.ts';

export interface FetchQueueLimits {
  running: number;
  runningPerHost: number;
  waiting: number;
  /** Keeps one slow host from filling the queue for all others. */
  waitingPerHost: number;
  waitMs: number;
}

const DEFAULT_LIMITS: FetchQueueLimits = {
  running: 16,
  runningPerHost: 2,
  waiting: 64,
  waitingPerHost: 8,
  waitMs: 5_000,
};

interface Waiter {
  host: string;
  start: () => void;
}

export class FetchQueue {
  readonly #limits: FetchQueueLimits;
  readonly #running = new Map<string, number>();
  #runningTotal = 0;
  #waiting: Waiter[] = [];

  constructor(limits: Partial<FetchQueueLimits> = {}) {
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
  }

  get running(): number {
    return this.#runningTotal;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Runs `work` when there is room for `host`. Among hosts that have room, the one that waited longest goes first.
   * @throws PortsideError `unavailable` with `Retry-After` if the queue is full or the wait is too long.
   */
  async run<T>(host: string, work: () => Promise<T>): Promise<T> {
    if (this.#hasRoom(host)) this.#start(host);
    else await this.#wait(host);
    try {
      return await work();
    } finally {
      this.#end(host);
    }
  }

  #hasRoom(host: string): boolean {
    return this.#runningTotal < this.#limits.running && (this.#running.get(host) ?? 0) < this.#limits.runningPerHost;
  }

  #start(host: string): void {
    this.#runningTotal++;
    this.#running.set(host, (this.#running.get(host) ?? 0) + 1);
  }

  #end(host: string): void {
    this.#runningTotal--;
    const left = this.#running.get(host)! - 1;
    if (left === 0) this.#running.delete(host);
    else this.#running.set(host, left);

    const next = this.#waiting.findIndex((waiter) => this.#hasRoom(waiter.host));
    if (next === -1) return;
    const [waiter] = this.#waiting.splice(next, 1);
    // Count it before it wakes, or a new caller could take its place.
    this.#start(waiter!.host);
    waiter!.start();
  }

  #wait(host: string): Promise<void> {
    const waitingForHost = this.#waiting.filter((waiter) => waiter.host === host).length;
    if (this.#waiting.length >= this.#limits.waiting || waitingForHost >= this.#limits.waitingPerHost) {
      return Promise.reject(busy('Too many scans are waiting. Try again shortly.'));
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((other) => other !== waiter);
        reject(busy('Too many scans are running. Try again shortly.'));
      }, this.#limits.waitMs);
      const waiter: Waiter = {
        host,
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      this.#waiting.push(waiter);
    });
  }
}

function busy(message: string): PortsideError {
  return new PortsideError('unavailable', { message, retryAfterS: 5 });
}
