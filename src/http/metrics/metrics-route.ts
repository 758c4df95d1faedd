/**
 * `/metrics` in the Prometheus text format. Nothing is kept here: every figure is read from plain numbers at the moment of a
 * scrape. Labels come from closed sets; no key, address or URL is ever one. Whoever is not let in is told 404.
 */
import { Elysia } from 'elysia';
import { PortsideError } from '../../domain/errors.ts';
import { isAmong, type Networks, parseAddress } from '../networks.ts';
import type { Histogram } from './histogram.ts';

export type Labels = Record<string, string>;

/** One metric; `read` is called by a scrape alone. */
export type Metric = { name: string; help: string; labels?: readonly string[] } & (
  | { kind: 'counter' | 'gauge'; read(): Iterable<[Labels, number]> }
  | { kind: 'histogram'; read(): Iterable<[Labels, Histogram]> }
);

export interface MetricsParts {
  metrics: readonly Metric[];
  /** Who may read. */
  readers: Networks;
  /** Which of several processes answers; each speaks for itself alone. */
  worker?: number;
}

export function metricsRoutes({ metrics, readers, worker }: MetricsParts) {
  let text: Promise<() => Promise<string>> | undefined;
  return new Elysia({ name: 'metrics' }).get(
    '/metrics',
    async ({ request, server, set }) => {
      if (!mayRead(request, server?.requestIP(request)?.address, readers)) throw new PortsideError('not_found');
      // Loaded at the first scrape: a start does not wait for it.
      text ??= openRegistry(metrics, worker);
      set.headers['content-type'] = 'text/plain; version=0.0.4; charset=utf-8';
      set.headers['cache-control'] = 'no-store';
      return (await text)();
    },
    { detail: { hide: true } },
  );
}

/**
 * A reverse proxy on this machine comes from loopback, as the operator does, and would show the figures to the world: what
 * was forwarded is refused, whoever forwarded it.
 */
function mayRead(request: Request, peer: string | undefined, readers: Networks): boolean {
  if (request.headers.has('x-forwarded-for') || request.headers.has('forwarded')) return false;
  const address = peer === undefined ? undefined : parseAddress(peer);
  return address !== undefined && isAmong(address, readers);
}

async function openRegistry(metrics: readonly Metric[], worker: number | undefined): Promise<() => Promise<string>> {
  const { Counter, Gauge, Registry } = await import('prom-client');
  const registry = new Registry();
  if (worker !== undefined) registry.setDefaultLabels({ worker: String(worker) });
  for (const metric of metrics) {
    const { name, help, kind } = metric;
    if (kind === 'histogram') {
      // prom-client fills a histogram by observing alone; what was observed elsewhere is handed over as its own `get` would.
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
