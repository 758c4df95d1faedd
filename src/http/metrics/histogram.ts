/** How often a measured value fell into which range: plain numbers, added to at every request and read only by a scrape. */
export class Histogram {
  /** One more than there are bounds: the last holds what is above them all. */
  readonly counts: Float64Array;
  sum = 0;

  /** @param bounds ascending, in the unit of what is added */
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
