/** Decides which chunk a process does next, and keeps its lease. Claims take turns, so that they are fair over all processes. */
import { and, asc, eq, isNull, lte, notInArray, sql } from 'drizzle-orm';
import { isOpen, type JobRecord } from '../../domain/job-progress.ts';
import type { JobStore } from '../../domain/job-store.ts';
import type { Tables } from '../database.ts';
import { jobOf, jobRow } from '../job-rows.ts';
import { type JobStoreParts, lockJob } from './job-records.ts';

export function jobClaims({ work, charges, clock }: JobStoreParts): Pick<JobStore, 'claim' | 'renew' | 'release'> {
  const { jobInputs, jobQueue, jobs } = work.schema;
  const isFree = (nowMs: number) => lte(jobQueue.freeAtMs, nowMs);
  const isLeased = (id: string, lease: string) => and(eq(jobQueue.jobId, id), eq(jobQueue.lease, lease));

  async function nextJob(tables: Tables, nowMs: number, exceptKinds: JobRecord['kind'][]): Promise<string | undefined> {
    const newestTurn = sql`(SELECT max(other.turn) FROM jobs other
      WHERE other.lineage_id = ${jobs.lineageId} AND other.ended_at_ms IS NULL)`;
    const hasFreeChunk = sql`EXISTS (SELECT 1 FROM ${jobQueue} WHERE ${jobQueue.jobId} = ${jobs.id} AND ${isFree(nowMs)})`;
    const [row] = await tables
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(isNull(jobs.endedAtMs), notInArray(jobs.kind, exceptKinds), hasFreeChunk))
      .orderBy(newestTurn, asc(jobs.acceptedAtMs), asc(jobs.id))
      .limit(1);
    return row?.id;
  }

  return {
    async claim(owner, leaseMs, exceptKinds) {
      const next = async (tables: Tables) => {
        const nowMs = await charges.now(tables);
        return { nowMs, id: await nextJob(tables, nowMs, [...exceptKinds]) };
      };
      // Most of the time there is nothing to do, and then no lock is taken.
      if ((await work.read(next)).id === undefined) return undefined;
      return work.write(async (tables) => {
        await work.lock(tables, 'jobs');
        const { nowMs, id } = await next(tables);
        const job = id === undefined ? undefined : await lockJob(work, tables, eq(jobs.id, id));
        if (!job || !isOpen(job)) return undefined;
        const free = tables
          .select()
          .from(jobQueue)
          .where(and(eq(jobQueue.jobId, job.id), isFree(nowMs)))
          .orderBy(asc(jobQueue.number))
          .limit(1);
        const [place] = await work.claim(free);
        if (!place) return undefined;
        const ofChunk = and(eq(jobInputs.jobId, job.id), eq(jobInputs.number, place.number));
        const [input] = await tables.select().from(jobInputs).where(ofChunk);
        const { number, firstLine, lines, bytes } = input!;
        const lease = Buffer.from(clock.random(12)).toString('hex');
        const attempt = place.attempts + 1;
        await tables
          .update(jobQueue)
          .set({ lease, owner, freeAtMs: nowMs + leaseMs, attempts: attempt })
          .where(and(eq(jobQueue.jobId, job.id), eq(jobQueue.number, number)));
        const startedAtMs = job.startedAtMs ?? nowMs;
        const turn = sql`(SELECT max(turn) + 1 FROM jobs WHERE ended_at_ms IS NULL)`;
        await tables.update(jobs).set({ status: 'running', startedAtMs, turn }).where(eq(jobs.id, job.id));
        const started = jobOf(jobRow({ ...job, status: 'running', startedAtMs }));
        return { job: started, chunk: { number, firstLine, lines, input: bytes }, lease, attempt };
      });
    },

    renew: (id, lease, leaseMs) =>
      work.write(async (tables) => {
        const freeAtMs = (await charges.now(tables)) + leaseMs;
        const renewed = await tables
          .update(jobQueue)
          .set({ freeAtMs })
          .where(isLeased(id, lease))
          .returning({ number: jobQueue.number });
        return renewed.length > 0;
      }),

    release: (id, lease, pauseMs = 0) =>
      work.write(async (tables) => {
        const freeAtMs = (await charges.now(tables)) + pauseMs;
        await tables
          .update(jobQueue)
          .set({ lease: null, freeAtMs, attempts: sql`${jobQueue.attempts} - 1` })
          .where(isLeased(id, lease));
      }),
  };
}
