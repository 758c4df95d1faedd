import { SCOPES, withDelegate } from '../../domain/key.ts';
import { KeyError } from '../../keys/key-issuer.ts';
import type { OperatorDependencies } from '../dependencies.ts';
import { actorOf, type OperatorRequest } from '../operator-request.ts';
import { claimOneTimeForm, examplesOrigin } from './issued.ts';
import { issuedPage } from './issued-view.tsx';
import { newKeyPage } from './new-view.tsx';
import { readResourceLimits } from './resource-fields.tsx';

const DAY_MS = 86_400_000;

export function showNewKey({ config, oneTimeForms }: OperatorDependencies, request: OperatorRequest): Response {
  return newKeyPage(request, {
    formToken: oneTimeForms.makeToken(),
    // Most keys are issued to be used, and while the beta is on, only an enrolled key can be.
    fields: new URLSearchParams({ scope: 'all', ...(config.beta === 'on' && { delegate: 'on' }) }),
  });
}

export async function issueKey(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  const { keyIssuer, oneTimeForms } = dependencies;
  const { form } = request;
  await claimOneTimeForm(dependencies, request);
  const scope = SCOPES.find((known) => known === form.get('scope'));
  try {
    if (!scope) throw new KeyError('Choose a scope.');
    const notes = form.get('notes') ?? '';
    const issued = await keyIssuer.issue(
      {
        name: form.get('name') ?? '',
        scope,
        notes: form.get('delegate') === 'on' ? withDelegate(notes, true) : notes,
        perMinute: readLimit(form.get('per_minute')),
        perDay: readLimit(form.get('per_day')),
        resources: readResourceLimits(form),
        expiresAt: readLastDay(form.get('expires')),
        networks: form.get('networks') ?? '',
      },
      actorOf(request),
    );
    const beta = dependencies.config.beta === 'on';
    return issuedPage(request, { ...issued, beta, origin: examplesOrigin(dependencies, request) });
  } catch (error) {
    if (!(error instanceof KeyError)) throw error;
    return newKeyPage(request, { formToken: oneTimeForms.makeToken(), fields: form, problem: error.message });
  }
}

/** Undefined, for the default, when empty. NaN, which `KeyIssuer` refuses, for anything but digits. */
function readLimit(text: string | null): number | undefined {
  if (!text?.trim()) return undefined;
  return /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
}

/** The end of that day in UTC, as Unix milliseconds. */
function readLastDay(date: string | null): number | undefined {
  if (!date) return undefined;
  const start = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(start)) throw new KeyError('The expiry is not a date.');
  return start + DAY_MS;
}
