/**
 * The sliding minute of a rate limit: which requests are in it, and how their times are rounded.
 *
 * A request at `t` leaves the window at `t + 60,000`. Up to 600 requests a minute `t` is exact. Above, `t` is rounded up to a
 * tenth of a second, so that a window never holds more than about 600 different times: a request leaves up to 0.1 s late, never early.
 */
export const MINUTE_MS = 60_000;
const EXACT_PER_MINUTE_MAX = 600;
const COARSE_STEP_MS = 100;

/** The requests of a sliding minute: when they came, ascending, and how many at each time. Never changed in place. */
export interface MinuteWindow {
  times: readonly number[];
  counts: readonly number[];
  /** Sum of `counts`. */
  total: number;
}

export const EMPTY_WINDOW: MinuteWindow = { times: [], counts: [], total: 0 };

/** To what a request's time is rounded up, in milliseconds. */
export function roundingMs(perMinute: number): number {
  return perMinute > EXACT_PER_MINUTE_MAX ? COARSE_STEP_MS : 1;
}

/** The window without the requests that have left it at `nowMs`. */
export function expire(window: MinuteWindow, nowMs: number): MinuteWindow {
  const { times, counts } = window;
  let { total } = window;
  let gone = 0;
  while (gone < times.length && times[gone]! <= nowMs - MINUTE_MS) total -= counts[gone++]!;
  return gone === 0 ? window : { times: times.slice(gone), counts: counts.slice(gone), total };
}

/** The window with `requests` more at `nowMs`. Times stay ascending: a request joins the newest time when that is later. */
export function remember(window: MinuteWindow, nowMs: number, rounding: number, requests: number): MinuteWindow {
  const at = Math.ceil(nowMs / rounding) * rounding;
  const { times, counts } = window;
  const total = window.total + requests;
  const last = times.length - 1;
  // The times are shared with the window before: most requests of a busy key join its newest time.
  if (last >= 0 && times[last]! >= at) return { times, counts: counts.with(last, counts[last]! + requests), total };
  return { times: [...times, at], counts: [...counts, requests], total };
}

/** The same window while many requests are remembered in a row: nothing is copied for each. */
export class MutableWindow {
  #times: number[];
  #counts: number[];
  /** Index of the oldest request that has not left. */
  #first = 0;
  #total: number;

  constructor({ times, counts, total }: MinuteWindow) {
    this.#times = times.slice();
    this.#counts = counts.slice();
    this.#total = total;
  }

  /** After the clock was set back to `nowMs`: times that lie in its future become now. */
  pullBack(nowMs: number): void {
    for (let i = this.#first; i < this.#times.length; i++) this.#times[i] = Math.min(this.#times[i]!, nowMs);
  }

  /** As `expire`. */
  expire(nowMs: number): void {
    while (this.#first < this.#times.length && this.#times[this.#first]! <= nowMs - MINUTE_MS) {
      this.#total -= this.#counts[this.#first++]!;
    }
  }

  /** As `remember`. */
  remember(nowMs: number, rounding: number, requests: number): void {
    const at = Math.ceil(nowMs / rounding) * rounding;
    const last = this.#times.length - 1;
    if (last >= this.#first && this.#times[last]! >= at) this.#counts[last]! += requests;
    else {
      this.#times.push(at);
      this.#counts.push(requests);
    }
    this.#total += requests;
  }

  frozen(): MinuteWindow {
    return { times: this.#times.slice(this.#first), counts: this.#counts.slice(this.#first), total: this.#total };
  }
}
