/** @jsxImportSource preact */
import type { OperatorDependencies } from '../dependencies.ts';
import { Csrf, Field, Notice } from '../elements.tsx';
import { page } from '../layout.tsx';
import { auditOf, type OperatorRequest, seeOther } from '../operator-request.ts';
import { isPassword, PASSWORD_LENGTH_MAX } from '../password/password.ts';
import { tokenCookie } from './sessions.ts';

export function signInPage(_desk: OperatorDependencies, request: OperatorRequest): Response {
  return request.signedIn ? seeOther('/operator/keys') : show(request, 200);
}

export async function signIn(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  const { storage, clock, lockout, sessions } = dependencies;
  const waitMs = await lockout.attempt(request.client.network);
  if (waitMs > 0) {
    const seconds = Math.ceil(waitMs / 1000);
    const message = `Too many attempts. Try again in ${seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`}.`;
    return show(request, 429, message, { 'retry-after': String(seconds) });
  }
  if (!(await isPassword(storage, request.form.get('password') ?? ''))) {
    await storage.audit.record(auditOf(request, clock.now(), 'operator.refuse', 'wrong password'));
    return show(request, 403, 'This is not the password.');
  }
  await lockout.succeeded(request.client.network);
  await storage.audit.record(auditOf(request, clock.now(), 'operator.sign-in'));
  // A fresh token: one that was known before the sign-in must be worth nothing after it.
  return seeOther('/operator/keys', { 'set-cookie': tokenCookie(await sessions.start(), request.client) });
}

export async function signOut(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  await dependencies.sessions.end(request.token);
  await dependencies.storage.audit.record(auditOf(request, dependencies.clock.now(), 'operator.sign-out'));
  return seeOther('/operator/sign-in');
}

function show(request: OperatorRequest, status: number, problem?: string, headers?: Record<string, string>): Response {
  return page(request, {
    title: 'Sign in',
    status,
    headers,
    body: (
      <section class="card narrow sign-in">
        <p class="brand">Portside</p>
        <h1>Sign in</h1>
        {problem && <Notice tone="bad">{problem}</Notice>}
        <form method="post" action="/operator/sign-in">
          <Csrf request={request} />
          <Field
            id="password"
            label="Operator password"
            hint={
              <>
                It was printed at the first start. <code>portside operator password</code> sets a new one.
              </>
            }
          >
            <input
              id="password"
              name="password"
              type="password"
              autocomplete="current-password"
              required
              maxLength={PASSWORD_LENGTH_MAX}
              aria-describedby="password-hint"
            />
          </Field>
          <button type="submit" class="primary">
            Sign in
          </button>
        </form>
      </section>
    ),
  });
}
