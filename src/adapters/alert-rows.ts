/** What both databases do with rows of alerts. */
import {
  ALERT_KINDS,
  ALERT_NAMES,
  ALERT_STATES,
  type AlertName,
  type AlertSettings,
  type Evaluation,
} from '../domain/alert.ts';
import type { StoredAlerts } from '../domain/alert-store.ts';

interface AlertRow {
  name: string;
  enabled: boolean | null;
  threshold: number | null;
  state: string | null;
  sinceMs: number | null;
}

/** Rows of alerts that this version does not know are left out: a newer one may have written them. */
export function storedAlerts(rows: readonly AlertRow[]): StoredAlerts {
  const stored: StoredAlerts = { settings: {} as AlertSettings, states: {} };
  for (const name of ALERT_NAMES) {
    const row = rows.find((known) => known.name === name);
    const { initial } = ALERT_KINDS[name];
    stored.settings[name] = {
      enabled: row?.enabled ?? initial.enabled,
      threshold: row?.threshold ?? initial.threshold,
    };
    const state = ALERT_STATES.find((known) => known === row?.state);
    if (state && row?.sinceMs != null) stored.states[name] = { state, sinceMs: row.sinceMs };
  }
  return stored;
}

/** The evaluations whose state is not the stored one. */
export function changedStates({ states }: StoredAlerts, evaluations: readonly Evaluation[]): Evaluation[] {
  return evaluations.filter(({ name, state }) => states[name]?.state !== state);
}

/** Whether a new state is recorded as a change. The first evaluation is not, if the alert is fine. */
export function isNews({ states }: StoredAlerts, { name, state }: Evaluation): boolean {
  return states[name] !== undefined || state === 'open' || state === 'unknown';
}

/** False for a change of an alert that this version does not know. */
export function isKnownChange<T extends { name: string; state: string }>(
  row: T,
): row is T & { name: AlertName; state: Evaluation['state'] } {
  return ALERT_NAMES.some((name) => name === row.name) && ALERT_STATES.some((state) => state === row.state);
}
