/** A histogram of plain numbers, so that adding a value to it at every request is cheap. Read only by a scrape. */
export class Histogram {
  /** Values in each bucket. The last bucket holds values above all bounds. */
  readonly counts: Float64Array;
  sum = 0;

  /** @param bounds upper bounds of the buckets, inclusive and ascending, in the unit of the values */
  constructor(readonly bounds: readonly number[]) {
    this.counts = new Float64Array(bounds.length + 1);
  }

  add(value: number): void {
    const { bounds } = this;
    let at = 0;
    while (at < bounds.length && value > bounds[at]!) at++;
    this.counts[at]!++;
    this.sum += value;
  }
}
