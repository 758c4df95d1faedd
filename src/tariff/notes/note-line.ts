/** One line of a note without the running headers of its page. */
export interface NoteLine {
  text: string;
  /** The line of the file, from 1. */
  line: number;
}
