/** The axis of a chart: round numbers, few enough to read. */

export interface Scale {
  /** The value at the top of the chart. */
  top: number;
  /** From 0 to `top`, at equal distances. */
  ticks: number[];
}

const STEPS = [1, 2, 2.5, 5, 10];
const INTERVALS_MAX = 5;
/** A chart of one request should not look like a chart of a million. */
const TOP_MIN = 5;

/** The smallest round scale that `max` fits on, with at most five intervals. Requests are whole, so steps are too. */
export function scaleOf(max: number): Scale {
  const wanted = Math.max(max, TOP_MIN) / INTERVALS_MAX;
  const magnitude = 10 ** Math.floor(Math.log10(wanted));
  const steps = STEPS.map((factor) => factor * magnitude).filter(Number.isInteger);
  const step = steps.find((candidate) => candidate >= wanted) ?? 10 * magnitude;
  const intervals = Math.max(1, Math.ceil(Math.max(max, TOP_MIN) / step));
  return { top: intervals * step, ticks: Array.from({ length: intervals + 1 }, (_, i) => i * step) };
}

/** `0`, `5,000`, `100k`, `2.5M`: short enough to stand beside a chart on a phone. */
export function tickLabel(value: number): string {
  if (value >= 1_000_000) return `${Number((value / 1_000_000).toFixed(2))}M`;
  if (value >= 10_000) return `${Number((value / 1000).toFixed(1))}k`;
  return value.toLocaleString('en-US');
}
