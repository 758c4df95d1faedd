/** A mistake that a person could make in a line or two, and the tests that must notice it. */
export interface Fault {
  /** What is wrong once the fault is there. Unique. */
  name: string;
  file: string;
  /** A text that is exactly once in the file. */
  find: string;
  replace: string;
  /** The narrowest test files, of Bun, pytest or Go. Each must fail. */
  tests: readonly string[];
  /** Set if a test that never ends counts as a failure. */
  mayHang?: true;
}

/** Why a fault cannot be planted; undefined if it can. @param text of its file */
export function stalenessOf({ name, file, find, replace }: Fault, text: string): string | undefined {
  const times = text.split(find).length - 1;
  if (times !== 1) return `${name}: the text to find is ${times} times in ${file}, not once.`;
  return find === replace ? `${name}: it changes nothing.` : undefined;
}
