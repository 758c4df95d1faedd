/** The pools of worker processes of a server, and of a command. Their sizes and memory are decided here. */
import { availableParallelism } from 'node:os';
import { CERTIFICATE_CHARS_MAX, CERTIFICATE_CHARS_PER_PASS, CERTIFICATE_MEMORY_BYTES } from '../entry/pdf/renderer.ts';
import { PAGE_MEMORY_BYTES } from '../pixel/page-reader.ts';
import { TABLE_MEMORY_BYTES } from '../spreadsheet/read-table.ts';
import { AUDIT_MEMORY_BYTES } from '../tariff/audit/audit-processor.ts';
import { DUTIES_MEMORY_BYTES } from '../tariff/duties/isolated-duties.ts';
import { workerCommand } from './worker-command.ts';
import { WorkerPool, type WorkerPoolOptions } from './worker-pool.ts';

/** More would need more memory than the pages of one server are worth. */
const SCAN_WORKERS_MAX = 4;
/** Less than an idle connection lasts, together with the time that the work may take. */
const DUTIES_WAIT_MS = 8000;
const CERTIFICATE_WAIT_MS = 60_000;
/** A new process takes a tenth of a second for its first certificate. An idle one takes 100 MB, also of those who only look codes up. */
const CERTIFICATE_IDLE_MS = 600_000;
/** A job waits for its turn, not a person. */
const AUDIT_WAIT_MS = 300_000;
/** Each holds the lists and the schedule. */
const AUDIT_WORKERS_MAX = 4;
/** A twentieth more processor time, and two fifths less memory: measured on 200,000 lines. */
const AUDIT_COLLECT_FOR = 200_000_000;
const FILE_MEMORY_BYTES = 1024 * 1024 * 1024;

/** The names are label values of a metric. */
export interface WorkerPools {
  scans: WorkerPool;
  /** Apart, so that scans without a key never take the workers of scans with one. */
  anonymous_scans: WorkerPool;
  certificates: WorkerPool;
  duties: WorkerPool;
  /** A pool of its own, for the same reason as with scans. */
  anonymous_duties: WorkerPool;
  tariff_audits: WorkerPool;
  /** Files of tables, for jobs. */
  spreadsheets: WorkerPool;
}

type OnWarning = (message: string) => void;

/** Starts no process yet. A pool holds none while nobody needs it; that of certificates keeps its own for a while. */
export function openWorkerPools(onWarning: OnWarning): WorkerPools {
  const cores = availableParallelism();
  const command = workerCommand();
  const pages = { command, group: 'pixel', memoryBytes: PAGE_MEMORY_BYTES, spare: true, onWarning };
  const duties = { command, group: 'duties', memoryBytes: DUTIES_MEMORY_BYTES, waitMs: DUTIES_WAIT_MS, onWarning };
  return {
    scans: new WorkerPool({
      ...pages,
      workersMax: Math.min(SCAN_WORKERS_MAX, Math.max(2, cores)),
      waitingPerOwner: 32,
    }),
    anonymous_scans: new WorkerPool({
      ...pages,
      workersMax: Math.min(SCAN_WORKERS_MAX / 2, Math.max(1, Math.floor(cores / 2))),
      waitingMax: 24,
      waitingPerOwner: 4,
    }),
    certificates: new WorkerPool({
      command,
      group: 'entry',
      memoryBytes: CERTIFICATE_MEMORY_BYTES,
      workersMax: 2,
      idleMs: CERTIFICATE_IDLE_MS,
      waitingSize: CERTIFICATE_CHARS_MAX,
      sizePerPass: CERTIFICATE_CHARS_PER_PASS,
      waitMs: CERTIFICATE_WAIT_MS,
      onWarning,
    }),
    duties: new WorkerPool({ ...duties, workersMax: 2, waitingPerOwner: 32 }),
    anonymous_duties: new WorkerPool({ ...duties, workersMax: 1, waitingMax: 24, waitingPerOwner: 4 }),
    tariff_audits: new WorkerPool({
      command,
      group: 'tariff-audit',
      memoryBytes: AUDIT_MEMORY_BYTES,
      collectFor: AUDIT_COLLECT_FOR,
      workersMax: 2,
      waitMs: AUDIT_WAIT_MS,
      onWarning,
    }),
    spreadsheets: new WorkerPool({
      command,
      group: 'spreadsheet',
      memoryBytes: TABLE_MEMORY_BYTES,
      workersMax: 2,
      // Each waits with its file in memory.
      waitingMax: 8,
      waitingPerOwner: 2,
      waitMs: CERTIFICATE_WAIT_MS,
      onWarning,
    }),
  };
}

export type CommandPool =
  | 'pixel'
  | 'entry'
  | 'entry-once'
  | 'pdf-file'
  | 'citation-codes'
  | 'tariff'
  | 'duties'
  | 'tariff-audit'
  | 'spreadsheet';

/** For a command, whose work is all its own: it may use every core. Close it before the command ends. */
export function openCommandPool(group: CommandPool, onWarning: OnWarning): WorkerPool {
  const cores = Math.max(1, availableParallelism());
  const sizes: Partial<WorkerPoolOptions> =
    group === 'pixel'
      ? { workersMax: cores, memoryBytes: PAGE_MEMORY_BYTES }
      : group === 'tariff-audit'
        ? {
            workersMax: Math.min(AUDIT_WORKERS_MAX, cores),
            memoryBytes: AUDIT_MEMORY_BYTES,
            collectFor: AUDIT_COLLECT_FOR,
            waitMs: AUDIT_WAIT_MS,
          }
        : group === 'entry'
          ? { workersMax: cores, memoryBytes: CERTIFICATE_MEMORY_BYTES }
          : {};
  return new WorkerPool({
    command: workerCommand(),
    group,
    memoryBytes: group === 'entry-once' ? CERTIFICATE_MEMORY_BYTES : FILE_MEMORY_BYTES,
    workersMax: 1,
    runningPerOwner: Number.POSITIVE_INFINITY,
    waitMs: CERTIFICATE_WAIT_MS,
    onWarning,
    ...sizes,
  });
}
