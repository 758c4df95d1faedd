/** Metrics in the Prometheus text format. No values are stored here: each metric is read when it is scraped. */
import { Counter, Gauge, Registry } from 'prom-client';
import { Histogram } from '../../domain/histogram.ts';
import type { Labels, Metric, MetricsRegistry, Samples } from '../../domain/metrics-registry.ts';

type Kind = 'counter' | 'gauge' | 'histogram';

/** A name, as it was first declared, with the readings of all its declarations. */
type Declared = Omit<Metric<never>, 'read'> & { kind: Kind; samples: (() => Samples<number | Histogram>)[] };

export class PrometheusRegistry implements MetricsRegistry {
  readonly #metrics = new Map<string, Declared>();

  counter(metric: Metric<number>): void {
    this.#declare('counter', metric);
  }

  gauge(metric: Metric<number>): void {
    this.#declare('gauge', metric);
  }

  histogram(metric: Metric<Histogram>): void {
    this.#declare('histogram', metric);
  }

  #declare(kind: Kind, { name, help, labels = [], read }: Metric<number | Histogram>): void {
    const known = this.#metrics.get(name);
    if (known && (known.kind !== kind || known.help !== help || String(known.labels) !== String(labels)))
      throw new Error(`the metric ${name} is declared in two ways`);
    const samples = () => samplesOf(read());
    if (known) known.samples.push(samples);
    else this.#metrics.set(name, { kind, name, help, labels, samples: [samples] });
  }

  /**
   * The values of this moment. A metric without labels that cannot be read now is left out: prom-client would show 0.
   * @param worker the `worker` label of every sample; absent if there is one process
   */
  async text(worker: number | undefined): Promise<string> {
    const registry = new Registry();
    if (worker !== undefined) registry.setDefaultLabels({ worker: String(worker) });
    for (const { kind, name, help, labels, samples } of this.#metrics.values()) {
      const read = samples.flatMap((each) => [...each()]);
      if (read.length === 0 && !labels?.length) continue;
      const configuration = { name, help, labelNames: [...(labels ?? [])], registers: [registry] };
      if (kind === 'counter') {
        const counter = new Counter(configuration);
        for (const [values, value] of read) counter.inc(values, value as number);
      } else if (kind === 'gauge') {
        const gauge = new Gauge(configuration);
        for (const [values, value] of read) gauge.set(values, value as number);
      } else {
        // A prom-client histogram accepts only single observations. Register an object with the same `get` instead.
        const values = histogramValues(name, read as [Labels, Histogram][]);
        const get = async () => ({ name, help, type: kind, aggregator: 'sum', values });
        registry.registerMetric({ name, help, type: kind, get } as never);
      }
    }
    return registry.metrics();
  }
}

function samplesOf<Value extends number | Histogram>(read: Value | undefined | Samples<Value>): Samples<Value> {
  if (read === undefined) return [];
  return typeof read === 'number' || read instanceof Histogram ? [[{}, read as Value]] : (read as Samples<Value>);
}

function histogramValues(name: string, samples: Samples<Histogram>) {
  const values: { metricName: string; labels: Record<string, string | number>; value: number }[] = [];
  for (const [labels, { bounds, counts, sum }] of samples) {
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
