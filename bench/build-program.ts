/** The compiled program, for benches of what users run. */
import { join } from 'node:path';

export const ROOT = join(import.meta.dir, '..');

let built: string | undefined;

/**
 * The path of the compiled Portside: the program that `PORTSIDE_BIN` names, or one that is built now, once for all benches.
 * @throws Error if it does not compile
 */
export function buildProgram(): string {
  built ??= process.env.PORTSIDE_BIN ?? build();
  return built;
}

function build(): string {
  run(['bun', 'run', 'build']);
  return join(ROOT, 'dist/portside');
}

/** Runs a command that builds something. @throws Error with what it printed, if it fails */
export function run(command: string[]): void {
  const { success, stderr } = Bun.spawnSync(command, { cwd: ROOT, stdout: 'ignore', stderr: 'pipe' });
  if (!success) throw new Error(`${command.join(' ')} failed: ${stderr}`);
}
