/** `GET /metrics` for Prometheus. Clients that may not read it get 404. */
import { Elysia } from 'elysia';
import { PortsideError } from '../../domain/errors.ts';
import { isAmong, type Networks, parseAddress } from '../networks.ts';
import { type Metric, openRegistry } from './prometheus.ts';

export interface MetricsRouteParts {
  metrics: readonly Metric[];
  /** Addresses that may read the metrics. */
  readers: Networks;
  /** Number of this process, if there are several. Each shows only its own metrics. */
  worker?: number;
}

export function metricsRoutes({ metrics, readers, worker }: MetricsRouteParts) {
  let registry: Promise<() => Promise<string>> | undefined;
  return new Elysia({ name: 'metrics' }).get(
    '/metrics',
    async ({ request, server, set }) => {
      if (!mayRead(request, server?.requestIP(request)?.address, readers)) throw new PortsideError('not_found');
      // Opened at the first scrape, to keep the start fast.
      registry ??= openRegistry(metrics, worker);
      set.headers['content-type'] = 'text/plain; version=0.0.4; charset=utf-8';
      set.headers['cache-control'] = 'no-store';
      return (await registry)();
    },
    { detail: { hide: true } },
  );
}

/**
 * Refuses every forwarded request. A reverse proxy on this machine connects from loopback, just as the operator does, and
 * would publish the metrics.
 */
function mayRead(request: Request, peer: string | undefined, readers: Networks): boolean {
  if (request.headers.has('x-forwarded-for') || request.headers.has('forwarded')) return false;
  const address = peer === undefined ? undefined : parseAddress(peer);
  return address !== undefined && isAmong(address, readers);
}
