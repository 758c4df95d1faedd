/** The last write of counts that are kept in memory. */
import type { Clock } from '../domain/clock.ts';

const RETRIES = 20;
const RETRY_AFTER_MS = 50;

interface Counts {
  /** Writes the counts. If that fails, they stay in memory. */
  flush(): Promise<void>;
  /** Whether there is something to write. */
  readonly pending: boolean;
}

/** Writes what is left, for a second at most. Workers stop together, and each finds the database locked by another. */
export async function flushAtClose(counts: Counts, clock: Pick<Clock, 'sleep'>): Promise<void> {
  await counts.flush();
  for (let retry = 0; retry < RETRIES && counts.pending; retry++) {
    await clock.sleep(RETRY_AFTER_MS);
    await counts.flush();
  }
}
