/** What commands print: results on standard output, messages on standard error. */

/** Prints a result or a secret to standard output, so that it can be piped. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
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
