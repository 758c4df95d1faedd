/** How late the event loop comes: a timer that says by how much it was kept waiting. */
import { Histogram } from './histogram.ts';

const EVERY_MS = 250;
/** Seconds. */
const BOUNDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

export class LoopLag {
  readonly seconds = new Histogram(BOUNDS);
  readonly #timer: ReturnType<typeof setInterval>;

  constructor() {
    let dueMs = performance.now() + EVERY_MS;
    this.#timer = setInterval(() => {
      const nowMs = performance.now();
      this.seconds.add(Math.max(0, nowMs - dueMs) / 1000);
      dueMs = nowMs + EVERY_MS;
    }, EVERY_MS);
    this.#timer.unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
