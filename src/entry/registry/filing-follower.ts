/** Asks the registry about undecided filings while a server runs, also those that another process sent before it ended. */
import type { Filer } from './filer.ts';

const LOOK_EVERY_MS = 5000;

export class FilingFollower {
  readonly #timer: ReturnType<typeof setInterval>;
  #working: Promise<void> | undefined;
  #closed = false;

  /** @param onFault told of failures of the database; the registry's own are kept with the filing */
  constructor(
    private readonly filer: Pick<Filer, 'followDue'>,
    private readonly onFault: (error: unknown) => void,
  ) {
    this.#timer = setInterval(() => this.look(), LOOK_EVERY_MS);
    this.#timer.unref();
  }

  /** One look at a time. Never rejects. */
  look(): Promise<void> {
    this.#working ??= this.filer
      .followDue(() => this.#closed)
      .then(() => {}, this.onFault)
      .finally(() => {
        this.#working = undefined;
      });
    return this.#working;
  }

  /** Waits for the call under way, at most. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#working;
  }
}
