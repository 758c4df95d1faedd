/** Failures of a command, and what the user is told about them. */
import { fileCause, storageCause } from '../adapters/faults.ts';
import { PortsideError } from '../domain/errors.ts';

/** A failure that the user can act on. The message is printed without a stack, and the exit code is 1. */
export class CommandError extends Error {}

/** Wrong use that is found only while the command runs: a value that is wrong or missing. The exit code is 2. */
export class UsageError extends Error {}

/**
 * @param place the option or argument as the help writes it, such as `option '--as-of <date>'`
 * @param advice a sentence that says which values are valid
 */
export function wrongValue(place: string, value: string, advice: string): UsageError {
  return new UsageError(`error: ${place} argument '${printableValue(value)}' is invalid. ${advice}`);
}

/** A value for a message: without control characters, and at most 80 characters long. */
function printableValue(text: string): string {
  const shown = text.replace(/\p{C}/gu, '�');
  return shown.length > 80 ? `${shown.slice(0, 80)}…` : shown;
}

/** A message with values of any length in it: without control characters but line breaks, and no word has over 200 characters. */
export function printableMessage(text: string): string {
  return text.replace(/[^\P{Cc}\n]/gu, '�').replace(/\S{201,}/g, (word) => `${word.slice(0, 200)}…`);
}

/** A file that cannot be read, and why. */
export function unreadableFile(path: string, error: unknown): CommandError {
  return new CommandError(`${path} cannot be read: ${fileCause(error)}.`);
}

/** An error of class `Expected` as a CommandError with the same message. Any other error is returned as it is. */
export function asCommandError(error: unknown, Expected: abstract new (...args: never[]) => Error): unknown {
  return error instanceof Expected ? new CommandError(error.message) : error;
}

/** What is printed for an error: one sentence for an expected failure, the stack for a bug. */
export function failureText(error: unknown): string {
  if (error instanceof CommandError || error instanceof PortsideError) return error.message;
  const cause = storageCause(error);
  return cause ? `The database cannot be used: ${cause}.` : `portside failed: ${(error as Error).stack ?? error}`;
}
