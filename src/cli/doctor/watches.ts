/** Checks that watches go on: looks at numbers and stores, and deliveries of events. */
import type { Clock } from '../../domain/clock.ts';
import type { Storage } from '../../domain/storage.ts';
import { type Outcome, ok, skipped } from './check-result.ts';

/** Dead deliveries are no fault of this server: their receiver did not answer for a day. The owner of the key sees them too. */
export async function checkWatches(storage: Pick<Storage, 'watches'> | undefined, clock: Clock): Promise<Outcome> {
  if (!storage) return skipped('the database cannot be used');
  const { looksDue, deliveriesPending, deliveriesDead } = await storage.watches.waiting(clock.now());
  return ok(`looks due: ${looksDue}, deliveries waiting: ${deliveriesPending}, given up: ${deliveriesDead}`);
}
