/**
 * Jobs in the database file. Every change is one transaction on the connection that never waits for a lock: a busy file is asked again,
 * and the event loop goes on meanwhile. What is answered to a caller is committed with `synchronous=FULL`; the progress of a job with
 * NORMAL, because a chunk that is lost with a power failure is done again.
 *
 * The chunks of a new job are written in small transactions under a row of the status `staging`, which nobody sees, so that lookups go
 * on between them. One short transaction then charges the day and makes it a job. What a crash leaves in between is pruned.
 */
import type { Database } from 'bun:sqlite';
import { and, asc, count, desc, eq, gte, inArray, isNull, lt, lte, min, ne, notInArray, or, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import type { Clock } from '../../domain/clock.ts';
import { PortsideError } from '../../domain/errors.ts';
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
import type { JournalLedger } from '../../limits/journal-ledger.ts';
import { cursorOf, inputRow, jobOf, jobRecordOf, jobRow, newJobRow, queueRow, readCursor } from '../job-rows.ts';
import { accountOf } from '../resource-rows.ts';
import { batchesOf } from './chunk-batches.ts';
import type { SqliteJournal } from './journal.ts';
import { jobInputs, jobOutputs, jobQueue, jobs } from './schema/jobs.ts';
import { resources } from './schema/resources.ts';
import { addToLineage } from './stored-bytes.ts';
import { whenFree } from './when-free.ts';

/** The transaction of each may delete many megabytes. */
const PRUNED_AT_ONCE = 5;
/** An upload is staged in seconds. What is older was left by a process that was killed. */
const STAGING_MS_MAX = 10 * 60_000;

interface JobStoreParts {
  counters: Database;
  journal: SqliteJournal;
  /** Of this process: it knows what each lineage has used of its day. */
  ledger: JournalLedger;
  clock: Clock;
}

export function jobStore({ counters, journal, ledger, clock }: JobStoreParts): JobStore {
  const tables = drizzle(counters);
  const change = <T>(work: () => T): Promise<T> => whenFree(() => journal.exclusively(work), clock);
  const changeDurably = <T>(work: () => T): Promise<T> =>
    whenFree(() => {
      counters.run('PRAGMA synchronous = FULL');
      try {
        return journal.exclusively(work);
      } finally {
        counters.run('PRAGMA synchronous = NORMAL');
      }
    }, clock);

  const isJob = (id: string) => and(eq(jobs.id, id), ne(jobs.status, 'staging'));
  const record = (id: string): JobRecord | undefined => {
    const row = tables.select().from(jobs).where(isJob(id)).get();
    return row && jobRecordOf(row);
  };
  const save = (job: JobRecord) => tables.update(jobs).set(jobRow(job)).where(eq(jobs.id, job.id)).run();
  const isLeased = (id: string, lease: string) => and(eq(jobQueue.jobId, id), eq(jobQueue.lease, lease));
  const isMine = (id: string, lease: string) => tables.select().from(jobQueue).where(isLeased(id, lease)).get() != null;
  const openJobs = (lineageId?: number): number =>
    tables
      .select({ open: count() })
      .from(jobs)
      .where(and(isNull(jobs.endedAtMs), lineageId === undefined ? undefined : eq(jobs.lineageId, lineageId)))
      .get()!.open;

  function charge({ keyId, lineageId, product }: NewJob | JobRecord, units: number, day: number): void {
    if (units !== 0) journal.append(clock.now(), [[keyId, lineageId, product, units, 1, day]]);
  }

  /** Ends a job: nobody works on it any more, and what it did not use goes back to its day. */
  function end(job: JobRecord, status: 'finished' | 'cancelled' | 'failed', failure?: string): JobRecord {
    const last = ended(job, status, clock.now(), failure);
    charge(job, job.unitsReturned - last.unitsReturned, job.chargedDay);
    tables.delete(jobQueue).where(eq(jobQueue.jobId, job.id)).run();
    save(last);
    return last;
  }

  function removeRows({ id, lineageId, storedBytes }: Pick<JobRecord, 'id' | 'lineageId' | 'storedBytes'>): void {
    for (const table of [jobInputs, jobOutputs, jobQueue]) tables.delete(table).where(eq(table.jobId, id)).run();
    tables.delete(jobs).where(eq(jobs.id, id)).run();
    addToLineage(tables, lineageId, -storedBytes);
  }

  function earlier(job: NewJob): Acceptance | undefined {
    if (!job.idempotency) return undefined;
    const { key, fingerprint } = job.idempotency;
    const same = and(eq(jobs.lineageId, job.lineageId), eq(jobs.idempotencyKey, key));
    const row = tables.select().from(jobs).where(same).get();
    if (!row) return undefined;
    return row.fingerprint === fingerprint ? { outcome: 'repeated', job: jobOf(row) } : { outcome: 'conflict' };
  }

  /** What is answered at once, if anything, and the day that is charged otherwise. Call it inside a transaction that holds the lock. */
  function decided(job: NewJob): { answer?: Acceptance; nowMs: number; day: number } {
    const { nowMs, booked, day } = ledger.dayOf(job.lineageId);
    const total = tables.select().from(resources).where(eq(resources.lineageId, job.lineageId)).get();
    const facts = {
      openOfLineage: openJobs(job.lineageId),
      openInAll: openJobs(),
      nowMs,
      booked,
      account: accountOf(total, undefined),
    };
    const answer = earlier(job) ?? refusalOf(job, facts);
    return { ...(answer && { answer }), nowMs, day };
  }

  /** Writes everything of a job that nobody sees yet. */
  async function stage(job: NewJob): Promise<Acceptance | undefined> {
    const answer = await change(() => {
      const { answer, nowMs } = decided(job);
      if (answer) return answer;
      // It looks like an ended job that has expired, but for its status.
      const hidden = {
        status: 'staging',
        endedAtMs: nowMs,
        expiresAtMs: nowMs + STAGING_MS_MAX,
        storedBytes: 0,
      } as const;
      tables
        .insert(jobs)
        .values({ ...newJobRow({}, acceptedJob(job, nowMs)), ...hidden })
        .run();
      return undefined;
    });
    if (answer) return answer;
    for (const chunks of batchesOf(job.chunks)) {
      await change(() => {
        for (const chunk of chunks) tables.insert(jobInputs).values(inputRow(job.id, chunk)).run();
        tables
          .insert(jobQueue)
          .values(chunks.map(({ number }) => queueRow(job.id, number)))
          .run();
      });
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    return undefined;
  }

  /** Makes a job of what was staged, and takes its price. The only part that is durable when it returns, and all of it is. */
  const publish = (job: NewJob): Promise<Acceptance> =>
    changeDurably(() => {
      const { answer, nowMs, day } = decided(job);
      if (answer) return answer;
      const accepted = acceptedJob(job, nowMs);
      const row = newJobRow(job, accepted);
      const isStaged = and(eq(jobs.id, job.id), eq(jobs.status, 'staging'));
      const published = tables.update(jobs).set(row).where(isStaged).returning({ id: jobs.id }).all();
      if (published.length === 0) throw new PortsideError('unavailable', { retryAfterS: 1 });
      addToLineage(tables, job.lineageId, accepted.storedBytes);
      charge(job, job.units, day);
      return { outcome: 'accepted', job: jobOf(row) };
    });

  return {
    async accept(job) {
      const refused = await stage(job);
      if (refused) return refused;
      const acceptance = await publish(job);
      // The day was spent, or the same request came twice, while its chunks were written.
      if (acceptance.outcome !== 'accepted') {
        await change(() => removeRows({ id: job.id, lineageId: job.lineageId, storedBytes: 0 }));
      }
      return acceptance;
    },

    async claim(owner, leaseMs, exceptKinds) {
      const isFree = (nowMs: number) => lte(jobQueue.freeAtMs, nowMs);
      const next = (nowMs: number) =>
        tables
          .select({ id: jobs.id })
          .from(jobs)
          .where(
            and(
              isNull(jobs.endedAtMs),
              notInArray(jobs.kind, [...exceptKinds]),
              sql`EXISTS (SELECT 1 FROM ${jobQueue} WHERE ${jobQueue.jobId} = ${jobs.id} AND ${isFree(nowMs)})`,
            ),
          )
          .orderBy(
            sql`(SELECT max(other.turn) FROM jobs other WHERE other.lineage_id = ${jobs.lineageId} AND other.ended_at_ms IS NULL)`,
            asc(jobs.acceptedAtMs),
            asc(jobs.id),
          )
          .limit(1)
          .get();
      // Most of the time there is nothing to do, and then no lock is taken.
      if (!next(clock.now())) return undefined;
      return change(() => {
        const nowMs = clock.now();
        const chosen = next(nowMs);
        if (!chosen) return undefined;
        const job = record(chosen.id)!;
        const place = tables
          .select()
          .from(jobQueue)
          .where(and(eq(jobQueue.jobId, job.id), isFree(nowMs)))
          .orderBy(asc(jobQueue.number))
          .limit(1)
          .get()!;
        const ofChunk = and(eq(jobInputs.jobId, job.id), eq(jobInputs.number, place.number));
        const { number, firstLine, lines, bytes } = tables.select().from(jobInputs).where(ofChunk).get()!;
        const lease = Buffer.from(clock.random(12)).toString('hex');
        const attempt = place.attempts + 1;
        tables
          .update(jobQueue)
          .set({ lease, owner, freeAtMs: nowMs + leaseMs, attempts: attempt })
          .where(and(eq(jobQueue.jobId, job.id), eq(jobQueue.number, number)))
          .run();
        const started: JobRecord = { ...job, status: 'running', startedAtMs: job.startedAtMs ?? nowMs };
        tables
          .update(jobs)
          .set({
            status: started.status,
            startedAtMs: started.startedAtMs!,
            turn: sql`(SELECT max(turn) + 1 FROM jobs WHERE ended_at_ms IS NULL)`,
          })
          .where(eq(jobs.id, job.id))
          .run();
        return { job: jobOf(jobRow(started)), chunk: { number, firstLine, lines, input: bytes }, lease, attempt };
      });
    },

    renew: (id, lease, leaseMs) =>
      change(() => {
        const renewed = tables
          .update(jobQueue)
          .set({ freeAtMs: clock.now() + leaseMs })
          .where(isLeased(id, lease))
          .returning({ number: jobQueue.number })
          .all();
        return renewed.length > 0;
      }),

    release: (id, lease, pauseMs = 0) =>
      change(() => {
        tables
          .update(jobQueue)
          .set({ lease: null, freeAtMs: clock.now() + pauseMs, attempts: sql`${jobQueue.attempts} - 1` })
          .where(isLeased(id, lease))
          .run();
      }),

    complete: ({ job: { id }, chunk, lease }, outcome) =>
      change(() => {
        if (!isMine(id, lease)) return false;
        let job = record(id)!;
        if (needsRestart(job, outcome)) {
          const done = tables.select({ number: jobOutputs.number }).from(jobOutputs).where(eq(jobOutputs.jobId, id));
          const redone = done.all().map(({ number }) => queueRow(id, number));
          tables.update(jobQueue).set({ lease: null, freeAtMs: 0 }).where(eq(jobQueue.jobId, id)).run();
          for (const row of redone) tables.insert(jobQueue).values(row).run();
          const size = sql<number>`coalesce(sum(length(${jobOutputs.bytes})), 0)`;
          const { bytes } = tables.select({ bytes: size }).from(jobOutputs).where(eq(jobOutputs.jobId, id)).get()!;
          tables.delete(jobOutputs).where(eq(jobOutputs.jobId, id)).run();
          addToLineage(tables, job.lineageId, -bytes);
          job = { ...restarted(job), storedBytes: job.storedBytes - bytes };
          if (restartsTooOften(job)) {
            end(job, 'failed', 'The lists changed again and again while it ran.');
            return true;
          }
        }
        const ofChunk = and(eq(jobQueue.jobId, id), eq(jobQueue.number, chunk.number));
        tables.delete(jobQueue).where(ofChunk).run();
        const { output } = outcome;
        const bytes = Buffer.from(output.buffer, output.byteOffset, output.byteLength);
        tables.insert(jobOutputs).values({ jobId: id, number: chunk.number, bytes }).run();
        addToLineage(tables, job.lineageId, output.byteLength);
        job = advanced(job, chunk, outcome);
        if (job.linesDone >= job.linesTotal && !tables.select().from(jobQueue).where(eq(jobQueue.jobId, id)).get())
          end(job, 'finished');
        else save(job);
        return true;
      }),

    fail: (id, lease, failure) =>
      changeDurably(() => {
        if (!isMine(id, lease)) return false;
        end(record(id)!, 'failed', failure);
        return true;
      }),

    async find(lineageId, id) {
      const row = tables
        .select()
        .from(jobs)
        .where(and(isJob(id), eq(jobs.lineageId, lineageId)))
        .get();
      return row && jobOf(row);
    },

    async list(lineageId, { kind, status, after, limit }) {
      const from = after === undefined ? undefined : readCursor(after);
      const rows = tables
        .select()
        .from(jobs)
        .where(
          and(
            eq(jobs.lineageId, lineageId),
            ne(jobs.status, 'staging'),
            kind && eq(jobs.kind, kind),
            status && eq(jobs.status, status),
            from &&
              or(
                lt(jobs.acceptedAtMs, from.acceptedAtMs),
                and(eq(jobs.acceptedAtMs, from.acceptedAtMs), lt(jobs.id, from.id)),
              ),
          ),
        )
        .orderBy(desc(jobs.acceptedAtMs), desc(jobs.id))
        .limit(limit + 1)
        .all()
        .map(jobOf);
      const page = rows.slice(0, limit);
      return { jobs: page, ...(rows.length > limit && { next: cursorOf(page.at(-1)!) }) };
    },

    async chunks(id, from, limit) {
      const sameChunk = and(eq(jobOutputs.jobId, jobInputs.jobId), eq(jobOutputs.number, jobInputs.number));
      return tables
        .select({ input: jobInputs, output: jobOutputs.bytes })
        .from(jobInputs)
        .leftJoin(jobOutputs, sameChunk)
        .where(and(eq(jobInputs.jobId, id), gte(jobInputs.number, from)))
        .orderBy(asc(jobInputs.number))
        .limit(limit)
        .all()
        .map(({ input: { number, firstLine, lines, bytes }, output }) => ({
          chunk: { number, firstLine, lines, input: bytes },
          ...(output && { output }),
        }));
    },

    remove: (lineageId, id) =>
      changeDurably(() => {
        const job = record(id);
        if (job?.lineageId !== lineageId) return false;
        removeRows(isOpen(job) ? end(job, 'cancelled') : job);
        return true;
      }),

    async prune() {
      const nowMs = clock.now();
      const isOld = and(isNull(jobs.endedAtMs), lt(jobs.acceptedAtMs, openTooLongBefore(nowMs)));
      const due = tables
        .select({ id: jobs.id })
        .from(jobs)
        .where(or(lte(jobs.expiresAtMs, nowMs), isOld))
        .limit(PRUNED_AT_ONCE)
        .all();
      for (const { id } of due) {
        await change(() => {
          // With what was staged and never became a job.
          const row = tables.select().from(jobs).where(eq(jobs.id, id)).get();
          if (!row) return;
          const job = jobRecordOf(row);
          if (isOpen(job)) end(job, 'failed', 'It was not finished within seven days.');
          else removeRows(job);
        });
      }
      return due.length;
    },

    async load() {
      const isOfOpen = inArray(jobQueue.jobId, tables.select({ id: jobs.id }).from(jobs).where(isNull(jobs.endedAtMs)));
      const open = tables
        .select({ open: count(), oldestMs: min(jobs.acceptedAtMs) })
        .from(jobs)
        .where(isNull(jobs.endedAtMs))
        .get()!;
      const { waiting } = tables.select({ waiting: count() }).from(jobQueue).where(isOfOpen).get()!;
      return {
        open: open.open,
        chunksWaiting: waiting,
        ...(open.oldestMs !== null && { oldestMs: open.oldestMs }),
      };
    },
  };
}
