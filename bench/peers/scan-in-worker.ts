/** A scan as the server does it: in an isolated worker, whose processor time counts too. */
import { workerCommand } from '../../src/isolation/worker-command.ts';
import { WorkerPool } from '../../src/isolation/worker-pool.ts';
import { decodeFacts } from '../../src/pixel/page-output.ts';
import { PAGE_MEMORY_BYTES, PageReader } from '../../src/pixel/page-reader.ts';
import { idsOf, PAGE_URL } from './scanners.ts';

/** Enough for any page of the bench. */
const CPU_MS = 60_000;
/** Longer than the other contenders take. A new process for each round would measure the compiler. */
const IDLE_MS = 3_600_000;

export interface WorkerScanner {
  scan(page: Uint8Array): Promise<Set<string>>;
  /** Processor time of the workers so far. */
  cpuMs(): number;
  close(): Promise<void>;
}

export function openWorkerScanner(): WorkerScanner {
  const pool = new WorkerPool({
    command: workerCommand(),
    group: 'pixel',
    memoryBytes: PAGE_MEMORY_BYTES,
    workersMax: 1,
    idleMs: IDLE_MS,
    onWarning: (message) => process.stderr.write(`${message}\n`),
  });
  const reader = new PageReader(pool, CPU_MS);
  let spentMs = 0;
  const readFor = {
    owners: ['bench'],
    onCpuMs: (cpuMs: number) => {
      spentMs += cpuMs;
    },
  };
  return {
    async scan(bytes) {
      const body = { bytes, cut: false, contentType: 'text/html; charset=utf-8', decodedBytesMax: bytes.length };
      const { facts } = await reader.page(PAGE_URL, body, readFor);
      return idsOf(decodeFacts(facts));
    },
    cpuMs: () => spentMs,
    close: () => pool.close(),
  };
}
