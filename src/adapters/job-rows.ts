/** Rows of jobs. */
import type { Job, JobChunk, JobKind, JobStatus, LineError } from '../domain/job.ts';
import type { JobRecord } from '../domain/job-progress.ts';
import type { NewJob } from '../domain/job-store.ts';

/** As it is stored: `staging` while the chunks of a job are written that nobody may see yet. */
type StoredStatus = JobStatus | 'staging';

interface JobRow {
  id: string;
  kind: JobKind;
  product: string;
  lineageId: number;
  keyId: number;
  status: JobStatus;
  acceptedAtMs: number;
  startedAtMs: number | null;
  endedAtMs: number | null;
  expiresAtMs: number | null;
  options: string;
  linesTotal: number;
  linesDone: number;
  counts: string;
  errors: string;
  errorsOmitted: number;
  unitsCharged: number;
  unitsReturned: number;
  unitsUnused: number;
  chargedDay: number;
  failure: string | null;
  basis: string | null;
  restarts: number;
  storedBytes: number;
}

export function jobRecordOf(row: Omit<JobRow, 'status'> & { status: StoredStatus }): JobRecord {
  const { id, kind, product, lineageId, keyId, acceptedAtMs, startedAtMs, endedAtMs, expiresAtMs } = row;
  const { linesTotal, linesDone, errorsOmitted, unitsCharged, unitsReturned, unitsUnused, chargedDay } = row;
  return {
    id,
    kind,
    product,
    lineageId,
    keyId,
    // A row that is staged is only ever removed.
    status: row.status === 'staging' ? 'cancelled' : row.status,
    acceptedAtMs,
    ...(startedAtMs !== null && { startedAtMs }),
    ...(endedAtMs !== null && { endedAtMs }),
    ...(expiresAtMs !== null && { expiresAtMs }),
    options: JSON.parse(row.options) as unknown,
    linesTotal,
    linesDone,
    counts: JSON.parse(row.counts) as Job['counts'],
    errors: JSON.parse(row.errors) as LineError[],
    errorsOmitted,
    unitsCharged,
    unitsReturned,
    unitsUnused,
    chargedDay,
    ...(row.failure !== null && { failure: row.failure }),
    ...(row.basis !== null && { basis: row.basis }),
    restarts: row.restarts,
    storedBytes: row.storedBytes,
  };
}

/** The job without what only its store needs. */
export function jobOf(row: Parameters<typeof jobRecordOf>[0]): Job {
  const { product: _, unitsUnused: __, restarts: ___, storedBytes: ____, ...job } = jobRecordOf(row);
  return job;
}

export function jobRow(job: JobRecord): JobRow {
  return {
    ...job,
    startedAtMs: job.startedAtMs ?? null,
    endedAtMs: job.endedAtMs ?? null,
    expiresAtMs: job.expiresAtMs ?? null,
    options: JSON.stringify(job.options ?? null),
    counts: JSON.stringify(job.counts),
    errors: JSON.stringify(job.errors),
    failure: job.failure ?? null,
    basis: job.basis ?? null,
  };
}

/** The row of a job that was accepted. */
export function newJobRow({ idempotency }: Pick<NewJob, 'idempotency'>, record: JobRecord) {
  return {
    ...jobRow(record),
    turn: 0,
    idempotencyKey: idempotency?.key ?? null,
    fingerprint: idempotency?.fingerprint ?? null,
  };
}

export function inputRow(jobId: string, { number, firstLine, lines, input }: JobChunk) {
  return { jobId, number, firstLine, lines, bytes: bufferOf(input) };
}

/** The same bytes, not copied. Drizzle stores no other arrays in SQLite. */
export function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** A chunk that nobody works on. */
export function queueRow(jobId: string, number: number) {
  return { jobId, number, lease: null, owner: '', freeAtMs: 0, attempts: 0 };
}

/** Where a list goes on: after the job that was accepted at this time and has this id. */
export function cursorOf({ acceptedAtMs, id }: Pick<Job, 'acceptedAtMs' | 'id'>): string {
  return `${acceptedAtMs}.${id}`;
}

/** Undefined if it is not one of ours. */
export function readCursor(cursor: string): { acceptedAtMs: number; id: string } | undefined {
  const dot = cursor.indexOf('.');
  const acceptedAtMs = Number(cursor.slice(0, Math.max(0, dot)) || 'no');
  return Number.isSafeInteger(acceptedAtMs) ? { acceptedAtMs, id: cursor.slice(dot + 1) } : undefined;
}
