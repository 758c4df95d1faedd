/**
 * Runs a command and exits the process: 0 done, 1 failed, 2 wrong usage or configuration. Files that a command creates are
 * readable only by their owner (umask 077).
 */
import { CommanderError } from 'commander';
import { fileCause } from '../adapters/faults.ts';
import { ConfigError } from '../domain/config-error.ts';
import { failureText, printableMessage, UsageError } from './command-error.ts';
import { createProgram } from './commands.ts';
import { endOutput, isReaderGone, outputFault, say } from './output.ts';

export async function runProgram(args: string[]): Promise<never> {
  process.umask(0o077);
  let code = await runCommand(args);
  await endOutput();
  const fault = outputFault();
  if (fault) {
    say(`The output cannot be written: ${fileCause(fault)}.`);
    code = 1;
  }
  process.exit(code);
}

/** Runs a command in this process, and prints what it has to say. Returns the exit code. */
export async function runCommand(args: string[]): Promise<number> {
  try {
    const words = withHelpLast(args);
    const program = await createProgram(words);
    await program.parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof ConfigError || error instanceof UsageError) {
      say(printableMessage(error.message));
      return 2;
    }
    // The rest of the output is not wanted. Nothing failed.
    if (isReaderGone(error)) return 0;
    if (error !== outputFault()) say(printableMessage(failureText(error)));
    return 1;
  }
}

/** `help keys issue` as `keys issue --help`: commander's own `help` looks at one name only and would show that of `keys`. */
function withHelpLast(args: string[]): string[] {
  const [first, ...names] = args;
  return first === 'help' && names.length > 1 ? [...names, '--help'] : args;
}
