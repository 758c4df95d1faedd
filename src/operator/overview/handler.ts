import { FAULT_CODES } from '../../domain/alert.ts';
import { DAY_MS, utcDay } from '../../domain/clock.ts';
import { diskFloors } from '../../domain/disk-space.ts';
import { seeOther } from '../../http/browser/see-other.ts';
import { readAlerts } from '../../operations/alerts.ts';
import { changesSinceRead } from '../../tariff/law/changes-since-read.ts';
import type { OperatorDependencies } from '../dependencies.ts';
import type { OperatorRequest } from '../operator-request.ts';
import { overviewPage, type RefusedKeyRow, type Today } from './view.tsx';

/** Refused keys that the page names. */
const KEYS_SHOWN = 5;

export function goToOverview(): Response {
  return seeOther('/operator/overview');
}

export async function showOverview(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  const { storage, clock, config, tariff, machine, instanceId, alertSources } = dependencies;
  const nowMs = clock.now();
  const { evaluations, readings, stored } = await readAlerts({ ...alertSources, storage }, nowMs);
  const refused = 'unread' in readings.refusedKeys ? [] : readings.refusedKeys;
  return overviewPage(request, {
    nowMs,
    today: await readToday(dependencies, nowMs),
    refusedKeys: await nameKeys(dependencies, refused.slice(0, KEYS_SHOWN)),
    refusedCount: 'unread' in readings.refusedKeys ? undefined : refused.length,
    alerts: evaluations.map((evaluation) => ({ ...evaluation, since: stored.states[evaluation.name] })),
    instances: await storage.instances.list(),
    instanceId,
    machine: machine(),
    floors: diskFloors(config.disk_floor_mb),
    database: await storage.probe.size(),
    jobs: await dependencies.jobs.load(),
    watches: await storage.watches.waiting(nowMs),
    law: tariff.lawRead(),
    sinceRead: changesSinceRead(tariff),
    lawDaysMax: config.list_days_max,
  });
}

async function readToday({ storage, certificates }: OperatorDependencies, nowMs: number): Promise<Today> {
  const day = utcDay(nowMs);
  const cells = (await storage.usage.days(undefined, day)).filter(({ at }) => at === day);
  const errors = await storage.usage.errors(undefined, day, day - 1);
  const requestsOf = (product?: string) =>
    cells.reduce((sum, cell) => (product && cell.product !== product ? sum : sum + cell.requests), 0);
  const errorsOf = (isCounted: (error: (typeof errors)[number]) => boolean) =>
    errors.reduce((sum, error) => (isCounted(error) ? sum + error.today : sum), 0);
  return {
    requests: requestsOf(),
    errors: errorsOf(() => true),
    faults: errorsOf(({ code }) => FAULT_CODES.includes(code)),
    scans: requestsOf('pixel'),
    failedScans: errorsOf(({ product, code }) => product === 'pixel' && code.startsWith('upstream_')),
    certificates: await certificates.countSince(day * DAY_MS),
  };
}

async function nameKeys(
  { storage }: OperatorDependencies,
  refused: readonly { keyId: number; requests: number }[],
): Promise<RefusedKeyRow[]> {
  const rows = await Promise.all(refused.map(({ keyId }) => storage.keys.find(keyId)));
  return refused.flatMap(({ requests }, at) => {
    const row = rows[at];
    return row ? [{ row, requests }] : [];
  });
}
