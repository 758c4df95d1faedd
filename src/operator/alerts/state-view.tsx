/** @jsxImportSource preact */
/** How the state of an alert is shown. */
import { ALERT_KINDS, type AlertState, type Evaluation } from '../../domain/alert.ts';
import type { StoredAlertState } from '../../domain/alert-store.ts';
import { Chip, UtcTime } from '../elements.tsx';

export interface AlertView extends Evaluation {
  /** The state that a server stored last, if it evaluated the alert before. */
  since: StoredAlertState | undefined;
}

const TONES: Record<AlertState, string> = { open: 'bad', unknown: 'mild', ok: 'good', off: 'dim' };

export function AlertChip({ state }: { state: AlertState }) {
  return <Chip tone={TONES[state]}>{state}</Chip>;
}

/** Since when something is wrong, if the servers saw it too. */
export function Since({ alert: { state, since } }: { alert: AlertView }) {
  if (state !== 'open' && state !== 'unknown') return null;
  if (since?.state !== state) return <span class="quiet">(since just now)</span>;
  return (
    <span class="quiet">
      (since <UtcTime ms={since.sinceMs} />)
    </span>
  );
}

/** What needs attention, at the top of the overview. Says also what was not looked at. */
export function OpenAlerts({ alerts }: { alerts: AlertView[] }) {
  const shown = alerts.filter(({ state }) => state === 'open' || state === 'unknown');
  const watched = alerts.filter(({ state }) => state !== 'off').length;
  const isOpen = shown.some(({ state }) => state === 'open');
  const tone = isOpen ? 'bad' : shown.length > 0 || watched === 0 ? 'mild' : 'good';
  return (
    <section class={`notice alerts ${tone}`} aria-labelledby="open-alerts">
      <h2 id="open-alerts">{title(alerts, watched)}</h2>
      {shown.length > 0 && (
        <ul class="plain">
          {shown.map((alert) => (
            <li key={alert.name}>
              <AlertChip state={alert.state} /> <strong>{ALERT_KINDS[alert.name].label}.</strong> {alert.text}{' '}
              <Since alert={alert} />
            </li>
          ))}
        </ul>
      )}
      <a href="/operator/alerts">Alerts and their thresholds</a>
    </section>
  );
}

function title(alerts: AlertView[], watched: number): string {
  const open = alerts.filter(({ state }) => state === 'open').length;
  if (open > 0) return open === 1 ? '1 alert is open' : `${open} alerts are open`;
  if (watched === 0) return 'All alerts are off';
  const unknown = alerts.filter(({ state }) => state === 'unknown').length;
  if (unknown > 0) return `No alert is known to be open, but ${unknown} could not be looked at`;
  const off = alerts.length - watched;
  return off === 0
    ? 'No alert is open'
    : `No alert is open; ${off} of ${alerts.length} ${off === 1 ? 'is' : 'are'} off`;
}
