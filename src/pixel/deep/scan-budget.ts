/** What one scan of several files may use in all. Whoever asks for more is told why the rest of the scan is missing. */
import type { Clock } from '../../domain/clock.ts';
import type { WorkCost } from '../../domain/resource-cost.ts';
import { NotRead } from './not-read.ts';

/** Pages, robots.txt, sitemaps and custom pixels, with each redirect. Containers have limits of their own. */
const REQUESTS_MAX = 16;
/** With the page itself, less than the least that a key may be given for a day. The same holds for the processor time. */
export const SCAN_BYTES_MAX = 64 * 1024 * 1024;
export const SCAN_CPU_MS_MAX = 20_000;

export interface ScanBudgetOptions {
  clock: Pick<Clock, 'monotonic'>;
  /** What the scan has used so far. */
  cost: WorkCost;
  /** For the whole scan. */
  totalMs: number;
}

export class ScanBudget {
  readonly #options: ScanBudgetOptions;
  readonly #deadlineMs: number;
  #requests = 0;

  constructor(options: ScanBudgetOptions) {
    this.#options = options;
    this.#deadlineMs = options.clock.monotonic() + options.totalMs;
  }

  get leftMs(): number {
    return this.#deadlineMs - this.#options.clock.monotonic();
  }

  /** Counts a request to the shop. @throws NotRead if there were too many */
  countRequest(): void {
    if (this.#requests >= REQUESTS_MAX) throw new NotRead(`A scan makes at most ${REQUESTS_MAX} requests to a shop.`);
    this.#requests++;
  }

  /** @throws NotRead if there is nothing left for another fetch and its reader, which begin after `waitMs` */
  check(waitMs = 0): void {
    const { cost, totalMs } = this.#options;
    if (this.leftMs <= waitMs) throw new NotRead(`A scan takes at most ${Math.ceil(totalMs / 1000)} seconds.`, true);
    if (cost.bytesFetched >= SCAN_BYTES_MAX) throw new NotRead('The scan has fetched as much as it may.');
    if (cost.cpuMs >= SCAN_CPU_MS_MAX) throw new NotRead('The scan has used as much processor time as it may.');
  }
}
