/**
 * Limits how many fetches run at once, in total, for each host and for each caller. The others wait in a bounded queue. A caller
 * that scans many slow storefronts leaves room for the others.
 */
import { PortsideError } from '../../domain/errors.ts';

export interface FetchQueueLimits {
  running: number;
  runningPerHost: number;
  runningPerOwner: number;
  waiting: number;
  /** Keeps one slow host from filling the queue for all others. */
  waitingPerHost: number;
  waitingPerOwner: number;
  waitMs: number;
}

const DEFAULT_LIMITS: FetchQueueLimits = {
  running: 16,
  runningPerHost: 2,
  runningPerOwner: 12,
  waiting: 64,
  waitingPerHost: 8,
  waitingPerOwner: 32,
  waitMs: 5_000,
};

interface Waiter {
  host: string;
  owner: string;
  start: () => void;
}

export class FetchQueue {
  readonly #limits: FetchQueueLimits;
  readonly #hosts = new Map<string, number>();
  readonly #owners = new Map<string, number>();
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
   * Runs `work` when there is room for `host` and `owner`. Of the owners that have room, the one with the fewest fetches goes
   * first; among equals, the one that waited longest.
   * @throws PortsideError `unavailable` with `Retry-After` if the queue is full or the wait is too long.
   */
  async run<T>(host: string, owner: string, work: () => Promise<T>): Promise<T> {
    if (this.#hasRoom(host, owner)) this.#start(host, owner);
    else await this.#wait(host, owner);
    try {
      return await work();
    } finally {
      this.#end(host, owner);
    }
  }

  #hasRoom(host: string, owner: string): boolean {
    const { running, runningPerHost, runningPerOwner } = this.#limits;
    return (
      this.#runningTotal < running &&
      (this.#hosts.get(host) ?? 0) < runningPerHost &&
      (this.#owners.get(owner) ?? 0) < runningPerOwner
    );
  }

  #start(host: string, owner: string): void {
    this.#runningTotal++;
    count(this.#hosts, host, 1);
    count(this.#owners, owner, 1);
  }

  #end(host: string, owner: string): void {
    this.#runningTotal--;
    count(this.#hosts, host, -1);
    count(this.#owners, owner, -1);

    const ready = this.#waiting.filter((waiter) => this.#hasRoom(waiter.host, waiter.owner));
    const fetches = (waiter: Waiter) => this.#owners.get(waiter.owner) ?? 0;
    const next = ready.reduce<Waiter | undefined>(
      (best, waiter) => (best && fetches(best) <= fetches(waiter) ? best : waiter),
      undefined,
    );
    if (!next) return;
    this.#waiting = this.#waiting.filter((waiter) => waiter !== next);
    // Count it before it wakes, or a new caller could take its place.
    this.#start(next.host, next.owner);
    next.start();
  }

  #wait(host: string, owner: string): Promise<void> {
    const { waiting, waitingPerHost, waitingPerOwner } = this.#limits;
    const waitingForHost = this.#waiting.filter((waiter) => waiter.host === host).length;
    const waitingForOwner = this.#waiting.filter((waiter) => waiter.owner === owner).length;
    if (this.#waiting.length >= waiting || waitingForHost >= waitingPerHost || waitingForOwner >= waitingPerOwner) {
      return Promise.reject(busy('Too many scans are waiting. Try again shortly.'));
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((other) => other !== waiter);
        reject(busy('Too many scans are running. Try again shortly.'));
      }, this.#limits.waitMs);
      const waiter: Waiter = {
        host,
        owner,
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      this.#waiting.push(waiter);
    });
  }
}

function count(counts: Map<string, number>, name: string, change: 1 | -1): void {
  const now = (counts.get(name) ?? 0) + change;
  if (now === 0) counts.delete(name);
  else counts.set(name, now);
}

export function busy(message: string, cause?: unknown): PortsideError {
  return new PortsideError('unavailable', { message, retryAfterS: 5, cause });
}
