import type { OperatorDependencies } from '../dependencies.ts';
import { actorOf, type OperatorRequest } from '../operator-request.ts';
import { seeOther } from '../see-other.ts';
import { isPassword, PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN, setPassword } from './password.ts';
import { passwordPage } from './view.tsx';

export function showPassword({ config }: OperatorDependencies, request: OperatorRequest): Response {
  return passwordPage(request, isConfigured(config));
}

export async function changePassword(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  const { storage, clock, config, lockout } = dependencies;
  const refuse = (problem: string) => passwordPage(request, isConfigured(config), problem);
  if (isConfigured(config)) return refuse('The password is set by configuration.');
  const field = (name: string) => request.form.get(name) ?? '';
  const chosen = field('chosen');
  if (chosen.length < PASSWORD_LENGTH_MIN) return refuse(`A password has at least ${PASSWORD_LENGTH_MIN} characters.`);
  if (chosen.length > PASSWORD_LENGTH_MAX) return refuse(`A password has at most ${PASSWORD_LENGTH_MAX} characters.`);
  if (chosen !== field('repeated')) return refuse('The two new passwords are not the same.');
  // Without the lockout, someone at a browser that is still signed in could guess the password.
  if ((await lockout.attempt(request.client.network)) > 0) return refuse('Too many attempts. Try again later.');
  if (!(await isPassword(storage, field('present')))) return refuse('This is not the current password.');
  await setPassword(storage, clock, chosen, actorOf(request));
  return seeOther('/operator/sign-in');
}

/** A password set by configuration is set again at every start, so it cannot be changed here. */
function isConfigured({ operator_password }: OperatorDependencies['config']): boolean {
  return Boolean(operator_password);
}
