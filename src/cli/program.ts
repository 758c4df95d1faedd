/**
 * Runs a command and exits the process: 0 done, 1 failed, 2 wrong usage or configuration. Files that a command creates are
 * readable only by their owner (umask 077).
 */
import { CommanderError } from 'commander';
import { ConfigError } from '../config.ts';
import { failureText, UsageError } from './command-error.ts';
import { createProgram } from './commands.ts';
import { say } from './output.ts';

export async function runProgram(args: string[]): Promise<never> {
  process.umask(0o077);
  const code = await run(args);
  // A pipe takes 64 kB at once. Wait until it has taken the rest, or the output would be cut off.
  await new Promise<void>((drained) => process.stdout.end(drained));
  process.exit(code);
}

async function run(args: string[]): Promise<number> {
  try {
    await createProgram().parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof ConfigError || error instanceof UsageError) {
      say(error.message);
      return 2;
    }
    say(failureText(error));
    return 1;
  }
}
