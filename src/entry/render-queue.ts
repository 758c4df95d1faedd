import { PortsideError } from '../errors.ts';

export interface RenderQueueLimits {
  runningMax: number;
  waitingMax: number;
  /** What a caller who is turned away is told to wait. */
  retryAfterSeconds: number;
}

/** Runs a few renderings at a time and lets a bounded number wait, so that a burst costs its own callers, not the lookups. */
export class RenderQueue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly limits: RenderQueueLimits) {}

  /** @throws PortsideError `unavailable` with `Retry-After` when the queue is full, before any work is done. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.running < this.limits.runningMax) this.running += 1;
    else await this.turn();
    try {
      return await work();
    } finally {
      // The place is handed on, not freed and taken again: nobody slips in between.
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }

  private turn(): Promise<void> {
    if (this.waiting.length >= this.limits.waitingMax) {
      throw new PortsideError('unavailable', { headers: { 'Retry-After': String(this.limits.retryAfterSeconds) } });
    }
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
