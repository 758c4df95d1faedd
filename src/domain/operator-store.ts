/** What the operator page stores: operators, their sessions, forms that were sent, and failed sign-ins. */
import type { ActivityEntry } from './activity-log.ts';
import type { Operator, Role } from './operator.ts';

export interface StoredOperator extends Operator {
  /** argon2id, in its own text form. */
  passwordHash: string;
}

/** Failed sign-ins of one network or one browser. */
export interface SignInFailures {
  /** An IPv4 address, an IPv6 /64, or the name of another row that attempts are counted in. */
  address: string;
  failures: number;
  /** Of the last failure, in Unix milliseconds. */
  lastAt: number;
  /** Unix milliseconds. */
  lockedUntil: number;
}

/** An attempt to sign in, and the rows that it was counted in before its password was checked. */
export interface CountedAttempt {
  addresses: string[];
  /** The rows as they should be after a success. A row that is not returned is deleted. */
  forgive(rows: SignInFailures[]): SignInFailures[];
}

/** One change of the table of operators. Every kind but `add` ends the sessions of the operator. */
export type OperatorChange =
  | { kind: 'add'; name: string; role: Role; passwordHash: string; atMs: number }
  | { kind: 'remove'; id: number }
  | { kind: 'role'; id: number; role: Role }
  /** @param liftsLockouts deletes all counts of failed sign-ins: the operator may have forgotten the old password */
  | { kind: 'password'; id: number; passwordHash: string; atMs: number; liftsLockouts: boolean };

interface NewSession {
  tokenHash: string;
  operatorId: number;
  /** Address of the browser. */
  origin: string;
  /** Unix milliseconds. */
  startedAt: number;
  /** When the session ends whatever happens, Unix milliseconds. */
  expiresAt: number;
}

export interface OperatorSession extends NewSession {
  /** Unix milliseconds of the last request, up to a minute behind. */
  seenAt: number;
}

export interface OperatorStore {
  /** In order of their ids. */
  list(): Promise<Operator[]>;
  find(name: string): Promise<StoredOperator | undefined>;
  /**
   * Calls `decide` with all operators while nobody else can change them, makes the change that it returns, and records and
   * announces it, all in one transaction. Changes nothing if `decide` throws, and then throws the same error.
   */
  change(decide: (operators: Operator[]) => { change: OperatorChange; activity: ActivityEntry }): Promise<void>;

  /**
   * In one transaction: stores the session, records it, and takes back the failure that the attempt was counted as. Also deletes
   * all sessions that have expired, and the oldest of the same operator until `sessionsMax` are left, the new one included.
   * @param verifiedHash the hash that the password was checked with
   * @returns false, and changes nothing, if the operator has another password by now, or is removed
   */
  startSession(
    session: NewSession,
    verifiedHash: string,
    activity: ActivityEntry,
    attempt: CountedAttempt,
    sessionsMax: number,
  ): Promise<boolean>;
  /** The session and its operator; undefined when there is none. */
  session(tokenHash: string): Promise<{ session: OperatorSession; operator: Operator } | undefined>;
  /** Newest first. */
  sessionsOf(operatorId: number): Promise<OperatorSession[]>;
  /** Sets `seenAt`. */
  touchSession(tokenHash: string, atMs: number): Promise<void>;
  endSession(tokenHash: string): Promise<void>;
  endSessionsOf(operatorId: number): Promise<void>;

  /** True the first time. Also deletes the forms that were sent at or before `forgetMs`. */
  claimForm(tokenHash: string, sentAt: number, forgetMs: number): Promise<boolean>;

  /** The rows of these addresses that exist. */
  failures(addresses: string[]): Promise<SignInFailures[]>;
  /**
   * Calls `decide` with the rows of `addresses` and stores the rows it returns, atomically. When the table holds `rowsMax` rows, the
   * oldest tenth is deleted, except for `keep`.
   */
  countFailures(
    addresses: string[],
    decide: (rows: SignInFailures[]) => SignInFailures[],
    room: { rowsMax: number; keep: string },
  ): Promise<void>;
}

/** How many of the oldest rows are deleted when there are `rowsMax`. A tenth, so that it happens seldom. */
export function rowsDeletedWhenFull(rowsMax: number): number {
  return Math.ceil(rowsMax / 10);
}
