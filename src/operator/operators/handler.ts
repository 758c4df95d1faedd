import { ROLES, type Role } from '../../domain/operator.ts';
import { PageError } from '../../http/browser/page-error.ts';
import { seeOther } from '../../http/browser/see-other.ts';
import { AccountError } from '../accounts.ts';
import type { OperatorDependencies } from '../dependencies.ts';
import { actorOf, type OperatorRequest, queryWord } from '../operator-request.ts';
import { isConfigured } from '../password/handler.ts';
import { newPasswordPage, operatorsPage } from './view.tsx';

/** What the page says after a change, by the value of `?done=`. */
const DONE = {
  role: 'The role is changed. The sessions of that operator have ended.',
  removed: 'The operator is removed. The sessions of that operator have ended.',
} as const;

export function showOperators(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  return show(dependencies, request);
}

export async function addOperator(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  const { accounts } = dependencies;
  const name = (request.form.get('name') ?? '').trim();
  return attempt(dependencies, request, async () => {
    const role = roleIn(request);
    await claimOneTimeForm(dependencies, request);
    const password = await accounts.add(name, role, actorOf(request));
    return newPasswordPage(request, { name, password });
  });
}

export function changeRole(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  return attempt(dependencies, request, async () => {
    await dependencies.accounts.setRole(request.params.name!, roleIn(request), actorOf(request));
    return seeOther('/operator/operators?done=role');
  });
}

export function resetPassword(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  const name = request.params.name!;
  return attempt(dependencies, request, async () => {
    if (await isConfigured(dependencies, name)) {
      throw new AccountError(
        `The password of ${name} is set by configuration. Change it there and restart the server.`,
      );
    }
    await claimOneTimeForm(dependencies, request);
    const password = await dependencies.accounts.setPassword(name, actorOf(request), { liftsLockouts: true });
    return newPasswordPage(request, { name, password });
  });
}

export function removeOperator(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  return attempt(dependencies, request, async () => {
    await dependencies.accounts.remove(request.params.name!, actorOf(request));
    return seeOther('/operator/operators?done=removed');
  });
}

/** The answer of `work`, or the page with the reason why it was refused. */
async function attempt(
  dependencies: OperatorDependencies,
  request: OperatorRequest,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AccountError) return show(dependencies, request, error.message);
    throw error;
  }
}

/** @throws AccountError */
function roleIn({ form }: OperatorRequest): Role {
  const role = ROLES.find((known) => known === form.get('role'));
  if (!role) throw new AccountError('Choose a role: reader, issuer or owner.');
  return role;
}

/** Reloading the page that shows a password must not set another one. @throws PageError 409 when the form was sent before */
async function claimOneTimeForm({ oneTimeForms }: OperatorDependencies, { form }: OperatorRequest): Promise<void> {
  if (await oneTimeForms.claim(form.get('once') ?? '')) return;
  throw new PageError(
    409,
    'Already sent',
    'This form was sent before. Nothing was changed, and the password cannot be shown again.',
  );
}

async function show(
  { accounts, oneTimeForms }: OperatorDependencies,
  request: OperatorRequest,
  problem?: string,
): Promise<Response> {
  const done = problem ? undefined : queryWord(request, 'done', Object.keys(DONE) as (keyof typeof DONE)[]);
  return operatorsPage(request, {
    operators: await accounts.list(),
    makeFormToken: () => oneTimeForms.makeToken(),
    fields: request.form,
    done: done && DONE[done],
    problem,
  });
}
