/** Where the settings of alerts, their states and the latest changes of state are stored. */

import type { ActivityEntry } from './activity-log.ts';
import type { AlertName, AlertSetting, AlertSettings, AlertState, Evaluation } from './alert.ts';

/** Changes of state that are kept of each alert. Those before are deleted, so one that opens and closes all day hides no other. */
export const ALERT_CHANGES_KEPT = 100;

/** The state of an alert when a server last evaluated it. */
export interface StoredAlertState {
  state: AlertState;
  /** When it came into this state, Unix milliseconds. */
  sinceMs: number;
}

export interface AlertChange {
  /** Ascending, so that code which delivers changes only has to remember the last id. */
  id: number;
  atMs: number;
  name: AlertName;
  state: AlertState;
  detail: string;
}

export interface StoredAlerts {
  /** Defaults for those that nobody has set. */
  settings: AlertSettings;
  /** Absent until a server has evaluated the alert. */
  states: Partial<Record<AlertName, StoredAlertState>>;
}

export interface AlertStore {
  read(): Promise<StoredAlerts>;
  /**
   * Stores the settings that `decide` returns for the present ones, with their audit entries, in one transaction. If `decide`
   * throws, nothing is changed. `decide` must not await.
   */
  set(
    decide: (settings: AlertSettings) => readonly { name: AlertName; setting: AlertSetting; activity: ActivityEntry }[],
  ): Promise<void>;
  /** Stores the states that differ from the stored ones, and a change for each. Writes nothing if none differs. */
  record(evaluations: readonly Evaluation[], atMs: number): Promise<void>;
  /** Newest first. */
  changes(limit: number): Promise<AlertChange[]>;
}
