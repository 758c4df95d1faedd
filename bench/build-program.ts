/** The compiled program, for benches of what users run. */
import { join } from 'node:path';

export const ROOT = join(import.meta.dir, '..');

/** Compiles Portside and returns the path of the program. @throws Error if it does not compile */
export function buildProgram(): string {
  run(['bun', 'run', 'build']);
  return join(ROOT, 'dist/portside');
}

/** Runs a command that builds something. @throws Error with what it printed, if it fails */
export function run(command: string[]): void {
  const built = Bun.spawnSync(command, { cwd: ROOT, stdout: 'ignore', stderr: 'pipe' });
  if (!built.success) throw new Error(`${command.join(' ')} failed: ${built.stderr}`);
}
