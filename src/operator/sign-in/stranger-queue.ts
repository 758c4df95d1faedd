/**
 * Who is next among the browsers that nobody has signed in with before. Strangers share few attempts, and this decides who gets
 * them: the network that has tried least in the last hour, and of equals the one that came last. A flood uses up its own turn, and
 * an operator at a new browser is next. One attempt runs at a time, so strangers never use more than one core for hashing.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../domain/clock.ts';
import type { CountedAttempt } from '../../domain/operator-store.ts';
import type { Admission, Lockout } from './lockout.ts';

type Admitted = Extract<Admission, { admitted: true }>;
type Refused = Extract<Admission, { admitted: false }>;

/** How many attempts wait in this process. Few, so that a flood is answered at once and soon has tried more often than others. */
const WAITING_MAX = 20;
/** Proxies commonly give an answer 30 seconds. */
const WAIT_MS_MAX = 20_000;
const NETWORKS_MAX = 10_000;
const HOUR_MS = 3_600_000;
/** In this many steps a process lets others go first whose next network has tried less often. */
const STEPS_MAX = 5;
const STEP_MS = 100;

interface Waiting {
  network: string;
  /** On the monotonic clock. */
  sinceMs: number;
  check(admission: Admitted): Promise<void>;
  refuse(refusal: Refused): void;
  fail(error: unknown): void;
}

export class StrangerQueue {
  readonly #lockout: Lockout;
  readonly #clock: Pick<Clock, 'monotonic' | 'sleep'>;
  readonly #tries: LRUCache<string, number>;
  #waiting: Waiting[] = [];
  #isRunning = false;

  constructor(lockout: Lockout, clock: Pick<Clock, 'monotonic' | 'sleep'>) {
    this.#lockout = lockout;
    this.#clock = clock;
    // Plus one, because the cache takes a time of 0 for none.
    this.#tries = new LRUCache({ max: NETWORKS_MAX, ttl: HOUR_MS, perf: { now: () => clock.monotonic() + 1 } });
  }

  /**
   * Runs `check` when it is this network's turn, or returns why it was not run.
   * @throws what `check` throws, or the error of the database if the attempt could not be counted
   */
  async run<T>(
    network: string,
    check: (attempt: CountedAttempt, failuresThisHour: number) => Promise<T>,
  ): Promise<{ result: T } | Refused> {
    this.#tries.set(network, this.#triesOf(network) + 1, { noUpdateTTL: true });
    const waitMs = await this.#lockout.waitMs(network);
    if (waitMs > 0) return { admitted: false, waitMs, own: true };
    return new Promise((resolve, reject) => {
      this.#waiting.push({
        network,
        sinceMs: this.#clock.monotonic(),
        check: async ({ attempt, failuresThisHour }) => resolve({ result: await check(attempt, failuresThisHour) }),
        refuse: resolve,
        fail: reject,
      });
      if (this.#waiting.length > WAITING_MAX) this.#remove(this.#inOrder().at(-1)!).refuse(refusal(WAIT_MS_MAX));
      if (!this.#isRunning) void this.#runAll();
    });
  }

  /** The network has signed in: its tries were not guesses. */
  forget(network: string): void {
    this.#tries.delete(network);
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) await this.#runNext();
    this.#isRunning = false;
  }

  /** Never throws. */
  async #runNext(): Promise<void> {
    const [next] = this.#inOrder();
    // Out of the list while it is asked for: a newcomer may push others out, and this one must not be among them.
    this.#remove(next!);
    try {
      const admission = await this.#lockout.admitStranger(next!.network);
      if (admission.admitted) return await next!.check(admission);
      if (admission.own) return next!.refuse(admission);
      this.#waiting.push(next!);
      const steps = Math.min(STEPS_MAX, this.#triesOf(next!.network) - 1);
      await this.#clock.sleep(admission.waitMs + Math.max(0, steps) * STEP_MS);
      const tooLong = this.#waiting.filter(({ sinceMs }) => this.#clock.monotonic() - sinceMs >= WAIT_MS_MAX);
      for (const waiting of tooLong) this.#remove(waiting).refuse(refusal(admission.waitMs));
    } catch (error) {
      next!.fail(error);
    }
  }

  /** The first is next, and the last goes if there are too many. */
  #inOrder(): Waiting[] {
    // `toReversed` and a stable sort: of equals, the one that came last is first.
    return this.#waiting.toReversed().sort((a, b) => this.#triesOf(a.network) - this.#triesOf(b.network));
  }

  #triesOf(network: string): number {
    return this.#tries.get(network) ?? 0;
  }

  #remove(waiting: Waiting): Waiting {
    this.#waiting = this.#waiting.filter((other) => other !== waiting);
    return waiting;
  }
}

function refusal(waitMs: number): Refused {
  return { admitted: false, waitMs, own: false };
}
