/** What commands print: results on standard output, messages on standard error. */
import { once } from 'node:events';

/** Prints a result or a secret to standard output, so that it can be piped. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Writes part of a long result to standard output, and waits while a pipe is full: the rest must not pile up in memory. */
export async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

/** Prints a message for the user to standard error, so that it never ends up in a pipe. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

/** Whether standard output is a terminal that shows colours. */
export function showsColour(): boolean {
  return process.stdout.isTTY === true && !process.env.NO_COLOR;
}
