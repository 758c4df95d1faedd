/**
 * How often a password may be guessed. An attempt is counted as failed before its password is checked: otherwise a hundred attempts
 * sent at once would all be checked, and a failure that cannot be stored would cost nothing.
 *
 * - A browser that has signed in before counts by itself, so nobody else's failures make it wait (OWASP, "Slow Down Online
 *   Guessing Attacks with Device Cookies").
 * - All other browsers count by network, and all of them together get one attempt every five seconds, after a stock of forty.
 */
import type { ActivityEntry } from '../../domain/activity-log.ts';
import type { Clock } from '../../domain/clock.ts';
import type { CountedAttempt, OperatorStore, SignInFailures } from '../../domain/operator-store.ts';

/** The first failures of a network or a browser cost nothing. Then the delay starts at one second and doubles. */
const FREE_FAILURES = 4;
const DELAY_MS_MAX = 15 * 60_000;
/** Failures are forgotten this long after the last one. */
const FORGET_AFTER_MS = 60 * 60_000;
const ROWS_MAX = 10_000;

/** Strangers share one attempt in this time, whatever names they try and wherever they come from: 17,280 a day. */
const STRANGERS_EVERY_MS = 5000;
/** Attempts that strangers have in stock when there were none for a while. */
const STRANGERS_STOCK = 40;
/** Counts the strangers of all networks. `lockedUntil` is when their stock is full again, `lastAt` the hour of `failures`. */
const STRANGERS_ROW = '*';

const HOUR_MS = 3_600_000;
/** Wrong passwords that the audit names one by one in each hour. After them it only says how many there are, as they double. */
const AUDITED_AN_HOUR = 20;

export type Admission =
  /** Counted as failed. `failuresThisHour` includes it. */
  | { admitted: true; attempt: CountedAttempt; failuresThisHour: number }
  /** Not counted. `own`: this network or browser waits. Otherwise strangers have used up their share. */
  | { admitted: false; waitMs: number; own: boolean };

export class Lockout {
  readonly #store: OperatorStore;
  readonly #clock: Pick<Clock, 'now'>;

  constructor({ operator }: { operator: OperatorStore }, clock: Pick<Clock, 'now'>) {
    this.#store = operator;
    this.#clock = clock;
  }

  /** @param row names a browser or a session that is not a stranger's */
  admitKnown(row: string): Promise<Admission> {
    return this.#admit(row, false);
  }

  admitStranger(network: string): Promise<Admission> {
    return this.#admit(network, true);
  }

  /** Milliseconds until the next attempt of this row; 0 when it may be made now. Counts nothing. */
  async waitMs(address: string): Promise<number> {
    const [row] = await this.#store.failures([address]);
    return row ? this.#lockedMs(row) : 0;
  }

  async #admit(address: string, isStranger: boolean): Promise<Admission> {
    const nowMs = this.#clock.now();
    let admission: Admission = { admitted: false, waitMs: 0, own: true };
    await this.#store.countFailures(
      [address, STRANGERS_ROW],
      (rows) => {
        const own = rows.find((row) => row.address === address);
        const everyone = rows.find((row) => row.address === STRANGERS_ROW);
        const lockedMs = own ? this.#lockedMs(own) : 0;
        const stockWaitMs = isStranger ? stockWait(everyone, nowMs) : 0;
        if (lockedMs > 0 || stockWaitMs > 0) {
          admission = { admitted: false, waitMs: lockedMs || stockWaitMs, own: lockedMs > 0 };
          return [];
        }
        const recent = own && nowMs - own.lastAt < FORGET_AFTER_MS ? own.failures : 0;
        const counted = { address, failures: recent + 1, lastAt: nowMs, lockedUntil: nowMs + delayMs(recent + 1) };
        const total = countEveryone(everyone, nowMs, isStranger);
        const attempt = { addresses: [address, STRANGERS_ROW], forgive: forgiveFor(address, isStranger) };
        admission = { admitted: true, attempt, failuresThisHour: total.failures };
        return [counted, total];
      },
      { rowsMax: ROWS_MAX, keep: STRANGERS_ROW },
    );
    return admission;
  }

  #lockedMs(row: SignInFailures): number {
    const waitMs = row.lockedUntil - this.#clock.now();
    // A clock that was set back must not lock anybody out for longer than the longest delay.
    return waitMs > 0 && waitMs <= DELAY_MS_MAX ? waitMs : 0;
  }
}

function delayMs(failures: number): number {
  if (failures <= FREE_FAILURES) return 0;
  return Math.min(DELAY_MS_MAX, 1000 * 2 ** Math.min(30, failures - FREE_FAILURES - 1));
}

/** When the stock would be full again. After a clock was set back, no later than an empty stock takes. */
function fullAt(everyone: SignInFailures | undefined, nowMs: number): number {
  const latest = nowMs + STRANGERS_STOCK * STRANGERS_EVERY_MS;
  return Math.min(latest, Math.max(nowMs, everyone?.lockedUntil ?? 0));
}

function stockWait(everyone: SignInFailures | undefined, nowMs: number): number {
  return Math.max(0, fullAt(everyone, nowMs) - nowMs - (STRANGERS_STOCK - 1) * STRANGERS_EVERY_MS);
}

function countEveryone(everyone: SignInFailures | undefined, nowMs: number, isStranger: boolean): SignInFailures {
  const hour = nowMs - (nowMs % HOUR_MS);
  return {
    address: STRANGERS_ROW,
    failures: (everyone?.lastAt === hour ? everyone.failures : 0) + 1,
    lastAt: hour,
    lockedUntil: isStranger ? fullAt(everyone, nowMs) + STRANGERS_EVERY_MS : (everyone?.lockedUntil ?? 0),
  };
}

/** After a success the row of the browser or network is gone, and strangers have back what it took of their stock. */
function forgiveFor(address: string, isStranger: boolean): CountedAttempt['forgive'] {
  return (rows) =>
    rows
      .filter((row) => row.address !== address)
      .map((row) => ({
        ...row,
        failures: Math.max(0, row.failures - 1),
        lockedUntil: isStranger ? Math.max(0, row.lockedUntil - STRANGERS_EVERY_MS) : row.lockedUntil,
      }));
}

/**
 * What the audit says about the `n`th wrong password of an hour; undefined for most of them. A stranger must not be able to fill the
 * disk with audit rows.
 */
export function failureEntry(n: number): Pick<ActivityEntry, 'detail'> | undefined {
  if (n <= AUDITED_AN_HOUR) return { detail: 'wrong name or password' };
  const doublings = Math.log2(n / AUDITED_AN_HOUR);
  return Number.isInteger(doublings) ? { detail: `wrong name or password, number ${n} in this hour` } : undefined;
}
