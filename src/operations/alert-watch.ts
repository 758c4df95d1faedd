/** Evaluates the alerts in a server and stores changes of state. Every server does it: a change is stored once. */
import type { Clock } from '../domain/clock.ts';
import type { Storage } from '../domain/storage.ts';
import type { AlertSources } from './alert-readings.ts';
import { readAlerts } from './alerts.ts';

const EVALUATE_EVERY_MS = 30_000;

export class AlertWatch {
  readonly #sources: AlertSources & { storage: Pick<Storage, 'alerts' | 'usage'> };
  readonly #clock: Pick<Clock, 'now'>;
  readonly #timer: ReturnType<typeof setInterval>;
  #working: Promise<void> | undefined;

  constructor(sources: AlertSources & { storage: Pick<Storage, 'alerts' | 'usage'> }, clock: Pick<Clock, 'now'>) {
    this.#sources = sources;
    this.#clock = clock;
    this.#timer = setInterval(() => this.evaluate(), EVALUATE_EVERY_MS);
    this.#timer.unref();
  }

  /** Never throws: a database that cannot be reached is what readiness and the log are for. */
  evaluate(): Promise<void> {
    this.#working ??= this.#evaluate()
      .catch(() => {})
      .finally(() => {
        this.#working = undefined;
      });
    return this.#working;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#working;
  }

  async #evaluate(): Promise<void> {
    const nowMs = this.#clock.now();
    const { evaluations } = await readAlerts(this.#sources, nowMs);
    await this.#sources.storage.alerts.record(evaluations, nowMs);
  }
}
