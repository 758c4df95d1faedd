/** Lookups at a fixed rate from a program of its own (`steady-load/main.go`), which sends whether or not answers have come. */
import type { Sample } from './bench.ts';
import type { Requests } from './load.ts';
import { LOAD_CORE, type MeasuredServer } from './server.ts';

export const STEADY_METRICS = [
  { name: 'p50_ms', title: 'p50 ms' },
  { name: 'p99_ms', title: 'p99 ms', ratio: true },
  { name: 'p999_ms', title: 'p99.9 ms' },
  { name: 'unanswered', title: 'unanswered' },
  { name: 'cpu_us', title: 'CPU µs/answer', ratio: true },
];

/**
 * @param program the command of the load generator
 * @param rate requests a second
 * @throws when an answer is not 200 or a connection fails
 */
export function steadyLoad(
  program: string[],
  server: MeasuredServer,
  { path, keysFile, bodiesFile }: Requests,
  rate: number,
  seconds: number,
): Promise<Sample> {
  return server.awake(async () => {
    const cpuBefore = server.cpuSeconds();
    const sending = [new URL(server.url).host, path, String(rate), String(seconds), keysFile, bodiesFile];
    const generator = Bun.spawn(['taskset', '-c', LOAD_CORE, ...program, ...sending], {
      stdout: 'pipe',
      stderr: 'inherit',
    });
    const printed = await new Response(generator.stdout).text();
    if ((await generator.exited) !== 0) throw new Error(`${server.url} failed at ${rate} requests a second.`);
    const { answered, ...times } = JSON.parse(printed) as Sample;
    return { ...times, cpu_us: ((server.cpuSeconds() - cpuBefore) / answered!) * 1e6 };
  });
}
