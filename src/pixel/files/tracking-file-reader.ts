/** Has a file with tracking code read in an isolated worker. */
import { PortsideError } from '../../domain/errors.ts';
import { type IsolatedTasks, TaskFault, TaskOverrun } from '../../domain/isolated-tasks.ts';
import type { DetailedReport } from '../../domain/scan-report.ts';
import { PAGE_MEMORY_BYTES } from '../page-reader.ts';
import { parseReport } from '../report-output.ts';
import type { TrackingInput } from './tracking-kind.ts';

/** A HAR file of 60 MB takes a few seconds, and several times its size in memory. */
const BUDGET = { cpuMs: 30_000, memoryBytes: 4 * PAGE_MEMORY_BYTES, outputBytes: 8 * 1024 * 1024, wallMs: 60_000 };

/** @throws PortsideError `upstream_failed` if it cannot be read within the limits of a scan, `unavailable` or `internal` */
export async function readTrackingFile(
  tasks: IsolatedTasks,
  input: TrackingInput,
  bytes: Uint8Array,
  owner: string,
): Promise<DetailedReport> {
  const order = {
    task: 'tracking_file',
    input,
    attachments: [bytes],
    budget: BUDGET,
    owners: [owner],
    size: bytes.length,
  };
  const { text } = await tasks.run(order).catch((error: unknown) => {
    if (error instanceof TaskOverrun)
      throw new PortsideError('upstream_failed', {
        message: 'The file could not be read within the limits of a scan.',
      });
    throw error instanceof TaskFault ? new PortsideError('internal', { cause: error }) : error;
  });
  return parseReport((JSON.parse(text) as { report: unknown }).report);
}
