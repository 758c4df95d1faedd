import {
  ALERT_NAMES,
  type AlertName,
  type AlertSetting,
  describeAlertChange,
  thresholdFault,
} from '../../domain/alert.ts';
import { seeOther } from '../../http/browser/see-other.ts';
import { readAlerts } from '../../operations/alerts.ts';
import type { OperatorDependencies } from '../dependencies.ts';
import { actorOf, type OperatorRequest, queryWord } from '../operator-request.ts';
import { alertsPage } from './view.tsx';

const CHANGES_SHOWN = 50;
/** What the page says after the form was sent, by the value of `?done=`. */
const DONE = {
  set: 'The alerts are set. Every server uses them from its next evaluation on, within half a minute.',
  unchanged: 'Nothing differed, so nothing was changed.',
} as const;

export function showAlerts(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  return show(dependencies, request);
}

export async function setAlerts(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  const { storage, clock } = dependencies;
  const wanted = ALERT_NAMES.map((name) => ({ name, setting: readSetting(request.form, name) }));
  const faults = wanted.flatMap(({ name, setting }) => thresholdFault(name, setting.threshold) ?? []);
  if (faults.length > 0) return show(dependencies, request, faults.join(' '));
  const { name: actor, origin } = actorOf(request);
  let isChanged = false;
  await storage.alerts.set((present) => {
    const changes = wanted.flatMap(({ name, setting }) => {
      const detail = describeAlertChange(present[name], setting);
      if (detail === undefined) return [];
      const activity = { atMs: clock.now(), actor, origin, action: 'alert.set', subject: `alert ${name}`, detail };
      return [{ name, setting, activity }];
    });
    isChanged = changes.length > 0;
    return changes;
  });
  return seeOther(`/operator/alerts?done=${isChanged ? 'set' : 'unchanged'}`);
}

/** NaN, which `thresholdFault` refuses, for anything but digits. */
function readSetting(form: URLSearchParams, name: AlertName): AlertSetting {
  const text = (form.get(`${name}_threshold`) ?? '').trim();
  return {
    enabled: form.get(`${name}_enabled`) === 'on',
    threshold: /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN,
  };
}

async function show(
  { storage, clock, alertSources }: OperatorDependencies,
  request: OperatorRequest,
  problem?: string,
): Promise<Response> {
  const { evaluations, stored } = await readAlerts({ ...alertSources, storage }, clock.now());
  const done = problem ? undefined : queryWord(request, 'done', Object.keys(DONE) as (keyof typeof DONE)[]);
  return alertsPage(request, {
    alerts: evaluations.map((evaluation) => ({ ...evaluation, since: stored.states[evaluation.name] })),
    fields: problem === undefined ? undefined : request.form,
    changes: await storage.alerts.changes(CHANGES_SHOWN),
    problem,
    done: done && DONE[done],
  });
}
