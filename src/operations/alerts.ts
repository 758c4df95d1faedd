/** The alerts as they are now. */
import { type AlertName, type AlertReadings, type Evaluation, evaluateAlerts } from '../domain/alert.ts';
import type { StoredAlerts } from '../domain/alert-store.ts';
import type { Storage } from '../domain/storage.ts';
import { type AlertSources, readAlertReadings } from './alert-readings.ts';

export interface Alerts {
  evaluations: Evaluation[];
  readings: AlertReadings;
  stored: StoredAlerts;
}

export async function readAlerts(
  sources: AlertSources & { storage: Pick<Storage, 'alerts'> },
  nowMs: number,
): Promise<Alerts> {
  const stored = await sources.storage.alerts.read();
  const readings = await readAlertReadings(sources, nowMs);
  const open = new Set(
    Object.entries(stored.states).flatMap(([name, { state }]) => (state === 'open' ? [name as AlertName] : [])),
  );
  return { evaluations: evaluateAlerts(stored.settings, readings, open), readings, stored };
}
