/** The alerts that operators can set, and the one rule that evaluates them: for the page, for `portside doctor` and for a server. */

/** - `limit`: keys that were refused for a limit. - `errors`: requests that failed on our side. */
export const ALERT_NAMES = ['limit', 'errors', 'law_age', 'disk'] as const;
export type AlertName = (typeof ALERT_NAMES)[number];

export interface AlertSetting {
  enabled: boolean;
  /** In the unit of the alert. */
  threshold: number;
}
export type AlertSettings = Record<AlertName, AlertSetting>;

export interface AlertKind {
  label: string;
  /** What the threshold means, after its number. */
  unit: string;
  min: number;
  max: number;
  initial: AlertSetting;
}

/** `docs/alerts.yml` has the same thresholds, and a test compares them. */
export const ALERT_KINDS: Record<AlertName, AlertKind> = {
  // Off: a caller that reaches its limit is no fault of the service.
  limit: {
    label: 'A key reaches a limit',
    unit: 'requests of one key refused for a limit in a UTC day, or more',
    min: 1,
    max: 1_000_000_000,
    initial: { enabled: false, threshold: 1 },
  },
  errors: {
    label: 'Requests fail on our side',
    unit: '% of the requests of the last 15 minutes, or more',
    min: 1,
    max: 100,
    initial: { enabled: true, threshold: 1 },
  },
  law_age: {
    label: 'The tariff law grows old',
    unit: 'days since the law behind the answers was read, exceeded',
    min: 1,
    max: 3650,
    initial: { enabled: true, threshold: 180 },
  },
  disk: {
    label: 'The disk fills up',
    unit: 'MB free on the disk of the database, or less',
    min: 1,
    max: 1_000_000_000,
    initial: { enabled: true, threshold: 1000 },
  },
};

/** `unknown`: it could not be looked at. That is never `ok`. */
export const ALERT_STATES = ['off', 'ok', 'open', 'unknown'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

export interface Evaluation extends AlertSetting {
  name: AlertName;
  state: AlertState;
  /** What was found. It names keys by their ids only. */
  text: string;
}

/** Why something could not be read. */
export interface Unread {
  unread: string;
  /** There is nothing to read in this installation, so the alert is off whatever is set. */
  isAbsent?: true;
}

interface RefusedKey {
  keyId: number;
  /** Answered 429 `rate_limited` on this UTC day. */
  requests: number;
}

/** Refused keys that are read and counted; those beyond are not. */
export const REFUSED_KEYS_MAX = 100;
const KEYS_NAMED_MAX = 5;

/** The window of the errors alert. */
export const ERROR_WINDOW_MINUTES = 15;
/** Codes of errors on our side. */
export const FAULT_CODES: readonly string[] = ['internal', 'unavailable'];
/** With fewer failed requests no alert opens: one of three would be a third. */
const FAULTS_MIN = 5;
/** An open alert on a value that moves closes only this much beyond its threshold, so that it does not open and close all day. */
const CLOSING_MARGIN = 0.1;
const MB = 1_000_000;

export interface AlertReadings {
  /** Most refused first, at most `REFUSED_KEYS_MAX`. */
  refusedKeys: readonly RefusedKey[] | Unread;
  /** In the last `ERROR_WINDOW_MINUTES`. `requests` are those counted; not every failed one is among them. */
  recent: { requests: number; faults: number } | Unread;
  /** The last day whose tariff law was read. */
  law: { to: string; days: number } | Unread;
  diskFreeBytes: number | Unread;
}

/** @param open the alerts that were open when they were last evaluated */
export function evaluateAlerts(
  settings: AlertSettings,
  readings: AlertReadings,
  open: ReadonlySet<AlertName>,
): Evaluation[] {
  return ALERT_NAMES.map((name) => {
    const setting = settings[name];
    if (!setting.enabled) return { name, ...setting, state: 'off', text: 'Switched off: not looked at.' };
    return { name, ...setting, ...RULES[name](readings, setting.threshold, open.has(name)) };
  });
}

type Rule = (readings: AlertReadings, threshold: number, wasOpen: boolean) => Pick<Evaluation, 'state' | 'text'>;

const RULES: Record<AlertName, Rule> = {
  limit({ refusedKeys }, threshold) {
    if ('unread' in refusedKeys) return unknown(refusedKeys);
    const reached = refusedKeys.filter(({ requests }) => requests >= threshold);
    if (reached.length === 0) {
      return found(false, threshold === 1 ? 'No key was refused for a limit today.' : 'No key was refused that often.');
    }
    const named = reached.slice(0, KEYS_NAMED_MAX).map(({ keyId, requests }) => `#${keyId} (${requests} requests)`);
    const more = reached.length - named.length;
    const count = reached.length === REFUSED_KEYS_MAX ? `${REFUSED_KEYS_MAX} or more keys` : keysText(reached.length);
    return found(
      true,
      `Refused for a limit today: ${count}, ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
    );
  },

  errors({ recent }, threshold, wasOpen) {
    if ('unread' in recent) return unknown(recent);
    const { requests, faults } = recent;
    // A request that could not be counted failed without being among the counted ones.
    const answered = Math.max(requests, faults);
    const percent = answered === 0 ? 0 : (faults / answered) * 100;
    const limit = wasOpen ? threshold * (1 - CLOSING_MARGIN) : threshold;
    const few = faults > 0 && faults < FAULTS_MIN ? ` Fewer than ${FAULTS_MIN} raise no alert.` : '';
    return found(
      faults >= FAULTS_MIN && percent >= limit,
      `${faults} of ${answered} requests failed in ${ERROR_WINDOW_MINUTES} minutes (${percent.toFixed(1)} %).${few}`,
    );
  },

  law_age({ law }, threshold) {
    if ('unread' in law) return unknown(law);
    return found(law.days > threshold, `The law was read to ${law.to}, ${law.days} days ago.`);
  },

  disk({ diskFreeBytes: free }, threshold, wasOpen) {
    if (typeof free !== 'number') return unknown(free);
    const limit = threshold * MB * (wasOpen ? 1 + CLOSING_MARGIN : 1);
    return found(free <= limit, `${Math.floor(free / MB).toLocaleString('en-US')} MB are free.`);
  },
};

function found(isOpen: boolean, text: string): Pick<Evaluation, 'state' | 'text'> {
  return { state: isOpen ? 'open' : 'ok', text };
}

function unknown({ unread, isAbsent }: Unread): Pick<Evaluation, 'state' | 'text'> {
  return { state: isAbsent ? 'off' : 'unknown', text: `Not looked at: ${unread}.` };
}

function keysText(count: number): string {
  return count === 1 ? '1 key' : `${count} keys`;
}

/** Why a threshold is refused; undefined if it is one. */
export function thresholdFault(name: AlertName, threshold: number): string | undefined {
  const { min, max, label } = ALERT_KINDS[name];
  if (Number.isSafeInteger(threshold) && threshold >= min && threshold <= max) return undefined;
  return `${label}: the threshold must be a whole number from ${min} to ${max}.`;
}

/** What the audit says about a new setting; undefined if nothing differs. */
export function describeAlertChange(from: AlertSetting, to: AlertSetting): string | undefined {
  const changes = [
    ...(from.enabled === to.enabled ? [] : [to.enabled ? 'off to on' : 'on to off']),
    ...(from.threshold === to.threshold ? [] : [`threshold ${from.threshold} to ${to.threshold}`]),
  ];
  return changes.length > 0 ? changes.join('; ') : undefined;
}
