/**
 * The sliding minute of a rate limit: which requests are in it, and how their times are rounded.
 *
 * A request at `t` leaves the window at `t + 60,000`. Up to 600 requests a minute `t` is exact. Above, `t` is rounded up to a
 * tenth of a second, so that a window never holds more than about 600 different times: a request leaves up to 0.1 s late, never early.
 */
export const MINUTE_MS = 60_000;
const EXACT_PER_MINUTE_MAX = 600;
const COARSE_STEP_MS = 100;

/** To what a request's time is rounded up, in milliseconds. */
export function roundingMs(perMinute: number): number {
  return perMinute > EXACT_PER_MINUTE_MAX ? COARSE_STEP_MS : 1;
}

/** Times of requests, ascending, and how many came at each. Only ever added to, so that windows can share it. */
interface Times {
  times: number[];
  counts: number[];
}

/** A window that has lost this many times, and most of those it began with, is copied: the others would stay in memory. */
const LOST_MAX = 256;

/**
 * The requests of a sliding minute: when they came, ascending, and how many at each time. Never changed in place. One that follows another
 * shares its lists, so that a request copies nothing.
 */
export class MinuteWindow {
  readonly #shared: Times;
  /** The part of the lists that is in the window. */
  readonly #first: number;
  readonly #end: number;
  /** Requests at the newest time. The lists hold it only once a later time was added. */
  readonly #newest: number;
  /** All requests. */
  readonly total: number;

  private constructor(shared: Times, first: number, end: number, newest: number, total: number) {
    this.#shared = shared;
    this.#first = first;
    this.#end = end;
    this.#newest = newest;
    this.total = total;
  }

  /** @param times ascending, as many as `counts` */
  static of(times: readonly number[], counts: readonly number[]): MinuteWindow {
    const total = counts.reduce((sum, count) => sum + count, 0);
    return new MinuteWindow({ times: [...times], counts: [...counts] }, 0, times.length, counts.at(-1) ?? 0, total);
  }

  get oldestMs(): number | undefined {
    return this.#first < this.#end ? this.#shared.times[this.#first] : undefined;
  }

  get times(): number[] {
    return this.#shared.times.slice(this.#first, this.#end);
  }

  get counts(): number[] {
    const counts = this.#shared.counts.slice(this.#first, this.#end);
    if (counts.length > 0) counts[counts.length - 1] = this.#newest;
    return counts;
  }

  /** Without the requests that have left it at `nowMs`. */
  expire(nowMs: number): MinuteWindow {
    const { times, counts } = this.#shared;
    const leftMs = nowMs - MINUTE_MS;
    let first = this.#first;
    let { total } = this;
    for (; first < this.#end && times[first]! <= leftMs; first++) {
      total -= first === this.#end - 1 ? this.#newest : counts[first]!;
    }
    if (first === this.#first) return this;
    return first === this.#end ? EMPTY_WINDOW : new MinuteWindow(this.#shared, first, this.#end, this.#newest, total);
  }

  /** With `requests` more at `nowMs`. Times stay ascending: a request joins the newest time when that is later. */
  remember(nowMs: number, rounding: number, requests: number): MinuteWindow {
    const at = Math.ceil(nowMs / rounding) * rounding;
    const total = this.total + requests;
    const isEmpty = this.#first === this.#end;
    if (!isEmpty && this.#shared.times[this.#end - 1]! >= at) {
      return new MinuteWindow(this.#shared, this.#first, this.#end, this.#newest + requests, total);
    }
    const isLong = this.#first > LOST_MAX && this.#first > this.#end / 2;
    // Another window has gone on from here, or there is nothing to share.
    const isCopied = isEmpty || isLong || this.#shared.times.length !== this.#end;
    const shared = isCopied ? { times: this.times, counts: this.counts } : this.#shared;
    const first = isCopied ? 0 : this.#first;
    if (!isEmpty) shared.counts[shared.counts.length - 1] = this.#newest;
    shared.times.push(at);
    shared.counts.push(requests);
    return new MinuteWindow(shared, first, shared.times.length, requests, total);
  }

  /** After the clock was set back to `nowMs`: times that lie in its future become now. */
  pullBack(nowMs: number): MinuteWindow {
    return MinuteWindow.of(
      this.times.map((time) => Math.min(time, nowMs)),
      this.counts,
    );
  }
}

export const EMPTY_WINDOW = MinuteWindow.of([], []);
