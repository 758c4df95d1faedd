/** How this program starts itself again as a worker process. `main.ts` looks for the argument first of all. */
import { join } from 'node:path';

export const WORKER_ARGUMENT = 'isolated-worker';

/**
 * On Linux the program that runs now, even if its file was replaced by an update: the two sides must be of one version. From
 * source the program is Bun, with the script beside it.
 */
export function workerCommand(): string[] {
  const program = process.platform === 'linux' ? '/proc/self/exe' : process.execPath;
  return Bun.isStandaloneExecutable
    ? [program, WORKER_ARGUMENT]
    : [program, join(import.meta.dir, '../main.ts'), WORKER_ARGUMENT];
}
