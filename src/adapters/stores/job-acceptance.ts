/**
 * Accepts jobs. The chunks are written in small transactions under a row of the status `staging`, which nobody sees, so that lookups run
 * between them and no lock is held for long. One short transaction then charges the day and publishes the job. What a crash leaves in
 * between is pruned.
 */
import { and, eq, isNull } from 'drizzle-orm';
import { PortsideError } from '../../domain/errors.ts';
import type { JobChunk } from '../../domain/job.ts';
import { acceptedJob, refusalOf } from '../../domain/job-progress.ts';
import type { Acceptance, JobStore, NewJob } from '../../domain/job-store.ts';
import type { Database, Tables } from '../database.ts';
import type { LockedDay } from '../day-charges.ts';
import { inputRow, jobOf, newJobRow, queueRow } from '../job-rows.ts';
import { accountOf } from '../resource-rows.ts';
import { addToLineage } from './accounts.ts';
import { deleteJob, type JobStoreParts, lockJob } from './job-records.ts';

/** An upload is staged in seconds. What is older was left by a process that was killed. */
const STAGING_MS_MAX = 10 * 60_000;
const CHUNKS_AT_ONCE = 100;
/** Written in a few milliseconds. */
const BYTES_AT_ONCE = 256 * 1024;

export function jobAcceptance({ records, work, charges }: JobStoreParts): JobStore['accept'] {
  const { jobInputs, jobQueue, jobs } = records.schema;

  async function earlier(tables: Tables, { idempotency, lineageId }: NewJob): Promise<Acceptance | undefined> {
    if (!idempotency) return undefined;
    const { key, fingerprint } = idempotency;
    const same = and(eq(jobs.lineageId, lineageId), eq(jobs.idempotencyKey, key));
    const [row] = await tables.select().from(jobs).where(same);
    if (!row) return undefined;
    return row.fingerprint === fingerprint ? { outcome: 'repeated', job: jobOf(row) } : { outcome: 'conflict' };
  }

  /** Answers at once, or locks the day to charge until the transaction ends. */
  async function decide(
    database: Database,
    tables: Tables,
    job: NewJob,
  ): Promise<{ answer: Acceptance | undefined; today: LockedDay }> {
    const known = await earlier(tables, job);
    const ofLineage = eq(jobs.lineageId, job.lineageId);
    const openOfLineage = await tables.$count(jobs, and(isNull(jobs.endedAtMs), ofLineage));
    const openInAll = await tables.$count(jobs, isNull(jobs.endedAtMs));
    // Adding nothing locks the row.
    const account = accountOf(await addToLineage(database, tables, job.lineageId, 0), undefined);
    const today = await charges.lock(tables, job.lineageId);
    const { nowMs, booked } = today;
    return { answer: known ?? refusalOf(job, { openOfLineage, openInAll, nowMs, booked, account }), today };
  }

  /** Writes everything of a job. Nobody sees it yet. */
  async function stage(job: NewJob): Promise<Acceptance | undefined> {
    const refusal = await work.write(async (tables) => {
      await work.lock(tables, 'jobs');
      const { answer, today } = await decide(work, tables, job);
      if (answer) return answer;
      // It looks like an ended job that has expired, but for its status.
      const { nowMs } = today;
      const hidden = { endedAtMs: nowMs, expiresAtMs: nowMs + STAGING_MS_MAX, storedBytes: 0 };
      await tables.insert(jobs).values({ ...newJobRow({}, acceptedJob(job, nowMs)), ...hidden, status: 'staging' });
      return undefined;
    });
    if (refusal) return refusal;
    for (const chunks of batchesOf(job.chunks)) {
      await work.write(async (tables) => {
        await tables.insert(jobInputs).values(chunks.map((chunk) => inputRow(job.id, chunk)));
        await tables.insert(jobQueue).values(chunks.map(({ number }) => queueRow(job.id, number)));
      });
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    return undefined;
  }

  /** Makes a job of what was staged, and charges the day. A commit on `records` makes the earlier ones durable too. */
  const publish = (job: NewJob): Promise<Acceptance> =>
    records.write(async (tables) => {
      await records.lock(tables, 'jobs');
      const staged = await lockJob(records, tables, and(eq(jobs.id, job.id), eq(jobs.status, 'staging')));
      if (!staged) throw new PortsideError('unavailable', { retryAfterS: 1 });
      const { answer, today } = await decide(records, tables, job);
      if (answer) {
        // The day was spent, or the same request came twice, while its chunks were written.
        await deleteJob(records, tables, staged);
        return answer;
      }
      const accepted = acceptedJob(job, today.nowMs);
      const row = newJobRow(job, accepted);
      await tables.update(jobs).set(row).where(eq(jobs.id, job.id));
      await addToLineage(records, tables, job.lineageId, accepted.storedBytes);
      await charges.book(tables, job, job.units, today);
      return { outcome: 'accepted', job: jobOf(row) };
    });

  return async (job) => (await stage(job)) ?? publish(job);
}

/** In order. A chunk that is larger than a batch is one by itself. */
function* batchesOf(chunks: readonly JobChunk[]): Generator<JobChunk[]> {
  let batch: JobChunk[] = [];
  let bytes = 0;
  for (const chunk of chunks) {
    const size = chunk.input.byteLength;
    if (batch.length === CHUNKS_AT_ONCE || (batch.length > 0 && bytes + size > BYTES_AT_ONCE)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(chunk);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
