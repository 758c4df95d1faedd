/** A subsystem declares its metrics here as plain numbers, which are read when they are scraped (docs/adr/0031). */
import type { Histogram } from './histogram.ts';

/** Label values come from closed sets: never a key, an address or a URL. */
export type Labels = Readonly<Record<string, string>>;
export type Samples<Value> = Iterable<readonly [Labels, Value]>;

export interface Metric<Value> {
  name: string;
  /** A sentence for operators that says what it measures. */
  help: string;
  labels?: readonly string[];
  /** Called only by a scrape. One value if there are no labels; undefined if it cannot be read. */
  read(): Value | undefined | Samples<Value>;
}

export interface MetricsRegistry {
  /** Declares a number that only grows. Subsystems that declare the same metric each add their samples to it. */
  counter(metric: Metric<number>): void;
  /** Declares a number that can also fall. */
  gauge(metric: Metric<number>): void;
  histogram(metric: Metric<Histogram>): void;
}
