import { sql } from 'drizzle-orm';
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** Jobs: `domain/job.ts`. Their rows are in `job_inputs` and `job_outputs`. */
export const jobs = sqliteTable(
  'jobs',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: ['tariff_audit', 'pixel_audit', 'entry_batch'] }).notNull(),
    product: text('product').notNull(),
    lineageId: integer('lineage_id').notNull(),
    keyId: integer('key_id').notNull(),
    /** `staging`: its chunks are being written, and it is no job yet. */
    status: text('status', { enum: ['staging', 'queued', 'running', 'finished', 'cancelled', 'failed'] }).notNull(),
    acceptedAtMs: integer('accepted_at_ms').notNull(),
    startedAtMs: integer('started_at_ms'),
    /** Null while it is open. */
    endedAtMs: integer('ended_at_ms'),
    expiresAtMs: integer('expires_at_ms'),
    /** JSON, as `counts` and `errors`. */
    options: text('options').notNull(),
    linesTotal: integer('lines_total').notNull(),
    linesDone: integer('lines_done').notNull(),
    counts: text('counts').notNull(),
    errors: text('errors').notNull(),
    errorsOmitted: integer('errors_omitted').notNull(),
    unitsCharged: integer('units_charged').notNull(),
    unitsReturned: integer('units_returned').notNull(),
    /** Of the chunks that are done. They are given back when the job ends. */
    unitsUnused: integer('units_unused').notNull(),
    chargedDay: integer('charged_day').notNull(),
    failure: text('failure'),
    basis: text('basis'),
    /** How often it started over because the basis had changed. */
    restarts: integer('restarts').notNull(),
    /** What it adds to the stored bytes of the lineage. */
    storedBytes: integer('stored_bytes').notNull(),
    /** A number that grows with each claim of any job: the lineage whose newest is the smallest is next. */
    turn: integer('turn').notNull(),
    idempotencyKey: text('idempotency_key'),
    fingerprint: text('fingerprint'),
  },
  (table) => [
    index('jobs_open').on(table.lineageId, table.turn).where(sql`${table.endedAtMs} IS NULL`),
    index('jobs_lineage').on(table.lineageId, table.acceptedAtMs, table.id),
    index('jobs_expires').on(table.expiresAtMs).where(sql`${table.expiresAtMs} IS NOT NULL`),
    uniqueIndex('jobs_idempotency').on(table.lineageId, table.idempotencyKey),
  ],
);

/** The lines of a job, in chunks. Never changed. */
export const jobInputs = sqliteTable(
  'job_inputs',
  {
    jobId: text('job_id').notNull(),
    number: integer('number').notNull(),
    firstLine: integer('first_line').notNull(),
    lines: integer('lines').notNull(),
    bytes: blob('bytes', { mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.number] })],
);

/** What the chunks that are done came to. */
export const jobOutputs = sqliteTable(
  'job_outputs',
  {
    jobId: text('job_id').notNull(),
    number: integer('number').notNull(),
    bytes: blob('bytes', { mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.number] })],
);

/** Chunks of open jobs that are not done. Apart from the rows of the chunks, so that a claim writes few bytes. */
export const jobQueue = sqliteTable(
  'job_queue',
  {
    jobId: text('job_id').notNull(),
    number: integer('number').notNull(),
    /** Null when nobody works on it. */
    lease: text('lease'),
    /** Of the process that claimed it last. */
    owner: text('owner').notNull(),
    /** Nobody else claims it before. */
    freeAtMs: integer('free_at_ms').notNull(),
    attempts: integer('attempts').notNull(),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.number] })],
);
