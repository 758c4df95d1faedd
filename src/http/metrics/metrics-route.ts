/**
 * `GET /metrics` for Prometheus. A reverse proxy on this machine connects from loopback, just as Prometheus does, so an address
 * alone allows nothing: the public listener wants a token. Clients that may not read the metrics get 404.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { Elysia } from 'elysia';
import { PortsideError } from '../../domain/errors.ts';
import { bearerToken } from '../bearer-token.ts';
import { isAmong, type Networks, parseAddress } from '../networks.ts';
import { METRICS_PATH } from './metrics-path.ts';
import type { PrometheusRegistry } from './prometheus.ts';

/** Who may read the metrics on a public listener: whoever has the token and connects from one of the networks. */
interface MetricsReaders {
  /** Empty: nobody. */
  token: string;
  networks: Networks;
}

export interface MetricsRouteParts {
  registry: PrometheusRegistry;
  /** `anyone` who reaches an admin listener. */
  readers: MetricsReaders | 'anyone';
  /** Number of this process, if there are several. Each shows only its own metrics. */
  worker?: number;
}

export function metricsRoutes({ registry, readers, worker }: MetricsRouteParts) {
  return new Elysia({ name: 'metrics' }).get(
    METRICS_PATH,
    async ({ request, server, set }) => {
      if (readers !== 'anyone' && !mayRead(request, server?.requestIP(request)?.address, readers))
        throw new PortsideError('not_found');
      set.headers['content-type'] = 'text/plain; version=0.0.4; charset=utf-8';
      set.headers['cache-control'] = 'no-store';
      return registry.text(worker);
    },
    { detail: { hide: true } },
  );
}

function mayRead(request: Request, peer: string | undefined, { token, networks }: MetricsReaders): boolean {
  const given = bearerToken(request.headers.get('authorization'));
  if (token === '' || given === undefined || !isSame(given, token)) return false;
  const address = peer === undefined ? undefined : parseAddress(peer);
  return address !== undefined && isAmong(address, networks);
}

/** In constant time: digests have one length. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a!, b!);
}
