/** A scan as the server does it: in an isolated worker, whose processor time counts too. */
import { openCommandPool } from '../../src/isolation/open-pools.ts';
import { decodeFacts } from '../../src/pixel/page-output.ts';
import { PageReader } from '../../src/pixel/page-reader.ts';
import { idsOf, PAGE_URL } from './scanners.ts';

/** Enough for any page of the bench. */
const CPU_MS = 60_000;

export interface WorkerScanner {
  scan(page: Uint8Array): Promise<Set<string>>;
  /** Processor time of the workers so far. */
  cpuMs(): number;
  close(): Promise<void>;
}

export function openWorkerScanner(): WorkerScanner {
  const pool = openCommandPool('pixel', (message) => process.stderr.write(`${message}\n`));
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
