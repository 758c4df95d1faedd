/** Where requests ask to be admitted and counted; who decides depends on the database. */

import type { Clock } from '../domain/clock.ts';
import type { AccountStore } from '../domain/limit-ledger.ts';
import type { Histogram } from '../http/metrics/histogram.ts';
import { type Admission, AdmissionDesk } from './admission.ts';
import { StatementDesk } from './statement-desk.ts';

export interface Admissions {
  /** For the metrics: how large groups were, how long each took to commit, and how many failed. */
  readonly commits: { requests: Histogram; seconds: Histogram; faults: number };
  /**
   * Resolves when the request is decided and committed, with `request.verdict` set.
   * @throws PortsideError `unavailable` when the account cannot be written.
   */
  admit(request: Admission): Promise<void>;
  /** Commits what waits. */
  close(): void | Promise<void>;
}

/** `onFault` hears of commits that failed; callers have been told 503 by then. */
export function openAdmissions(account: AccountStore, clock: Clock, onFault: (error: unknown) => void): Admissions {
  return account.by === 'journal'
    ? new AdmissionDesk(account.journal, clock, onFault)
    : new StatementDesk(account, onFault);
}
