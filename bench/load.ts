/** Load over HTTP by wrk, from its own core. */
import { join } from 'node:path';
import type { Sample } from './bench.ts';
import { LOAD_CORE, type MeasuredServer } from './server.ts';

export const CONNECTIONS = 64;

export interface Requests {
  path: string;
  /** Files with one key, and one JSON body, a line. */
  keysFile: string;
  bodiesFile: string;
}

interface WrkSummary {
  requests: number;
  durationUs: number;
  errors: number;
  p50Us: number;
  p99Us: number;
}

export const LOAD_METRICS = [
  { name: 'requests_per_second', title: 'requests/s', ratio: true },
  { name: 'p50_ms', title: 'p50 ms' },
  { name: 'p99_ms', title: 'p99 ms', ratio: true },
  { name: 'cpu_us', title: 'CPU µs/request', ratio: true },
];

/** @throws when a single answer was not 2xx or a connection failed: figures of failures are worth nothing. */
export function load(
  server: MeasuredServer,
  { path, keysFile, bodiesFile }: Requests,
  seconds: number,
): Promise<Sample> {
  return server.awake(async () => {
    const cpuBefore = server.cpuSeconds();
    const flags = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '-s', join(import.meta.dir, 'wrk.lua')];
    const wrk = Bun.spawn(
      ['taskset', '-c', LOAD_CORE, 'wrk', ...flags, new URL(path, server.url).href, '--', keysFile, bodiesFile],
      { stdout: 'pipe', stderr: 'inherit' },
    );
    const printed = await new Response(wrk.stdout).text();
    if ((await wrk.exited) !== 0) throw new Error(`wrk failed: ${printed}`);
    const cpuS = server.cpuSeconds() - cpuBefore;
    const summary = JSON.parse(printed.trim().split('\n').at(-1)!) as WrkSummary;
    if (summary.errors > 0 || summary.requests === 0) throw new Error(`${server.url} failed under load: ${printed}`);
    return {
      requests_per_second: summary.requests / (summary.durationUs / 1e6),
      p50_ms: summary.p50Us / 1000,
      p99_ms: summary.p99Us / 1000,
      cpu_us: (cpuS / summary.requests) * 1e6,
    };
  });
}
