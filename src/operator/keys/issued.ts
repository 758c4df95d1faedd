/** What issuing and rotating a key have in common. */

import { PageError } from '../../http/browser/page-error.ts';
import type { OperatorDependencies } from '../dependencies.ts';
import type { OperatorRequest } from '../operator-request.ts';

/**
 * Reloading the page that shows a key sends its form again. That must neither issue another key nor show one.
 * @throws PageError 409 when the form was sent before
 */
export async function claimOneTimeForm(
  { oneTimeForms }: OperatorDependencies,
  { form }: OperatorRequest,
): Promise<void> {
  if (await oneTimeForms.claim(form.get('once') ?? '')) return;
  throw new PageError(
    409,
    'Already sent',
    'This form was sent before. No other key was issued, and the first one cannot be shown again.',
  );
}

/** Scheme and host for the example request. */
export function examplesOrigin({ config }: OperatorDependencies, { url }: OperatorRequest): string {
  return config.base_url.replace(/\/$/, '') || url.origin;
}
