import { withDelegate } from '../../domain/key.ts';
import { KeyError } from '../../keys/key-fields.ts';
import type { OperatorDependencies } from '../dependencies.ts';
import { actorOf, type OperatorRequest } from '../operator-request.ts';
import { readExpires, readLimit, readScope } from './form-values.ts';
import { claimOneTimeForm, examplesOrigin } from './issued.ts';
import { issuedPage } from './issued-view.tsx';
import { newKeyPage } from './new-view.tsx';
import { readResourceLimits } from './resource-fields.tsx';

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
  try {
    const notes = form.get('notes') ?? '';
    const issued = await keyIssuer.issue(
      {
        name: form.get('name') ?? '',
        scope: readScope(form),
        owner: form.get('owner') ?? '',
        tags: form.get('tags') ?? '',
        notes: form.get('delegate') === 'on' ? withDelegate(notes, true) : notes,
        perMinute: readLimit(form.get('per_minute')),
        perDay: readLimit(form.get('per_day')),
        resources: readResourceLimits(form),
        expiresAt: readExpires(form),
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
