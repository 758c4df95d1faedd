/**
 * The requests of one key lineage in the last minute, exactly: times in milliseconds with how many were admitted at each.
 * A request at `t` leaves the window at `t + 60,000`, so any half-open minute holds at most the limit.
 */
export const MINUTE_MS = 60_000;

/** Dropped times are cut off in one piece once there are this many, so that leaving costs no copy each. */
const DROPPED_MAX = 64;

export class MinuteWindow {
  #times: number[] = [];
  #counts: number[] = [];
  #head = 0;
  #total = 0;

  /** Requests still in the window at `nowMs`. */
  total(nowMs: number): number {
    const times = this.#times;
    while (this.#head < times.length && times[this.#head]! <= nowMs - MINUTE_MS) {
      this.#total -= this.#counts[this.#head]!;
      this.#head++;
    }
    if (this.#head > DROPPED_MAX) {
      this.#times = times.slice(this.#head);
      this.#counts = this.#counts.slice(this.#head);
      this.#head = 0;
    }
    return this.#total;
  }

  /** Milliseconds until the oldest request leaves; 0 when the window is empty. Call `total` first. */
  msUntilRoom(nowMs: number): number {
    const oldest = this.#times[this.#head];
    return oldest === undefined ? 0 : oldest + MINUTE_MS - nowMs;
  }

  /** `atMs` never falls from one call to the next. */
  add(atMs: number, requests: number): void {
    const last = this.#times.length - 1;
    if (last >= this.#head && this.#times[last] === atMs) this.#counts[last]! += requests;
    else {
      this.#times.push(atMs);
      this.#counts.push(requests);
    }
    this.#total += requests;
  }
}
