/** Audits as jobs: a chunk is audited in a worker process. */
import type { IsolatedTasks } from '../../domain/isolated-tasks.ts';
import type { ChunkOutcome, Job, JobChunk, JobProcessor } from '../../domain/job.ts';
import { lawReadTo } from '../law/law-read.ts';
import type { TariffData } from '../tariff-data.ts';
import { run } from './accept-audit.ts';
import { packData, versionsOf } from './audit-data.ts';
import type { TariffAuditOptions } from './audit-options.ts';
import { countsOf } from './summary.ts';
import type { ChunkInput, ChunkOutput } from './worker-tasks.ts';

/** The memory of a worker process that audits. */
export const AUDIT_MEMORY_BYTES = 512 * 1024 * 1024;
/** A thousand lines with as many different numbers, origins and days. */
const BUDGET = { cpuMs: 120_000, memoryBytes: AUDIT_MEMORY_BYTES, outputBytes: 64 * 1024 * 1024, wallMs: 300_000 };

/** @throws PortsideError `unavailable` if the machine is too busy, `internal` if a worker fails */
export async function auditChunk(
  input: Uint8Array,
  options: TariffAuditOptions,
  { data, tasks, owner }: { data: TariffData; tasks: IsolatedTasks; owner: string },
): Promise<{ output: Uint8Array } & ChunkOutput> {
  const { key, attachments } = packData(data);
  const { as_of, columns, since, accepted } = options;
  const question: ChunkInput = {
    options: { as_of, columns, ...(since !== undefined && { since }), ...(accepted && { accepted }) },
    dataKey: key,
  };
  const order = {
    task: 'chunk',
    input: question,
    attachments: [...attachments, input],
    budget: BUDGET,
    owners: [owner],
  };
  const { text, bytes } = await run(tasks, { ...order, size: input.length });
  return { ...(JSON.parse(text) as ChunkOutput), output: bytes };
}

/** What the answers of an audit depend on: the lists, the schedule, how far the law was read, and its day. */
export function auditBasis(data: TariffData, { as_of }: Pick<TariffAuditOptions, 'as_of'>): string {
  return JSON.stringify({ as_of, law_read_to: lawReadTo(data), ...versionsOf(data) });
}

/** @param tariff the data in use, which an import replaces */
export function tariffAuditProcessor(tariff: { readonly data: TariffData }, tasks: IsolatedTasks): JobProcessor {
  return {
    kind: 'tariff_audit',
    async run(job: Job, { input }: JobChunk, signal: AbortSignal): Promise<ChunkOutcome> {
      const { data } = tariff;
      const options = job.options as TariffAuditOptions;
      const owner = `lineage ${job.lineageId}`;
      const { output, summary, errors, errorsOmitted } = await unless(
        signal,
        auditChunk(input, options, { data, tasks, owner }),
      );
      const counts = countsOf(summary);
      return { output, counts, errors, errorsOmitted, unitsUnused: 0, basis: auditBasis(data, options) };
    },
  };
}

/** What comes of it, or a throw as soon as the signal is aborted: nobody waits for a chunk of a job that was removed. */
async function unless<T>(signal: AbortSignal, result: Promise<T>): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  try {
    return await Promise.race([result, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
