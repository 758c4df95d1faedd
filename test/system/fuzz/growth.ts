/** The length of an input, and the work that it took. */
export type Cost = readonly [chars: number, work: number];

/**
 * Whether work grows faster than the text, by inputs of one, two and four times a length: the second doubling may add twice the work of
 * the first, and a constant. The whole is not compared, because the beginning of an input may cost less than what is repeated. A longer
 * input that costs less was not read whole, for example because it is nested too deeply: then the first one is the measure.
 */
export function growsTooFast([once, twice, fourTimes]: readonly [Cost, Cost, Cost], constant: number): boolean {
  const added = (from: Cost, to: Cost) => [to[0] - from[0], to[1] - from[1]] as const;
  const [[chars, work], [moreChars, moreWork]] = [added(once, twice), added(twice, fourTimes)];
  const usual = work < 0 ? once[1] : work;
  return moreWork > 1.25 * (moreChars / Math.max(1, chars)) * usual + constant;
}
