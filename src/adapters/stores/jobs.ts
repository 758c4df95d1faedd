/**
 * Jobs. Every change locks in one order, so that two changes cannot deadlock: the turn of claims and acceptances, the job, its chunks, the
 * account of the lineage, its day.
 */
import { and, asc, count, desc, eq, gte, inArray, isNull, lt, lte, min, ne, or, sql } from 'drizzle-orm';
import {
  advanced,
  ended,
  isOpen,
  type JobRecord,
  needsRestart,
  openTooLongBefore,
  restarted,
  restartsTooOften,
} from '../../domain/job-progress.ts';
import type { JobStore } from '../../domain/job-store.ts';
import type { Database, Tables } from '../database.ts';
import { bufferOf, cursorOf, jobOf, queueRow, readCursor } from '../job-rows.ts';
import { addToLineage } from './accounts.ts';
import { jobAcceptance } from './job-acceptance.ts';
import { jobClaims } from './job-claims.ts';
import { deleteJob, type JobStoreParts, lockJob, saveJob } from './job-records.ts';

/** The transaction of each may delete many megabytes. */
const PRUNED_AT_ONCE = 5;

export function jobStore(parts: JobStoreParts): JobStore {
  return { accept: jobAcceptance(parts), ...jobClaims(parts), ...jobChanges(parts), ...jobReads(parts) };
}

function jobChanges({ records, work, charges }: JobStoreParts) {
  const { jobOutputs, jobQueue, jobs } = work.schema;
  const isVisible = (id: string) => and(eq(jobs.id, id), ne(jobs.status, 'staging'));

  /** Locks a job and the chunk that is done under this lease. Undefined if the lease was lost. */
  async function lockLeased(database: Database, tables: Tables, id: string, lease: string) {
    const job = await lockJob(database, tables, isVisible(id));
    const isLeased = and(eq(jobQueue.jobId, id), eq(jobQueue.lease, lease));
    const held = await database.forUpdate(tables.select().from(jobQueue).where(isLeased));
    return held.length > 0 ? job : undefined;
  }

  /** Gives back what the job did not use. */
  const giveBack = (tables: Tables, job: JobRecord, { unitsReturned, endedAtMs }: JobRecord) =>
    charges.book(tables, job, job.unitsReturned - unitsReturned, { day: job.chargedDay, nowMs: endedAtMs! });

  async function end(
    database: Database,
    tables: Tables,
    job: JobRecord,
    status: 'finished' | 'failed',
    failure?: string,
  ): Promise<void> {
    const last = ended(job, status, await charges.now(tables), failure);
    await tables.delete(jobQueue).where(eq(jobQueue.jobId, job.id));
    await saveJob(database, tables, last);
    await giveBack(tables, job, last);
  }

  /** Puts the chunks that were done back into the queue. */
  async function restart(tables: Tables, job: JobRecord): Promise<JobRecord> {
    const done = await tables
      .delete(jobOutputs)
      .where(eq(jobOutputs.jobId, job.id))
      .returning({ number: jobOutputs.number, bytes: sql`length(${jobOutputs.bytes})`.mapWith(Number) });
    await tables.update(jobQueue).set({ lease: null, freeAtMs: 0 }).where(eq(jobQueue.jobId, job.id));
    await tables.insert(jobQueue).values(done.map(({ number }) => queueRow(job.id, number)));
    const bytes = done.reduce((sum, row) => sum + row.bytes, 0);
    await addToLineage(work, tables, job.lineageId, -bytes);
    return { ...restarted(job), storedBytes: job.storedBytes - bytes };
  }

  return {
    complete: ({ job: { id }, chunk, lease }, outcome) =>
      work.write(async (tables) => {
        let job = await lockLeased(work, tables, id, lease);
        if (!job) return false;
        if (needsRestart(job, outcome)) {
          job = await restart(tables, job);
          if (restartsTooOften(job)) {
            await end(work, tables, job, 'failed', 'The lists changed again and again while it ran.');
            return true;
          }
        }
        const { output } = outcome;
        await tables.delete(jobQueue).where(and(eq(jobQueue.jobId, id), eq(jobQueue.number, chunk.number)));
        await tables.insert(jobOutputs).values({ jobId: id, number: chunk.number, bytes: bufferOf(output) });
        await addToLineage(work, tables, job.lineageId, output.byteLength);
        job = advanced(job, chunk, outcome);
        const left = await tables.$count(jobQueue, eq(jobQueue.jobId, id));
        if (job.linesDone >= job.linesTotal && left === 0) await end(work, tables, job, 'finished');
        else await saveJob(work, tables, job);
        return true;
      }),

    fail: (id, lease, failure) =>
      records.write(async (tables) => {
        const job = await lockLeased(records, tables, id, lease);
        if (!job) return false;
        await end(records, tables, job, 'failed', failure);
        return true;
      }),

    remove: (lineageId, id) =>
      records.write(async (tables) => {
        const job = await lockJob(records, tables, and(isVisible(id), eq(jobs.lineageId, lineageId)));
        if (!job) return false;
        await deleteJob(records, tables, job);
        if (isOpen(job)) await giveBack(tables, job, ended(job, 'cancelled', await charges.now(tables)));
        return true;
      }),

    async prune() {
      const isDue = (nowMs: number) =>
        or(
          // Also what was staged and never published.
          lte(jobs.expiresAtMs, nowMs),
          and(isNull(jobs.endedAtMs), lt(jobs.acceptedAtMs, openTooLongBefore(nowMs))),
        );
      const { nowMs, due } = await work.read(async (tables) => {
        const nowMs = await charges.now(tables);
        const due = await tables.select({ id: jobs.id }).from(jobs).where(isDue(nowMs)).limit(PRUNED_AT_ONCE);
        return { nowMs, due };
      });
      for (const { id } of due) {
        await work.write(async (tables) => {
          const job = await lockJob(work, tables, and(eq(jobs.id, id), isDue(nowMs)));
          if (!job) return;
          if (isOpen(job)) await end(work, tables, job, 'failed', 'It was not finished within seven days.');
          else await deleteJob(work, tables, job);
        });
      }
      return due.length;
    },
  } satisfies Partial<JobStore>;
}

function jobReads({ work }: JobStoreParts) {
  const { jobInputs, jobOutputs, jobQueue, jobs } = work.schema;
  const isVisible = (lineageId: number) => and(eq(jobs.lineageId, lineageId), ne(jobs.status, 'staging'));
  return {
    find: (lineageId, id) =>
      work.read(async (tables) => {
        const [row] = await tables
          .select()
          .from(jobs)
          .where(and(eq(jobs.id, id), isVisible(lineageId)));
        return row && jobOf(row);
      }),

    async list(lineageId, { kind, status, after, limit }) {
      const from = after === undefined ? undefined : readCursor(after);
      const isAfter =
        from &&
        or(
          lt(jobs.acceptedAtMs, from.acceptedAtMs),
          and(eq(jobs.acceptedAtMs, from.acceptedAtMs), lt(jobs.id, from.id)),
        );
      const filter = and(isVisible(lineageId), kind && eq(jobs.kind, kind), status && eq(jobs.status, status), isAfter);
      const rows = await work.read((tables) =>
        tables
          .select()
          .from(jobs)
          .where(filter)
          .orderBy(desc(jobs.acceptedAtMs), desc(jobs.id))
          .limit(limit + 1),
      );
      const page = rows.slice(0, limit).map(jobOf);
      return { jobs: page, ...(rows.length > limit && { next: cursorOf(page.at(-1)!) }) };
    },

    chunks: (id, from, limit) =>
      work.read(async (tables) => {
        const sameChunk = and(eq(jobOutputs.jobId, jobInputs.jobId), eq(jobOutputs.number, jobInputs.number));
        const rows = await tables
          .select({ input: jobInputs, output: jobOutputs.bytes })
          .from(jobInputs)
          .leftJoin(jobOutputs, sameChunk)
          .where(and(eq(jobInputs.jobId, id), gte(jobInputs.number, from)))
          .orderBy(asc(jobInputs.number))
          .limit(limit);
        return rows.map(({ input: { number, firstLine, lines, bytes }, output }) => ({
          chunk: { number, firstLine, lines, input: bytes },
          ...(output && { output }),
        }));
      }),

    load: () =>
      work.read(async (tables) => {
        const isOpenRow = isNull(jobs.endedAtMs);
        const [row] = await tables
          .select({ open: count(), oldestMs: min(jobs.acceptedAtMs) })
          .from(jobs)
          .where(isOpenRow);
        const { open, oldestMs } = row!;
        const openIds = tables.select({ id: jobs.id }).from(jobs).where(isOpenRow);
        const chunksWaiting = await tables.$count(jobQueue, inArray(jobQueue.jobId, openIds));
        return { open, chunksWaiting, ...(oldestMs !== null && { oldestMs }) };
      }),
  } satisfies Partial<JobStore>;
}
