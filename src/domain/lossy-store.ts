/** A table of what happened, for people to read. Writing to it may fail at any time, and then rows are lost. */
export interface LossyStore<Row> {
  /**
   * Adds the rows in one transaction, and counts those that were lost before them.
   * @param nowMs the day that `notKept` is counted on
   */
  add(rows: readonly Row[], notKept: number, nowMs: number): Promise<void>;
}
