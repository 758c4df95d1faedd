/** Decides whether this server should receive requests. docs/operations.md says what to do about each check. */

const CACHE_MS = 1000;

export interface ReadinessCheck {
  name: string;
  /** Why the server is not ready, in words fit for the public; undefined if it is ready. */
  failure(): string | undefined | Promise<string | undefined>;
  /** Set for a check without I/O. Its result is never cached. */
  uncached?: true;
}

interface FailedCheck {
  check: string;
  reason: string;
}

export class Readiness {
  readonly #monotonic: () => number;
  readonly #checks: ReadinessCheck[] = [];
  #cached: { untilMs: number; failed: Promise<FailedCheck[]> } | undefined;

  /** @param monotonic a clock in milliseconds that never goes backwards */
  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  add(...checks: readonly ReadinessCheck[]): void {
    this.#checks.push(...checks);
    this.#cached = undefined;
  }

  /** The checks that fail. Empty: the server is ready. */
  async failing(): Promise<FailedCheck[]> {
    const nowMs = this.#monotonic();
    if (!this.#cached || nowMs >= this.#cached.untilMs) {
      const failed = runChecks(this.#checks.filter((check) => !check.uncached));
      this.#cached = { untilMs: nowMs + CACHE_MS, failed };
    }
    const uncached = await runChecks(this.#checks.filter((check) => check.uncached));
    return [...uncached, ...(await this.#cached.failed)];
  }
}

async function runChecks(checks: readonly ReadinessCheck[]): Promise<FailedCheck[]> {
  const reasons = await Promise.all(checks.map(failureOf));
  return checks.flatMap(({ name }, i) => (reasons[i] === undefined ? [] : [{ check: name, reason: reasons[i] }]));
}

/** A check that throws has failed. What it threw is not public. */
async function failureOf(check: ReadinessCheck): Promise<string | undefined> {
  try {
    return await check.failure();
  } catch {
    return 'the check itself failed';
  }
}
