/** A key finds only the jobs of its lineage, in the collection of their kind. */
import type { Clock } from '../../../domain/clock.ts';
import { PortsideError } from '../../../domain/errors.ts';
import type { Job } from '../../../domain/job.ts';
import { HttpError } from '../../../http/error-response.ts';
import type { Jobs } from '../../../jobs/open-jobs.ts';
import type { JobDefinition } from './family.ts';

/** While a job is open, its result is worth asking for again after this time. */
const RETRY_AFTER_S = 5;
const ID = /^job_[0-9A-Za-z]{24}$/;

/** @throws PortsideError `not_found`, the same whether another lineage began it, nobody did, or it has expired */
export async function requireJob(
  { kind }: Pick<JobDefinition, 'kind'>,
  { jobs, clock }: { jobs: Pick<Jobs, 'find'>; clock: Pick<Clock, 'now'> },
  lineageId: number,
  { id }: { id: string },
): Promise<Job> {
  const job = ID.test(id) ? await jobs.find(lineageId, id) : undefined;
  const isThere = job?.kind === kind && (job.expiresAtMs === undefined || job.expiresAtMs > clock.now());
  if (!isThere) throw notFound();
  return job;
}

export function notFound(): PortsideError {
  const message = 'This API key has no job with this id here. Jobs are removed seven days after their end.';
  return new PortsideError('not_found', { message });
}

/** @throws PortsideError `conflict` for a job without a result, with `Retry-After` if it may have one later */
export function requireResult({ status, linesDone, linesTotal, failure }: Job): void {
  if (status === 'finished') return;
  if (status === 'cancelled')
    throw new PortsideError('conflict', { message: 'The job was cancelled. It has no result.' });
  if (status === 'failed') {
    const message = `The job failed and has no result${failure === undefined ? '.' : `: ${failure}`}`;
    throw new PortsideError('conflict', { message });
  }
  const message = `The job is ${status}: ${linesDone} of ${linesTotal} lines are done. Its result can be read when it is finished.`;
  throw new HttpError('conflict', { 'retry-after': String(RETRY_AFTER_S) }, { message });
}
