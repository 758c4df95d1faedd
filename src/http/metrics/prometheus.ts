/** Metrics in the Prometheus text format. No values are stored here: each metric is read when it is scraped. */
import type { Histogram } from './histogram.ts';

export type Labels = Record<string, string>;

/** One metric. `read` is called only by a scrape. Label values come from closed sets: never a key, an address or a URL. */
export type Metric = { name: string; help: string; labels?: readonly string[] } & (
  | { kind: 'counter' | 'gauge'; read(): Iterable<[Labels, number]> }
  | { kind: 'histogram'; read(): Iterable<[Labels, Histogram]> }
);

/**
 * Registers the metrics and returns a function that writes their current values. Loads prom-client.
 * @param worker the `worker` label of every sample; absent if there is one process
 */
export async function openRegistry(
  metrics: readonly Metric[],
  worker: number | undefined,
): Promise<() => Promise<string>> {
  const { Counter, Gauge, Registry } = await import('prom-client');
  const registry = new Registry();
  if (worker !== undefined) registry.setDefaultLabels({ worker: String(worker) });
  for (const metric of metrics) {
    const { name, help, kind } = metric;
    if (kind === 'histogram') {
      // A prom-client histogram accepts only single observations. Register an object with the same `get` instead.
      const get = async () => ({
        name,
        help,
        type: kind,
        aggregator: 'sum',
        values: histogramValues(name, metric.read()),
      });
      registry.registerMetric({ name, help, type: kind, get } as never);
      continue;
    }
    const configuration = { name, help, labelNames: [...(metric.labels ?? [])], registers: [registry] };
    if (kind === 'counter') {
      new Counter({
        ...configuration,
        collect() {
          this.reset();
          for (const [labels, value] of metric.read()) this.inc(labels, value);
        },
      });
    } else {
      new Gauge({
        ...configuration,
        collect() {
          this.reset();
          for (const [labels, value] of metric.read()) this.set(labels, value);
        },
      });
    }
  }
  return () => registry.metrics();
}

function histogramValues(name: string, read: Iterable<[Labels, Histogram]>) {
  const values: { metricName: string; labels: Record<string, string | number>; value: number }[] = [];
  for (const [labels, { bounds, counts, sum }] of read) {
    let total = 0;
    for (let at = 0; at < counts.length; at++) {
      total += counts[at]!;
      values.push({ metricName: `${name}_bucket`, labels: { ...labels, le: bounds[at] ?? '+Inf' }, value: total });
    }
    values.push(
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: total },
    );
  }
  return values;
}
