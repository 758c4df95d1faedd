/** Reads what `event-loop-probe.ts` recorded in a server that it was loaded into. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';

const PROBE = join(import.meta.dir, 'event-loop-probe.ts');
const WITHIN_MS = 120_000;

export interface EventLoopSample {
  /** Longest time between two turns of the event loop. Includes what other processes took. */
  gap_ms: number;
  /** Most processor time that the loop's thread used between two turns. */
  work_ms: number;
}

/** The environment that loads the probe into a program, also into a compiled one. It records to `file`. */
export function probeEnv(file: string): Record<string, string> {
  return { BUN_OPTIONS: `--preload ${PROBE}`, PORTSIDE_BENCH_PROBE: file };
}

/**
 * What the probe recorded since the last call.
 * @param signal sends SIGUSR2 to the server
 */
export async function readProbe(file: string, signal: () => void): Promise<EventLoopSample> {
  rmSync(file, { force: true });
  signal();
  // Long, because a server whose loop is blocked answers when it is free again. That time is what is asked for.
  for (const deadline = Date.now() + WITHIN_MS; Date.now() < deadline; await Bun.sleep(5)) {
    if (await Bun.file(file).exists()) return (await Bun.file(file).json()) as EventLoopSample;
  }
  throw new Error('The probe in the server does not answer.');
}
