/** Writes the row of this process, so that the operator page of any process can show all of them. */
import type { Clock } from '../domain/clock.ts';
import { INSTANCE_REPORT_EVERY_MS, type Instance, type InstanceLoad, type InstanceStore } from '../domain/instance.ts';

const ID_BYTES = 12;
/** After a report that failed: the connection does not wait while another process writes. */
const RETRY_MS = 1000;
/** At the end another process, often one that ends too, may be writing. */
const REMOVE_TRIES = 20;
const REMOVE_RETRY_MS = 25;

export interface ReporterParts {
  instances: InstanceStore;
  clock: Pick<Clock, 'now' | 'random' | 'sleep'>;
  /** What does not change while it runs. The address is known once it listens. */
  describe(): Pick<Instance, 'role' | 'address' | 'host' | 'pid' | 'version'>;
  load(): InstanceLoad;
}

export class InstanceReporter {
  readonly id: string;
  readonly #parts: ReporterParts;
  readonly #startedAt: number;
  readonly #timer: ReturnType<typeof setInterval>;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #working: Promise<void> | undefined;

  constructor(parts: ReporterParts) {
    this.#parts = parts;
    this.id = Buffer.from(parts.clock.random(ID_BYTES)).toString('hex');
    this.#startedAt = parts.clock.now();
    this.#timer = setInterval(() => this.report(), INSTANCE_REPORT_EVERY_MS);
    this.#timer.unref();
  }

  /** Never throws. While the database is locked, full or unreachable, the row grows old, and the page says so. */
  report(): Promise<void> {
    this.#working ??= this.#report()
      .catch(() => {
        if (!this.#closed) this.#retry = setTimeout(() => this.report(), RETRY_MS).unref();
      })
      .finally(() => {
        this.#working = undefined;
      });
    return this.#working;
  }

  /** Removes the row. If it cannot be removed within half a second, it stays until it is too old. Never throws. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#working;
    clearTimeout(this.#retry);
    const { instances, clock } = this.#parts;
    for (let tries = 1; tries <= REMOVE_TRIES; tries++) {
      try {
        return await instances.remove(this.id);
      } catch {
        await clock.sleep(REMOVE_RETRY_MS);
      }
    }
  }

  async #report(): Promise<void> {
    const { instances, clock, describe, load } = this.#parts;
    await instances.report({
      id: this.id,
      ...describe(),
      startedAt: this.#startedAt,
      seenAt: clock.now(),
      load: load(),
    });
  }
}
