/** Measures event loop lag: how late a timer fires. */
import { Histogram } from '../../domain/histogram.ts';

const INTERVAL_MS = 250;
const SECONDS_BOUNDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

export class EventLoopLag {
  readonly seconds = new Histogram(SECONDS_BOUNDS);
  #latestMs = 0;
  readonly #timer: ReturnType<typeof setInterval>;

  constructor() {
    let dueMs = performance.now() + INTERVAL_MS;
    this.#timer = setInterval(() => {
      const nowMs = performance.now();
      const lateMs = Math.max(0, nowMs - dueMs);
      this.seconds.add(lateMs / 1000);
      this.#latestMs = Math.max(this.#latestMs, lateMs);
      dueMs = nowMs + INTERVAL_MS;
    }, INTERVAL_MS);
    this.#timer.unref();
  }

  /** The latest that the timer fired since this was last asked. */
  takeLatestMs(): number {
    const latestMs = this.#latestMs;
    this.#latestMs = 0;
    return latestMs;
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
