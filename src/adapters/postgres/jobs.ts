/**
 * Jobs in PostgreSQL. Claims take turns (an advisory lock), so that they are fair over all processes. Every change of a job locks its
 * row first, then its chunks, then the account of the lineage, then the row of its limits, so that two changes cannot deadlock.
 */
import { and, asc, count, desc, eq, gte, inArray, isNull, lt, lte, min, notInArray, or, sql } from 'drizzle-orm';
import type { Clock } from '../../domain/clock.ts';
import {
  acceptedJob,
  advanced,
  ended,
  isOpen,
  type JobRecord,
  needsRestart,
  openTooLongBefore,
  refusalOf,
  restarted,
  restartsTooOften,
} from '../../domain/job-progress.ts';
import type { Acceptance, JobStore, NewJob } from '../../domain/job-store.ts';
import { cursorOf, inputRow, jobOf, jobRecordOf, jobRow, newJobRow, queueRow, readCursor } from '../job-rows.ts';
import { accountOf } from '../resource-rows.ts';
import type { Connections } from './connections.ts';
import { bookOnDay, lockDay } from './day-charge.ts';
import { addToLineage } from './resources.ts';
import { jobInputs, jobOutputs, jobQueue, jobs } from './schema.ts';
import type { Tables } from './tables.ts';

/** The lock of claims, and of acceptances that count the open jobs: `jobs` in hexadecimal ASCII. */
const TURN_LOCK = 0x6a6f6273;
const PRUNED_AT_ONCE = 5;
const INSERTED_AT_ONCE = 100;

/** What was found makes the transaction useless. */
class Refused extends Error {
  constructor(readonly acceptance: Acceptance) {
    super(acceptance.outcome);
  }
}

/** @param now for tests. Without it the clock of the database, which all machines share */
export function jobStore(connections: Connections, clock: Pick<Clock, 'random'>, now?: () => number): JobStore {
  const nowOf = async (tables: Pick<Tables, 'execute'>): Promise<number> => {
    if (now) return now();
    const { rows } = await tables.execute(
      sql`SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms`,
    );
    // Drizzle hands on numbers of eight bytes as text here.
    return Number((rows[0] as { ms: string }).ms);
  };
  const locked = async (tables: Tables, id: string): Promise<JobRecord | undefined> => {
    const [row] = await tables.select().from(jobs).where(eq(jobs.id, id)).for('update');
    return row && jobRecordOf(row);
  };
  const save = (tables: Tables, job: JobRecord) => tables.update(jobs).set(jobRow(job)).where(eq(jobs.id, job.id));
  const isLeased = (id: string, lease: string) => and(eq(jobQueue.jobId, id), eq(jobQueue.lease, lease));
  const mine = async (tables: Tables, id: string, lease: string): Promise<JobRecord | undefined> => {
    const job = await locked(tables, id);
    const held = await tables.select().from(jobQueue).where(isLeased(id, lease)).for('update');
    return held.length > 0 ? job : undefined;
  };
  const openJobs = async (tables: Tables, lineageId?: number): Promise<number> => {
    const isOfLineage = lineageId === undefined ? undefined : eq(jobs.lineageId, lineageId);
    const [row] = await tables
      .select({ open: count() })
      .from(jobs)
      .where(and(isNull(jobs.endedAtMs), isOfLineage));
    return row!.open;
  };

  /** Ends a job: nobody works on it any more, and what it did not use goes back to its day. */
  async function end(tables: Tables, job: JobRecord, status: 'finished' | 'cancelled' | 'failed', failure?: string) {
    const nowMs = await nowOf(tables);
    const last = ended(job, status, nowMs, failure);
    await tables.delete(jobQueue).where(eq(jobQueue.jobId, job.id));
    await save(tables, last);
    await bookOnDay(tables, job, job.unitsReturned - last.unitsReturned, job.chargedDay, nowMs);
    return last;
  }

  async function removeRows(tables: Tables, { id, lineageId, storedBytes }: JobRecord): Promise<void> {
    for (const table of [jobInputs, jobOutputs, jobQueue]) await tables.delete(table).where(eq(table.jobId, id));
    await tables.delete(jobs).where(eq(jobs.id, id));
    await addToLineage(tables, lineageId, -storedBytes);
  }

  async function earlier(tables: Pick<Tables, 'select'>, job: NewJob): Promise<Acceptance | undefined> {
    if (!job.idempotency) return undefined;
    const { key, fingerprint } = job.idempotency;
    const same = and(eq(jobs.lineageId, job.lineageId), eq(jobs.idempotencyKey, key));
    const [row] = await tables.select().from(jobs).where(same);
    if (!row) return undefined;
    return row.fingerprint === fingerprint ? { outcome: 'repeated', job: jobOf(row) } : { outcome: 'conflict' };
  }

  /** Everything large is written before the locks are taken that others wait for. */
  async function insert(tables: Tables, job: NewJob): Promise<Acceptance> {
    const known = await earlier(tables, job);
    if (known) return known;
    const row = newJobRow(job, acceptedJob(job, await nowOf(tables)));
    const [inserted] = await tables.insert(jobs).values(row).onConflictDoNothing().returning({ id: jobs.id });
    // The same request came twice at once. The other one is committed by now.
    if (!inserted) return (await earlier(tables, job)) ?? { outcome: 'conflict' };
    for (const chunk of job.chunks) await tables.insert(jobInputs).values(inputRow(job.id, chunk));
    const queue = job.chunks.map(({ number }) => queueRow(job.id, number));
    for (let i = 0; i < queue.length; i += INSERTED_AT_ONCE)
      await tables.insert(jobQueue).values(queue.slice(i, i + INSERTED_AT_ONCE));
    await tables.execute(sql`SELECT pg_advisory_xact_lock(${TURN_LOCK})`);
    const openOfLineage = (await openJobs(tables, job.lineageId)) - 1;
    const openInAll = (await openJobs(tables)) - 1;
    const { storedBytes } = row;
    const total = await addToLineage(tables, job.lineageId, storedBytes);
    const account = accountOf({ ...total, storedBytes: total.storedBytes - storedBytes }, undefined);
    const { nowMs, booked, day } = await lockDay(tables, job.lineageId, now?.());
    const refusal = refusalOf(job, { openOfLineage, openInAll, nowMs, booked, account });
    if (refusal) throw new Refused(refusal);
    await bookOnDay(tables, job, job.units, day, nowMs, booked);
    const accepted = acceptedJob(job, nowMs);
    await save(tables, accepted);
    return { outcome: 'accepted', job: jobOf(jobRow(accepted)) };
  }

  return {
    async accept(job) {
      try {
        return await connections.write((tables) => insert(tables, job));
      } catch (error) {
        if (error instanceof Refused) return error.acceptance;
        throw error;
      }
    },

    async claim(owner, leaseMs, exceptKinds) {
      const isFree = (nowMs: number) => lte(jobQueue.freeAtMs, nowMs);
      const next = async (tables: Pick<Tables, 'select'>, nowMs: number): Promise<string | undefined> => {
        const [row] = await tables
          .select({ id: jobs.id })
          .from(jobs)
          .where(
            and(
              isNull(jobs.endedAtMs),
              exceptKinds.length > 0 ? notInArray(jobs.kind, [...exceptKinds]) : undefined,
              sql`EXISTS (SELECT 1 FROM ${jobQueue} WHERE ${jobQueue.jobId} = ${jobs.id} AND ${isFree(nowMs)})`,
            ),
          )
          .orderBy(
            sql`(SELECT max(other.turn) FROM jobs other WHERE other.lineage_id = ${jobs.lineageId} AND other.ended_at_ms IS NULL)`,
            asc(jobs.acceptedAtMs),
            sql`${jobs.id} COLLATE "C"`,
          )
          .limit(1);
        return row?.id;
      };
      // Most of the time there is nothing to do, and then no lock is taken.
      if ((await connections.read(async (tables) => next(tables, await nowOf(tables)))) === undefined) return undefined;
      return connections.write(async (tables) => {
        await tables.execute(sql`SELECT pg_advisory_xact_lock(${TURN_LOCK})`);
        const nowMs = await nowOf(tables);
        const id = await next(tables, nowMs);
        const job = id === undefined ? undefined : await locked(tables, id);
        if (!job || !isOpen(job)) return undefined;
        const [place] = await tables
          .select()
          .from(jobQueue)
          .where(and(eq(jobQueue.jobId, job.id), isFree(nowMs)))
          .orderBy(asc(jobQueue.number))
          .limit(1)
          .for('update', { skipLocked: true });
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
        const started: JobRecord = { ...job, status: 'running', startedAtMs: job.startedAtMs ?? nowMs };
        const turn = sql`(SELECT max(turn) + 1 FROM jobs WHERE ended_at_ms IS NULL)`;
        await tables
          .update(jobs)
          .set({ status: 'running', startedAtMs: started.startedAtMs!, turn })
          .where(eq(jobs.id, job.id));
        return { job: jobOf(jobRow(started)), chunk: { number, firstLine, lines, input: bytes }, lease, attempt };
      });
    },

    renew: (id, lease, leaseMs) =>
      connections.read(async (tables) => {
        const freeAtMs = (await nowOf(tables)) + leaseMs;
        const renewed = await tables
          .update(jobQueue)
          .set({ freeAtMs })
          .where(isLeased(id, lease))
          .returning({ number: jobQueue.number });
        return renewed.length > 0;
      }),

    release: (id, lease, pauseMs = 0) =>
      connections.read(async (tables) => {
        const freeAtMs = (await nowOf(tables)) + pauseMs;
        await tables
          .update(jobQueue)
          .set({ lease: null, freeAtMs, attempts: sql`${jobQueue.attempts} - 1` })
          .where(isLeased(id, lease));
      }),

    complete: ({ job: { id }, chunk, lease }, outcome) =>
      connections.write(async (tables) => {
        let job = await mine(tables, id, lease);
        if (!job) return false;
        if (needsRestart(job, outcome)) {
          const size = sql<number>`coalesce(length(${jobOutputs.bytes}), 0)`;
          const done = await tables
            .delete(jobOutputs)
            .where(eq(jobOutputs.jobId, id))
            .returning({ number: jobOutputs.number, bytes: size });
          await tables.update(jobQueue).set({ lease: null, freeAtMs: 0 }).where(eq(jobQueue.jobId, id));
          for (const { number } of done) await tables.insert(jobQueue).values(queueRow(id, number));
          const bytes = done.reduce((sum, row) => sum + row.bytes, 0);
          await addToLineage(tables, job.lineageId, -bytes);
          job = { ...restarted(job), storedBytes: job.storedBytes - bytes };
          if (restartsTooOften(job)) {
            await end(tables, job, 'failed', 'The lists changed again and again while it ran.');
            return true;
          }
        }
        await tables.delete(jobQueue).where(and(eq(jobQueue.jobId, id), eq(jobQueue.number, chunk.number)));
        await tables.insert(jobOutputs).values({ jobId: id, number: chunk.number, bytes: outcome.output });
        await addToLineage(tables, job.lineageId, outcome.output.byteLength);
        job = advanced(job, chunk, outcome);
        const left = await tables.select().from(jobQueue).where(eq(jobQueue.jobId, id)).limit(1);
        if (job.linesDone >= job.linesTotal && left.length === 0) await end(tables, job, 'finished');
        else await save(tables, job);
        return true;
      }),

    fail: (id, lease, failure) =>
      connections.write(async (tables) => {
        const job = await mine(tables, id, lease);
        if (!job) return false;
        await end(tables, job, 'failed', failure);
        return true;
      }),

    find: (lineageId, id) =>
      connections.read(async (tables) => {
        const [row] = await tables
          .select()
          .from(jobs)
          .where(and(eq(jobs.id, id), eq(jobs.lineageId, lineageId)));
        return row && jobOf(row);
      }),

    async list(lineageId, { kind, status, after, limit }) {
      const from = after === undefined ? undefined : readCursor(after);
      const rows = await connections.read((tables) =>
        tables
          .select()
          .from(jobs)
          .where(
            and(
              eq(jobs.lineageId, lineageId),
              kind && eq(jobs.kind, kind),
              status && eq(jobs.status, status),
              from &&
                or(
                  lt(jobs.acceptedAtMs, from.acceptedAtMs),
                  and(eq(jobs.acceptedAtMs, from.acceptedAtMs), sql`${jobs.id} COLLATE "C" < ${from.id}`),
                ),
            ),
          )
          .orderBy(desc(jobs.acceptedAtMs), sql`${jobs.id} COLLATE "C" DESC`)
          .limit(limit + 1),
      );
      const found = rows.map(jobOf);
      const page = found.slice(0, limit);
      return { jobs: page, ...(found.length > limit && { next: cursorOf(page.at(-1)!) }) };
    },

    chunks: (id, from, limit) =>
      connections.read(async (tables) => {
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

    remove: (lineageId, id) =>
      connections.write(async (tables) => {
        const job = await locked(tables, id);
        if (job?.lineageId !== lineageId) return false;
        await removeRows(tables, isOpen(job) ? await end(tables, job, 'cancelled') : job);
        return true;
      }),

    async prune() {
      const nowMs = await connections.read(nowOf);
      const isOld = and(isNull(jobs.endedAtMs), lt(jobs.acceptedAtMs, openTooLongBefore(nowMs)));
      const due = await connections.read((tables) =>
        tables
          .select({ id: jobs.id })
          .from(jobs)
          .where(or(lte(jobs.expiresAtMs, nowMs), isOld))
          .limit(PRUNED_AT_ONCE),
      );
      for (const { id } of due) {
        await connections.write(async (tables) => {
          const job = await locked(tables, id);
          if (!job) return;
          if (isOpen(job)) await end(tables, job, 'failed', 'It was not finished within seven days.');
          else await removeRows(tables, job);
        });
      }
      return due.length;
    },

    load: () =>
      connections.read(async (tables) => {
        const isOpenRow = isNull(jobs.endedAtMs);
        const openIds = tables.select({ id: jobs.id }).from(jobs).where(isOpenRow);
        const [open] = await tables
          .select({ open: count(), oldestMs: min(jobs.acceptedAtMs) })
          .from(jobs)
          .where(isOpenRow);
        const [queue] = await tables
          .select({ waiting: count() })
          .from(jobQueue)
          .where(inArray(jobQueue.jobId, openIds));
        const { oldestMs } = open!;
        return { open: open!.open, chunksWaiting: queue!.waiting, ...(oldestMs !== null && { oldestMs }) };
      }),
  };
}
