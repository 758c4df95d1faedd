/** A limiter whose decisions follow the test's clock, on either database. */
import type { PostgresStorage } from '../../src/adapters/postgres/open.ts';
import type { LimitLedger } from '../../src/domain/limit-ledger.ts';
import type { Storage } from '../../src/domain/storage.ts';
import { BatchingLimiter } from '../../src/limits/batching-limiter.ts';
import type { TestClock } from './temp.ts';

export function openTestLedger(storage: Storage, clock: TestClock): LimitLedger {
  return 'openLedgerWithClock' in storage
    ? (storage as PostgresStorage).openLedgerWithClock(clock)
    : storage.openLedger(clock);
}

/** Throws what fails: a commit or a roll-up that fails fails the test. */
export function openLimiter(storage: Storage, clock: TestClock): BatchingLimiter {
  return new BatchingLimiter({
    ledger: openTestLedger(storage, clock),
    clock,
    onFault: (error) => {
      throw error;
    },
  });
}
