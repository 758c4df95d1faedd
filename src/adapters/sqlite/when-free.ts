/** Waits for a database file that another process is writing to, without stopping the event loop. */
import type { Clock } from '../../domain/clock.ts';
import { PortsideError } from '../../domain/errors.ts';
import { LedgerBusy } from '../../domain/limit-ledger.ts';

const TRIES_MAX = 2000;

/** Asks a file again that another process is writing to. @throws PortsideError `unavailable` when that takes too long */
export async function whenFree<T>(work: () => T, clock: Pick<Clock, 'sleep'>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof LedgerBusy)) throw error;
      if (tries === TRIES_MAX) throw new PortsideError('unavailable', { retryAfterS: 1, cause: error });
    }
    await clock.sleep(1);
  }
}
