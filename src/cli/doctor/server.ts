/** Whether the port is free, or Portside answers on it. */
import { type Config, ownAddress } from '../../config.ts';
import { type ListenAddress, parseListenAddress } from '../../http/listen-address.ts';
import { claimPort } from '../workers.ts';
import { failed, type Outcome, ok, skipped } from './check-result.ts';

const TIMEOUT_MS = 5000;

/** The body of `/readyz`. */
interface Readiness {
  status?: string;
  failing?: { check: string; reason: string }[];
}

/** What `/readyz` answers at the configured address: `foreign` if it is not Portside, undefined if nothing listens. */
async function fetchReadiness(config: Config): Promise<Readiness | 'foreign' | undefined> {
  const readiness = await askReadiness({ hostname: config.host, port: config.port });
  // With an admin listener only that one names the checks that fail.
  if (!config.admin_listen || typeof readiness !== 'object' || readiness.status === 'ready') return readiness;
  const detailed = await askReadiness(parseListenAddress(config.admin_listen));
  return typeof detailed === 'object' ? detailed : readiness;
}

async function askReadiness(address: ListenAddress): Promise<Readiness | 'foreign' | undefined> {
  const unix = 'unix' in address ? address.unix : undefined;
  try {
    const response = await fetch(`${origin(address)}/readyz`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      proxy: false,
      ...(unix && { unix }),
    } as object);
    const isPortside = response.headers.get('x-request-id')?.startsWith('req_');
    return isPortside ? ((await response.json()) as Readiness) : 'foreign';
  } catch (error) {
    return /^(ECONNREFUSED|ConnectionRefused)$/.test((error as { code?: string }).code ?? '') ? undefined : 'foreign';
  }
}

const LOOPBACK = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

function origin(address: ListenAddress): string {
  if ('unix' in address) return 'http://localhost';
  // A wildcard address cannot be connected to. Use the loopback address instead.
  const host = LOOPBACK.get(address.hostname) ?? address.hostname;
  return ownAddress({ host }, address.port);
}

/** For an operator: a free port and a ready server are both fine. */
export async function checkServer(config: Config): Promise<Outcome> {
  if (config.port === 0) return skipped('port 0: the system chooses one at each start');
  const address = ownAddress(config, config.port);
  const readiness = await fetchReadiness(config);
  if (readiness === undefined) {
    claimPort(config);
    return ok(`${address} is free`);
  }
  return readinessOutcome(address, readiness);
}

/** For the health check of a container: a server must answer and be ready. */
export async function checkReady(config: Config): Promise<Outcome> {
  const address = ownAddress(config, config.port);
  const readiness = await fetchReadiness(config);
  if (readiness === undefined) return failed(`nothing answers at ${address}`, 'Start it with `portside serve`.');
  return readinessOutcome(address, readiness);
}

function readinessOutcome(address: string, readiness: Readiness | 'foreign'): Outcome {
  if (readiness === 'foreign') {
    return failed(`${address} does not answer as Portside does`, 'Stop what listens there, or choose another port.');
  }
  if (readiness.status === 'ready') return ok(`${address} answers and is ready`);
  const reasons = (readiness.failing ?? []).map(({ check, reason }) => `${check}: ${reason}`).join('; ');
  return failed(`${address} answers and is not ready: ${reasons}`, 'docs/operations.md explains each check.');
}
