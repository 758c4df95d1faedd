/** What commands print: results on standard output, messages on standard error. */
import { once } from 'node:events';
import { wrap } from './terminal.ts';

let fault: Error | undefined;
let standardOutput: NodeJS.WriteStream | undefined;

/**
 * Standard output. Its faults are kept, because otherwise a full disk ends the process with a stack. It is opened when something is
 * printed for the first time. A server seldom prints, and its start would wait about a millisecond for the streams of Node.
 */
export function output(): NodeJS.WriteStream {
  standardOutput ??= process.stdout.on('error', (error) => {
    fault ??= error;
  });
  return standardOutput;
}

/** Waits until everything is written. A pipe takes 64 kB at once, and the rest would be cut off at the exit. */
export async function endOutput(): Promise<void> {
  if (fault || !standardOutput) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  standardOutput.once('error', () => resolve());
  standardOutput.end(resolve);
  await promise;
}

/** Why standard output could not be written. A reader that went away, such as `head`, is no fault. */
export function outputFault(): Error | undefined {
  return isReaderGone(fault) ? undefined : fault;
}

export function isReaderGone(error: unknown): boolean {
  return (error as { code?: string } | undefined)?.code === 'EPIPE';
}

/** `JSON.stringify` escapes the others. A terminal obeys these too. */
const CONTROLS_OF_JSON = /[\x7f-\x9f]/g;

function escaped(control: string): string {
  return `\\u00${control.charCodeAt(0).toString(16)}`;
}

/** A stranger names files, columns and keys. Their control characters would steer the terminal. */
function withoutControls(text: string): string {
  return text.replace(/[^\P{Cc}\t\r\n]/gu, '\ufffd');
}

/** Prints text that has its line breaks. */
export function printPart(text: string): void {
  output().write(text);
}

/** Prints a result or a secret to standard output, so that it can be piped. */
export function print(text: string): void {
  printPart(`${text}\n`);
}

/**
 * Writes part of a long result without colours to standard output, and waits while a pipe is full: the rest must not pile up in memory.
 */
export async function write(text: string): Promise<void> {
  if (!output().write(withoutControls(text))) await once(output(), 'drain');
}

/** Prints a message for the user to standard error, so that it never ends up in a pipe. A terminal would split words. */
export function say(message: string): void {
  const { columns } = process.stderr;
  const text = withoutControls(message);
  const lines = columns
    ? text.split('\n').flatMap((line) => (line.length > columns ? wrap(line, columns) : [line]))
    : [text];
  process.stderr.write(`${lines.join('\n')}\n`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2).replace(CONTROLS_OF_JSON, escaped));
}
