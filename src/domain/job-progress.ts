/** The rules of jobs, wherever they are kept: when one is accepted, what a chunk adds to it, how it ends, what is given back. */
import { DAY_MS, utcDay } from './clock.ts';
import type { ChunkOutcome, Job, JobChunk, LineError } from './job.ts';
import type { Acceptance, NewJob } from './job-store.ts';
import { dayResetS } from './limits.ts';
import { NOTHING_USED, type ResourceAccount, spentResource } from './resources.ts';

/** Enough for a week of files from one key, and few enough that a script that runs wild is stopped. */
export const OPEN_JOBS_PER_LINEAGE = 10;
const OPEN_JOBS_MAX = 1000;
/** Of the input and of the output of one chunk. */
export const CHUNK_BYTES_MAX = 16 << 20;
export const CHUNKS_MAX = 5000;
const ERRORS_KEPT = 100;
const RESULT_KEPT_MS = 7 * DAY_MS;
/** A job that is open for longer fails: what it waits for does not come. */
const OPEN_MS_MAX = 7 * DAY_MS;
/** A basis that changes more often than this changes for ever: processes with different lists undo each other's work. */
const RESTARTS_MAX = 20;
/** What the rows of a job take besides those of its chunks. */
const JOB_BYTES = 2048;

/** A job as it is kept. */
export interface JobRecord extends Job {
  product: string;
  /** Of the chunks that are done, the units that they did not need. They are given back when the job ends. */
  unitsUnused: number;
  restarts: number;
  /** What it adds to the stored bytes of its lineage. */
  storedBytes: number;
}

/** What the lineage and the database hold, when a job is to be accepted. */
export interface AcceptanceFacts {
  openOfLineage: number;
  openInAll: number;
  /** Unix milliseconds. */
  nowMs: number;
  /** Requests booked on the UTC day of `nowMs`. */
  booked: number;
  account: ResourceAccount;
}

/** Why the job is not accepted; undefined when it is. */
export function refusalOf(job: NewJob, facts: AcceptanceFacts): Acceptance | undefined {
  const { openOfLineage, openInAll, nowMs, booked, account } = facts;
  if (openOfLineage >= OPEN_JOBS_PER_LINEAGE || openInAll >= OPEN_JOBS_MAX) return { outcome: 'too_many' };
  if (spentResource(account, { ...NOTHING_USED, storedBytes: bytesOf(job) })) return { outcome: 'storage_spent' };
  const dayLeft = Math.max(0, job.perDay - booked);
  if (job.units > dayLeft) return { outcome: 'day_spent', dayLeft, dayResetS: dayResetS(nowMs) };
  return undefined;
}

export function acceptedJob(job: NewJob, nowMs: number): JobRecord {
  const { id, kind, lineageId, keyId, product, options, linesTotal, units } = job;
  return {
    id,
    kind,
    lineageId,
    keyId,
    product,
    options,
    linesTotal,
    status: 'queued',
    acceptedAtMs: nowMs,
    linesDone: 0,
    counts: {},
    errors: [],
    errorsOmitted: 0,
    unitsCharged: units,
    unitsReturned: 0,
    unitsUnused: 0,
    chargedDay: utcDay(nowMs),
    restarts: 0,
    storedBytes: bytesOf(job),
  };
}

function bytesOf({ chunks }: NewJob): number {
  return chunks.reduce((sum, { input }) => sum + input.byteLength, JOB_BYTES);
}

/** A job to which an outcome came with another basis: its progress is undone, and it is to be done from the first chunk. */
export function restarted(job: JobRecord): JobRecord {
  const nothing = { linesDone: 0, counts: {}, errors: [], errorsOmitted: 0, unitsUnused: 0 };
  return { ...job, ...nothing, restarts: job.restarts + 1 };
}

export function needsRestart(job: JobRecord, { basis }: ChunkOutcome): boolean {
  return job.linesDone > 0 && job.basis !== basis;
}

export function restartsTooOften({ restarts }: JobRecord): boolean {
  return restarts > RESTARTS_MAX;
}

/** The job after one chunk more. The order in which chunks end makes no difference. */
export function advanced(job: JobRecord, chunk: JobChunk, outcome: ChunkOutcome): JobRecord {
  const { counts: added, errors, errorsOmitted = 0, unitsUnused, output, basis } = outcome;
  const counts: Record<string, number> = Object.assign(Object.create(null), job.counts);
  for (const [name, count] of Object.entries(added)) counts[name] = (counts[name] ?? 0) + count;
  const all: LineError[] = [...job.errors, ...errors].sort((a, b) => a.line - b.line);
  return {
    ...job,
    linesDone: job.linesDone + chunk.lines,
    counts: Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1))),
    errors: all.slice(0, ERRORS_KEPT),
    errorsOmitted: job.errorsOmitted + errorsOmitted + Math.max(0, all.length - ERRORS_KEPT),
    unitsUnused: job.unitsUnused + Math.max(0, unitsUnused),
    storedBytes: job.storedBytes + output.byteLength,
    ...(basis !== undefined && { basis }),
  };
}

/** The job at its end. What `unitsReturned` grew by goes back to the day that was charged. */
export function ended(
  job: JobRecord,
  status: 'finished' | 'cancelled' | 'failed',
  nowMs: number,
  failure?: string,
): JobRecord {
  const undone = status === 'finished' ? 0 : unitsOfLines(job, job.linesTotal - job.linesDone);
  const unitsReturned = Math.min(job.unitsCharged, job.unitsUnused + undone);
  const times = { endedAtMs: nowMs, expiresAtMs: nowMs + RESULT_KEPT_MS };
  return { ...job, ...times, status, unitsReturned, ...(failure !== undefined && { failure }) };
}

/** What was charged for so many lines. Chunks do not carry their own price, so that it is the same for each line. */
function unitsOfLines({ unitsCharged, linesTotal }: Job, lines: number): number {
  return linesTotal === 0 ? unitsCharged : Math.floor((unitsCharged * lines) / linesTotal);
}

export function isOpen({ endedAtMs }: Job): boolean {
  return endedAtMs === undefined;
}

/** Open jobs accepted before it fail. */
export function openTooLongBefore(nowMs: number): number {
  return nowMs - OPEN_MS_MAX;
}
