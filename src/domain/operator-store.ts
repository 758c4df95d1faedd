/** What the operator page stores: sessions, forms that were sent, and failed sign-ins. */
import type { AuditEntry } from './audit.ts';

/** Failed sign-ins of one network. */
interface SignInFailures {
  /** An IPv4 address, an IPv6 /64, or the name of a row that counts all networks. */
  address: string;
  failures: number;
  /** Of the last failure, in Unix milliseconds. */
  lastAt: number;
  /** Unix milliseconds. */
  lockedUntil: number;
}

export interface OperatorStore {
  /** In one transaction: stores the hash, deletes all sessions and failures, and records and announces the change. */
  setPassword(hash: string, audit: AuditEntry): Promise<void>;

  /**
   * Also deletes the sessions that have expired at `nowMs`, and then those that end soonest until at most `sessionsMax` are left,
   * the new one included.
   */
  startSession(tokenHash: string, expiresAt: number, nowMs: number, sessionsMax: number): Promise<void>;
  /** When the session ends, in Unix milliseconds; undefined when there is none. */
  sessionEnd(tokenHash: string): Promise<number | undefined>;
  endSession(tokenHash: string): Promise<void>;

  /** True the first time. Also deletes the forms that were sent at or before `forgetMs`. */
  claimForm(tokenHash: string, sentAt: number, forgetMs: number): Promise<boolean>;

  /**
   * Calls `decide` with the rows of `addresses` and stores the rows it returns, atomically. When the table holds `rowsMax` rows, the
   * oldest tenth is deleted, except for `keep`.
   */
  countFailures(
    addresses: string[],
    decide: (rows: SignInFailures[]) => SignInFailures[],
    room: { rowsMax: number; keep: string },
  ): Promise<void>;
  /** Deletes the failures of `address`, takes one failure off the row `everyone` and unlocks it. */
  forgiveFailures(address: string, everyone: string): Promise<void>;
}

/** The row `everyone` after an attempt has succeeded: one failure less, and unlocked. */
export function forgivenOne(everyone: SignInFailures): SignInFailures {
  return { ...everyone, failures: Math.max(0, everyone.failures - 1), lockedUntil: 0 };
}

/** How many of the oldest rows are deleted when there are `rowsMax`. A tenth, so that it happens seldom. */
export function rowsDeletedWhenFull(rowsMax: number): number {
  return Math.ceil(rowsMax / 10);
}
