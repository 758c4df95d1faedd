/** Jobs as v2 shows them to the key that asked. */
import { DAY_MS } from '../../../domain/clock.ts';
import type { Job } from '../../../domain/job.ts';
import { timeOf } from '../certificates/representation.ts';
import type { JobDefinition } from './family.ts';

/** For a list: without the errors and the options. */
export function jobSummary({ path }: Pick<JobDefinition, 'path'>, job: Job) {
  return {
    id: job.id,
    status: job.status,
    lines_total: job.linesTotal,
    lines_done: job.linesDone,
    progress: progressOf(job),
    accepted_at: timeOf(job.acceptedAtMs),
    started_at: timeOrNull(job.startedAtMs),
    ended_at: timeOrNull(job.endedAtMs),
    expires_at: timeOrNull(job.expiresAtMs),
    units_charged: job.unitsCharged,
    units_returned: job.unitsReturned,
    charged_day: timeOf(job.chargedDay * DAY_MS).slice(0, 10),
    result_url: job.status === 'finished' ? `${path}/${job.id}/result` : null,
  };
}

/** @param more fields of its family */
export function jobView(
  definition: Pick<JobDefinition, 'path'>,
  job: Job,
  more: Readonly<Record<string, unknown>> = {},
) {
  return {
    ...jobSummary(definition, job),
    counts: job.counts,
    errors: job.errors.map(({ line, column, message }) => ({ line, column: column ?? null, message })),
    errors_omitted: job.errorsOmitted,
    failure: job.failure ?? null,
    ...more,
  };
}

/** Rounded down, so that 1 means all of it. A job without lines has nothing left to do. */
function progressOf({ linesDone, linesTotal }: Job): number {
  return linesTotal === 0 ? 1 : Math.floor((linesDone / linesTotal) * 1000) / 1000;
}

function timeOrNull(ms: number | undefined): string | null {
  return ms === undefined ? null : timeOf(ms);
}
