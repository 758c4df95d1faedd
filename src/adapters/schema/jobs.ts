import { sql } from 'drizzle-orm';
import type { Columns } from './columns.ts';

export function jobTables({ bytes, index, integer, long, primaryKey, table, text, uniqueIndex }: Columns) {
  return {
    /** Jobs: `domain/job.ts`. Their rows are in `job_inputs` and `job_outputs`. */
    jobs: table(
      'jobs',
      {
        id: text('id').primaryKey(),
        kind: text('kind', { enum: ['tariff_audit', 'pixel_audit', 'entry_batch'] }).notNull(),
        product: text('product').notNull(),
        lineageId: long('lineage_id').notNull(),
        keyId: long('key_id').notNull(),
        /** `staging`: its chunks are being written, and it is no job yet. */
        status: text('status', { enum: ['staging', 'queued', 'running', 'finished', 'cancelled', 'failed'] }).notNull(),
        acceptedAtMs: long('accepted_at_ms').notNull(),
        startedAtMs: long('started_at_ms'),
        /** Null while it is open. */
        endedAtMs: long('ended_at_ms'),
        expiresAtMs: long('expires_at_ms'),
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
        storedBytes: long('stored_bytes').notNull(),
        /** A number that grows with each claim of any job: the lineage whose newest is the smallest is next. */
        turn: long('turn').notNull(),
        idempotencyKey: text('idempotency_key'),
        fingerprint: text('fingerprint'),
      },
      (columns) => [
        index('jobs_open').on(columns.lineageId, columns.turn).where(sql`${columns.endedAtMs} IS NULL`),
        index('jobs_lineage').on(columns.lineageId, columns.acceptedAtMs, columns.id),
        index('jobs_expires').on(columns.expiresAtMs).where(sql`${columns.expiresAtMs} IS NOT NULL`),
        uniqueIndex('jobs_idempotency').on(columns.lineageId, columns.idempotencyKey),
      ],
    ),

    /** The lines of a job, in chunks. Never changed. */
    jobInputs: table(
      'job_inputs',
      {
        jobId: text('job_id').notNull(),
        number: integer('number').notNull(),
        firstLine: integer('first_line').notNull(),
        lines: integer('lines').notNull(),
        bytes: bytes('bytes').notNull(),
      },
      (columns) => [primaryKey({ columns: [columns.jobId, columns.number] })],
    ),

    /** Results of the chunks that are done. */
    jobOutputs: table(
      'job_outputs',
      {
        jobId: text('job_id').notNull(),
        number: integer('number').notNull(),
        bytes: bytes('bytes').notNull(),
      },
      (columns) => [primaryKey({ columns: [columns.jobId, columns.number] })],
    ),

    /** Chunks of open jobs that are not done. Apart from the rows of the chunks, so that a claim writes few bytes. */
    jobQueue: table(
      'job_queue',
      {
        jobId: text('job_id').notNull(),
        number: integer('number').notNull(),
        /** Null when nobody works on it. */
        lease: text('lease'),
        /** Of the process that claimed it last. */
        owner: text('owner').notNull(),
        /** Nobody else claims it before. */
        freeAtMs: long('free_at_ms').notNull(),
        attempts: integer('attempts').notNull(),
      },
      (columns) => [primaryKey({ columns: [columns.jobId, columns.number] })],
    ),
  };
}
