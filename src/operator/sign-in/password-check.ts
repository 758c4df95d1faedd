/** Checks passwords, each one only after it was counted as a failure, and few at a time. */
import type { Clock } from '../../domain/clock.ts';
import type { CountedAttempt } from '../../domain/operator-store.ts';
import type { Lockout } from './lockout.ts';
import { StrangerQueue } from './stranger-queue.ts';
import { Turns } from './turns.ts';

export type CheckResult<T> =
  | { checked: true; result: T }
  /** Nothing was checked. `own`: this network or browser waits. Otherwise strangers have used up their share. */
  | { checked: false; waitMs: number; own: boolean };

/** @param failuresThisHour counts this attempt, and all others of the hour */
type Check<T> = (attempt: CountedAttempt, failuresThisHour: number) => Promise<T>;

export class PasswordCheck {
  readonly #lockout: Lockout;
  readonly #strangers: StrangerQueue;
  /** Those of known browsers have a core of their own, so that they never wait for strangers. */
  readonly #known = new Turns();

  constructor(lockout: Lockout, clock: Pick<Clock, 'monotonic' | 'sleep'>) {
    this.#lockout = lockout;
    this.#strangers = new StrangerQueue(lockout, clock);
  }

  /** For a browser or a session that is not a stranger's. @param row what its failures are counted in */
  async known<T>(row: string, check: Check<T>): Promise<CheckResult<T>> {
    const admission = await this.#lockout.admitKnown(row);
    if (!admission.admitted) return { checked: false, waitMs: admission.waitMs, own: true };
    const { attempt, failuresThisHour } = admission;
    return { checked: true, result: await this.#known.run(() => check(attempt, failuresThisHour)) };
  }

  /** May wait some seconds for the turn of the network. */
  async stranger<T>(network: string, check: Check<T>): Promise<CheckResult<T>> {
    const answer = await this.#strangers.run(network, check);
    return 'result' in answer
      ? { checked: true, result: answer.result }
      : { checked: false, waitMs: answer.waitMs, own: answer.own };
  }

  /** This network has signed in, so that its attempts do not come after those of other networks. */
  forget(network: string): void {
    this.#strangers.forget(network);
  }
}
