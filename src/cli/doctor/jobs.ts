/** Checks that jobs go on: audits and batches that a server does beside its requests. */
import type { Clock } from '../../domain/clock.ts';
import type { Storage } from '../../domain/storage.ts';
import { type Outcome, ok, skipped, warning } from './check-result.ts';

/** The longest file takes minutes. A job that is open for longer waits for something. */
const OPEN_MS_USUAL = 6 * 3_600_000;

export async function checkJobs(storage: Storage | undefined, clock: Clock): Promise<Outcome> {
  if (!storage) return skipped('the database cannot be used');
  const { open, chunksWaiting, oldestMs } = await storage.openJobs(clock).load();
  if (oldestMs === undefined) return ok('none is open');
  const since = new Date(oldestMs).toISOString().slice(0, 16).replace('T', ' ');
  const text = `${open} open with ${chunksWaiting} chunks to do, the oldest since ${since} UTC`;
  if (clock.now() - oldestMs < OPEN_MS_USUAL) return ok(text);
  return warning(text, 'Look for `jobs` in the log of the server: docs/operations.md, "Jobs".');
}
