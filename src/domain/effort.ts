/**
 * Counts what it costs to read a text that a stranger wrote. A reader stops when the effort is spent, and says how far it read: a
 * text must not cost more than its length allows. Time is no measure for this, because the same text must give the same answer on
 * a busy machine.
 *
 * One unit is one character looked at, one event or one step of an evaluation. Readers add to `done` themselves: a plain addition
 * costs nothing beside the work it counts.
 */
export class Effort {
  /** Units so far. */
  done = 0;

  /** @param max units that may be done. Without a limit the effort is only counted. */
  constructor(public max = Number.POSITIVE_INFINITY) {}

  get spent(): boolean {
    return this.done > this.max;
  }

  /** Units that are left; 0 if the effort is spent. */
  get left(): number {
    return Math.max(0, this.max - this.done);
  }
}
