/** The operator page's rows: who is signed in, which forms were sent, who may not try. */
import type { AuditEntry } from './audit.ts';

/** Failed sign-ins of one address. */
interface SignInFailures {
  address: string;
  failures: number;
  /** Unix milliseconds, as `lockedUntil`. */
  lastAt: number;
  lockedUntil: number;
}

export interface OperatorStore {
  /** Keeps the hash and ends what rests on the old one: sessions and failures; with audit and announcement, in one transaction. */
  setPassword(hash: string, audit: AuditEntry): Promise<void>;

  /** Ends what has expired at `nowMs`, and the sessions that end soonest beyond `sessionsMax`, the new one counted. */
  startSession(tokenHash: string, expiresAt: number, nowMs: number, sessionsMax: number): Promise<void>;
  /** When the session ends, Unix milliseconds. */
  sessionEnd(tokenHash: string): Promise<number | undefined>;
  endSession(tokenHash: string): Promise<void>;

  /** True the first time; forms sent at or before `forgetMs` are forgotten. */
  claimForm(tokenHash: string, sentAt: number, forgetMs: number): Promise<boolean>;

  /**
   * `decide` gets the rows there are of `addresses`, and what it returns replaces them, before anyone else may look. When
   * `rowsMax` is reached the oldest tenth goes, save for `keep`.
   */
  countFailures(
    addresses: string[],
    decide: (rows: SignInFailures[]) => SignInFailures[],
    room: { rowsMax: number; keep: string },
  ): Promise<void>;
  /** Forgets the failures of `address`, and takes one off `everyone`, which is no longer locked. */
  forgiveFailures(address: string, everyone: string): Promise<void>;
}
