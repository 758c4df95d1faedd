import { firstOwner } from '../../domain/operator.ts';
import { seeOther } from '../../http/browser/see-other.ts';
import type { OperatorDependencies } from '../dependencies.ts';
import { actorOf, may, type OperatorRequest } from '../operator-request.ts';
import { isPassword, passwordFault } from './password.ts';
import { passwordPage } from './view.tsx';

export async function showPassword(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  return passwordPage(request, await isConfigured(dependencies, request.operator!.name));
}

export async function changePassword(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  const { storage, accounts, passwordCheck } = dependencies;
  const operator = request.operator!;
  if (await isConfigured(dependencies, operator.name)) {
    return passwordPage(request, true, 'The password is set by configuration.');
  }
  const refuse = (problem: string) => passwordPage(request, false, problem);
  const field = (name: string) => request.form.get(name) ?? '';
  const chosen = field('chosen');
  const fault = passwordFault(chosen);
  if (fault) return refuse(fault);
  if (chosen !== field('repeated')) return refuse('The two new passwords are not the same.');
  // Counted, or someone at a browser that is still signed in could guess the password.
  const stored = await storage.operator.find(operator.name);
  const present = await passwordCheck.known(`operator ${operator.id}`, () =>
    isPassword(stored?.passwordHash, field('present')),
  );
  if (!present.checked) return refuse('Too many attempts. Try again later.');
  if (!present.result) return refuse('This is not the current password.');
  await accounts.setPassword(operator.name, actorOf(request), { chosen, liftsLockouts: may(request, 'owner') });
  return seeOther('/operator/sign-in');
}

/** A password set by configuration is set again at every start, so it cannot be changed here. */
export async function isConfigured({ config, accounts }: OperatorDependencies, name: string): Promise<boolean> {
  return Boolean(config.operator_password) && firstOwner(await accounts.list())?.name === name;
}
