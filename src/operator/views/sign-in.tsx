/** @jsxImportSource preact */
import type { Desk } from '../desk.ts';
import { isPassword, PASSWORD_LENGTH_MAX } from '../password.ts';
import { tokenCookie } from '../sessions.ts';
import { auditOf, seeOther, type Visit } from '../visit.ts';
import { Csrf, Field, Notice } from './elements.tsx';
import { page } from './layout.tsx';

export function signInPage(_desk: Desk, visit: Visit): Response {
  return visit.signedIn ? seeOther('/operator/keys') : show(visit, 200);
}

export async function signIn(desk: Desk, visit: Visit): Promise<Response> {
  const { storage, clock, lockout, sessions } = desk;
  const waitMs = await lockout.attempt(visit.client.network);
  if (waitMs > 0) {
    const seconds = Math.ceil(waitMs / 1000);
    const message = `Too many attempts. Try again in ${seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`}.`;
    return show(visit, 429, message, { 'retry-after': String(seconds) });
  }
  if (!(await isPassword(storage, visit.form.get('password') ?? ''))) {
    await storage.audit.record(auditOf(visit, clock.now(), 'operator.refuse', 'wrong password'));
    return show(visit, 403, 'This is not the password.');
  }
  await lockout.succeeded(visit.client.network);
  await storage.audit.record(auditOf(visit, clock.now(), 'operator.sign-in'));
  // A fresh token: one that was known before the sign-in must be worth nothing after it.
  return seeOther('/operator/keys', { 'set-cookie': tokenCookie(await sessions.start(), visit.client) });
}

export async function signOut(desk: Desk, visit: Visit): Promise<Response> {
  await desk.sessions.end(visit.token);
  await desk.storage.audit.record(auditOf(visit, desk.clock.now(), 'operator.sign-out'));
  return seeOther('/operator/sign-in');
}

function show(visit: Visit, status: number, problem?: string, headers?: Record<string, string>): Response {
  return page(visit, {
    title: 'Sign in',
    status,
    headers,
    body: (
      <section class="card narrow sign-in">
        <p class="brand">Portside</p>
        <h1>Sign in</h1>
        {problem && <Notice tone="bad">{problem}</Notice>}
        <form method="post" action="/operator/sign-in">
          <Csrf visit={visit} />
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
