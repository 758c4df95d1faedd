/** Locks, saves and deletes the rows of one job, in the transaction of a change. */
import { eq, type SQL } from 'drizzle-orm';
import type { Clock } from '../../domain/clock.ts';
import type { JobRecord } from '../../domain/job-progress.ts';
import type { Database, Tables } from '../database.ts';
import type { DayCharges } from '../day-charges.ts';
import { jobRecordOf, jobRow } from '../job-rows.ts';
import { addToLineage } from './accounts.ts';

export interface JobStoreParts {
  /** For what is answered to a caller: a commit survives a power failure. */
  records: Database;
  /** For progress: a chunk that is lost with a power failure is done again. */
  work: Database;
  charges: DayCharges;
  clock: Pick<Clock, 'random'>;
}

export async function lockJob(
  database: Database,
  tables: Tables,
  filter: SQL | undefined,
): Promise<JobRecord | undefined> {
  const [row] = await database.forUpdate(tables.select().from(database.schema.jobs).where(filter));
  return row && jobRecordOf(row);
}

export async function saveJob({ schema: { jobs } }: Database, tables: Tables, job: JobRecord): Promise<void> {
  await tables.update(jobs).set(jobRow(job)).where(eq(jobs.id, job.id));
}

/** Deletes everything of a job, and takes `storedBytes` off the account of its lineage. */
export async function deleteJob(
  database: Database,
  tables: Tables,
  { id, lineageId, storedBytes }: Pick<JobRecord, 'id' | 'lineageId' | 'storedBytes'>,
): Promise<void> {
  const { jobInputs, jobOutputs, jobQueue, jobs } = database.schema;
  for (const table of [jobInputs, jobOutputs, jobQueue]) await tables.delete(table).where(eq(table.jobId, id));
  await tables.delete(jobs).where(eq(jobs.id, id));
  await addToLineage(database, tables, lineageId, -storedBytes);
}
