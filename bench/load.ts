/** Load over HTTP from wrk, on its own core. */
import { join } from 'node:path';
import type { Sample } from './bench.ts';
import { LOAD_CORE, type MeasuredServer } from './server.ts';

export const CONNECTIONS = 64;
/** On a machine that others keep busy a server may not get the processor within a second. */
const PATIENT_SECONDS = 20;

export interface Requests {
  path: string;
  /** Files with one key a line, and one JSON body to post (or one path to get) a line. */
  keysFile: string;
  bodiesFile: string;
  /** Default: `CONNECTIONS`. */
  connections?: number;
}

export const LOOKUP_PATH = '/api/v1/tariff/hts/lookup';
/** A typical lookup: one code of every kind. */
export const FIVE_CODES = JSON.stringify({
  codes: ['7318.15.2095', '7326.90.8688', '0101.21.0010', '9403.20.0050', '8708'],
});

/** Writes keys and bodies (or paths) to the files that wrk reads. */
export async function writeRequests(folder: string, path: string, keys: string[], bodies: string[]): Promise<Requests> {
  const write = async (kind: string, lines: string[]) => {
    const file = join(folder, `${path.replaceAll('/', '-').slice(1)}-${kind}.txt`);
    await Bun.write(file, `${lines.join('\n')}\n`);
    return file;
  };
  return { path, keysFile: await write('keys', keys), bodiesFile: await write('bodies', bodies) };
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

/** @throws when any answer was not 2xx or a connection failed: the speed of failures means nothing. */
export async function load(
  server: MeasuredServer,
  { path, keysFile, bodiesFile, connections = CONNECTIONS }: Requests,
  seconds: number,
  core = LOAD_CORE,
): Promise<Sample> {
  if (seconds === 0) return {};
  const sample = await server.awake(async () => {
    const cpuBefore = server.cpuSeconds();
    const flags = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', join(import.meta.dir, 'wrk.lua')];
    const wrk = Bun.spawn(
      ['taskset', '-c', core, 'wrk', ...flags, new URL(path, server.url).href, '--', keysFile, bodiesFile],
      { stdout: 'pipe', stderr: 'inherit' },
    );
    const printed = await new Response(wrk.stdout).text();
    if ((await wrk.exited) !== 0) throw new Error(`wrk failed: ${printed}`);
    const cpuS = server.cpuSeconds() - cpuBefore;
    const summary = JSON.parse(printed.trim().split('\n').at(-1)!) as WrkSummary;
    const isSilent = summary.requests === 0 && seconds >= PATIENT_SECONDS;
    if (summary.errors > 0 || isSilent) throw new Error(`${server.url} failed under load: ${printed}`);
    return {
      requests: summary.requests,
      requests_per_second: summary.requests / (summary.durationUs / 1e6),
      p50_ms: summary.p50Us / 1000,
      p99_ms: summary.p99Us / 1000,
      cpu_us: (cpuS / summary.requests) * 1e6,
      load_cpu_us: Number(wrk.resourceUsage()!.cpuTime.total) / summary.requests,
    };
  });
  if (sample.requests! > 0) return sample;
  return load(server, { path, keysFile, bodiesFile, connections }, PATIENT_SECONDS, core);
}
