/** Whether the port is free, or who answers there. */
import { type Config, ownAddress } from '../../config.ts';
import { claimPort } from '../workers.ts';
import { type Finding, failed, ok, skipped } from './finding.ts';

const ANSWER_MS = 5000;

interface Readiness {
  status?: string;
  failing?: { check: string; reason: string }[];
}

/** Of the server that these settings describe. Undefined where nobody listens. */
async function readinessOf(config: Config): Promise<Readiness | 'foreign' | undefined> {
  // An address that stands for all of this machine's is not one to ask at.
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[config.host] ?? config.host;
  try {
    const url = `${ownAddress({ host }, config.port)}/readyz`;
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS), proxy: false } as object);
    const isOurs = response.headers.get('x-request-id')?.startsWith('req_');
    return isOurs ? ((await response.json()) as Readiness) : 'foreign';
  } catch (error) {
    return /^(ECONNREFUSED|ConnectionRefused)$/.test((error as { code?: string }).code ?? '') ? undefined : 'foreign';
  }
}

/** For whoever runs the server: both a free port and an answering server are well. */
export async function checkServer(config: Config): Promise<Finding> {
  if (config.port === 0) return skipped('server', 'port 0: the system chooses one at each start');
  const place = ownAddress(config, config.port);
  const readiness = await readinessOf(config);
  if (readiness === undefined) {
    claimPort(config);
    return ok('server', `${place} is free`);
  }
  return judge(place, readiness);
}

/** For a container's health check: a server must answer, and be ready. */
export async function checkReady(config: Config): Promise<Finding> {
  const place = ownAddress(config, config.port);
  const readiness = await readinessOf(config);
  if (readiness === undefined)
    return failed('server', `nothing answers at ${place}`, 'Start it with `portside serve`.');
  return judge(place, readiness);
}

function judge(place: string, readiness: Readiness | 'foreign'): Finding {
  if (readiness === 'foreign') {
    return failed(
      'server',
      `${place} does not answer as Portside does`,
      'Stop what listens there, or choose another port.',
    );
  }
  if (readiness.status === 'ready') return ok('server', `${place} answers and is ready`);
  const reasons = (readiness.failing ?? []).map(({ check, reason }) => `${check}: ${reason}`).join('; ');
  return failed(
    'server',
    `${place} answers and is not ready: ${reasons}`,
    'docs/operations.md says what each check means.',
  );
}
