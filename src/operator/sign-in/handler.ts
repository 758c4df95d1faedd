import type { OperatorDependencies } from '../dependencies.ts';
import { auditEntry, type OperatorRequest } from '../operator-request.ts';
import { isPassword } from '../password/password.ts';
import { seeOther } from '../see-other.ts';
import { tokenCookie } from './sessions.ts';
import { signInPage } from './view.tsx';

export function showSignIn(_dependencies: OperatorDependencies, request: OperatorRequest): Response {
  return request.signedIn ? seeOther('/operator/keys') : signInPage(request);
}

export async function signIn(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  const { storage, clock, lockout, sessions } = dependencies;
  const waitMs = await lockout.attempt(request.client.network);
  if (waitMs > 0) {
    const seconds = Math.ceil(waitMs / 1000);
    const message = `Too many attempts. Try again in ${seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`}.`;
    return signInPage(request, { status: 429, message, headers: { 'retry-after': String(seconds) } });
  }
  if (!(await isPassword(storage, request.form.get('password') ?? ''))) {
    await storage.audit.record(auditEntry(request, clock.now(), 'operator.refuse', 'wrong password'));
    return signInPage(request, { status: 403, message: 'This is not the password.' });
  }
  await lockout.succeeded(request.client.network);
  await storage.audit.record(auditEntry(request, clock.now(), 'operator.sign-in'));
  // A new token: whoever planted one in this browser before the sign-in must not share its session.
  return seeOther('/operator/keys', { 'set-cookie': tokenCookie(await sessions.start(), request.client) });
}

export async function signOut(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  await dependencies.sessions.end(request.token);
  await dependencies.storage.audit.record(auditEntry(request, dependencies.clock.now(), 'operator.sign-out'));
  return seeOther('/operator/sign-in');
}
