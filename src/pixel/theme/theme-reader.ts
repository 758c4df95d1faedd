/** Has the source of a theme read in an isolated worker. */
import { PortsideError } from '../../domain/errors.ts';
import { type IsolatedTasks, TaskFault, TaskOverrun, type TaskResult } from '../../domain/isolated-tasks.ts';
import type { DetailedReport } from '../../domain/scan-report.ts';
import { PAGE_MEMORY_BYTES } from '../page-reader.ts';
import { parseReport } from '../report-output.ts';
import type { ThemeInput } from './theme-source.ts';
import { ThemeFault } from './unzip.ts';

/** A theme of 5 MB takes about a second. */
const BUDGET = { cpuMs: 30_000, memoryBytes: PAGE_MEMORY_BYTES, outputBytes: 8 * 1024 * 1024, wallMs: 60_000 };

/** What the worker says: a report, or a sentence on why there is none. */
type ThemeOutput = { report: DetailedReport } | { fault: string };

/** @throws ThemeFault with a sentence, PortsideError `unavailable` or `internal` */
export async function readThemeSource(
  tasks: IsolatedTasks,
  input: ThemeInput,
  bytes: Uint8Array,
  owner: string,
): Promise<DetailedReport> {
  const { text } = await resultOf(tasks, input, bytes, owner);
  const output = JSON.parse(text) as ThemeOutput;
  if ('fault' in output) throw new ThemeFault(String(output.fault));
  return parseReport(output.report);
}

async function resultOf(
  tasks: IsolatedTasks,
  input: ThemeInput,
  bytes: Uint8Array,
  owner: string,
): Promise<TaskResult> {
  try {
    return await tasks.run({
      task: 'theme',
      input,
      attachments: [bytes],
      budget: BUDGET,
      owners: [owner],
      size: bytes.length,
    });
  } catch (error) {
    if (error instanceof TaskOverrun) throw new ThemeFault('The theme could not be read within the limits of a scan.');
    if (error instanceof TaskFault) throw new PortsideError('internal', { cause: error });
    throw error;
  }
}
