/** @jsxImportSource preact */
import { ALERT_KINDS } from '../../domain/alert.ts';
import type { AlertChange } from '../../domain/alert-store.ts';
import { Csrf, Notice, TableBox, UtcSecond } from '../elements.tsx';
import { page } from '../layout.tsx';
import { may, type OperatorRequest } from '../operator-request.ts';
import { AlertChip, type AlertView, Since } from './state-view.tsx';

interface AlertsPage {
  alerts: AlertView[];
  /** What was typed, if it was refused. */
  fields: URLSearchParams | undefined;
  /** Newest first. */
  changes: AlertChange[];
  problem: string | undefined;
  done: string | undefined;
}

export function alertsPage(request: OperatorRequest, { alerts, fields, changes, problem, done }: AlertsPage): Response {
  const maySet = may(request, 'owner');
  return page(request, {
    title: 'Alerts',
    section: 'overview',
    status: problem ? 422 : 200,
    body: (
      <>
        <p class="crumb">
          <a href="/operator/overview">Overview</a>
        </p>
        <div class="heading">
          <h1>Alerts</h1>
          <span class="quiet">Evaluated now · times are UTC</span>
        </div>
        {problem && <Notice tone="bad">{problem}</Notice>}
        {done && <Notice tone="good">{done}</Notice>}
        <form
          method="post"
          action="/operator/alerts/settings"
          data-draft="/operator/alerts"
          data-returned={Boolean(problem) || undefined}
        >
          <Csrf request={request} />
          <div class="pair">
            {alerts.map((alert) => (
              <AlertCard key={alert.name} alert={alert} fields={fields} maySet={maySet} />
            ))}
          </div>
          {maySet ? (
            <button type="submit" class="primary">
              Save all four
            </button>
          ) : (
            <p class="hint">An owner can change them.</p>
          )}
        </form>
        <p class="hint">
          Open alerts are on the overview, and <code>portside doctor</code> exits with 1 while one is open. For
          Prometheus, <code>docs/alerts.yml</code> has rules with the same thresholds at first.
        </p>
        <Changes changes={changes} />
      </>
    ),
  });
}

interface AlertCardProps {
  alert: AlertView;
  fields: URLSearchParams | undefined;
  maySet: boolean;
}

function AlertCard({ alert, fields, maySet }: AlertCardProps) {
  const { name, enabled, threshold, state, text } = alert;
  const { label, unit, min, max } = ALERT_KINDS[name];
  const isOn = fields ? fields.get(`${name}_enabled`) === 'on' : enabled;
  return (
    <fieldset class="card" disabled={!maySet}>
      <legend>{label}</legend>
      <p>
        <AlertChip state={state} /> {text} <Since alert={alert} />
      </p>
      <div class="check">
        <input id={`${name}_enabled`} name={`${name}_enabled`} type="checkbox" value="on" checked={isOn} />
        <label for={`${name}_enabled`}>On</label>
      </div>
      <div class="field threshold">
        <label for={`${name}_threshold`}>Threshold</label>
        <input
          id={`${name}_threshold`}
          name={`${name}_threshold`}
          type="number"
          inputMode="numeric"
          required
          min={min}
          max={max}
          value={fields?.get(`${name}_threshold`) ?? threshold}
          aria-describedby={`${name}-unit`}
        />
        <span id={`${name}-unit`} class="hint">
          {unit}
        </span>
      </div>
    </fieldset>
  );
}

function Changes({ changes }: { changes: AlertChange[] }) {
  return (
    <section class="card" aria-labelledby="changes">
      <h2 id="changes">Latest changes of state</h2>
      {changes.length === 0 ? (
        <p class="empty">No alert has opened yet.</p>
      ) : (
        <TableBox label="Table of changes">
          <table class="stack">
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Alert</th>
                <th scope="col">State</th>
                <th scope="col">What was found</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ id, atMs, name, state, detail }) => (
                <tr key={id}>
                  <td data-label="When">
                    <UtcSecond ms={atMs} />
                  </td>
                  <td data-label="Alert">{ALERT_KINDS[name].label}</td>
                  <td data-label="State">
                    <AlertChip state={state} />
                  </td>
                  <td data-label="Found">{detail}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableBox>
      )}
    </section>
  );
}
