/**
 * Contains exceptions of readers and rules. One text of a stranger that meets a fault of this program must not fail the scan of
 * everything else: the part counts as not read, and the server logs the fault. Without an instance exceptions pass, as tests want.
 */

/** More of one scan are the same fault again. */
const FAULTS_MAX = 5;
const FAULT_CHARS_MAX = 2000;

export class ReaderFaults {
  /** Stack traces of what was contained, for the log. */
  readonly texts: string[] = [];

  /** `read`, or `instead` if it throws. Memory that ran out passes: the whole task ends with it. */
  contain<T>(read: () => T, instead: () => T): T {
    try {
      return read();
    } catch (error) {
      this.note(error);
      return instead();
    }
  }

  /** @throws the error itself if memory ran out */
  note(error: unknown): void {
    if (error instanceof RangeError && /out of memory/i.test(error.message)) throw error;
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    if (this.texts.length < FAULTS_MAX) this.texts.push(text.slice(0, FAULT_CHARS_MAX));
  }
}
