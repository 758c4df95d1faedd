/** @jsxImportSource preact */
import type { OperatorDependencies } from '../dependencies.ts';
import { Csrf, Field, Notice } from '../elements.tsx';
import { page } from '../layout.tsx';
import { actorOf, type OperatorRequest, seeOther } from '../operator-request.ts';
import { isPassword, PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN, setPassword } from './password.ts';

export function passwordPage(dependencies: OperatorDependencies, request: OperatorRequest): Response {
  return show(dependencies, request);
}

export async function changePassword(dependencies: OperatorDependencies, request: OperatorRequest): Promise<Response> {
  const { storage, clock, config, lockout } = dependencies;
  if (config.operator_password) return show(dependencies, request, 'The password is set by configuration.');
  const [present, chosen, repeated] = ['present', 'chosen', 'repeated'].map((name) => request.form.get(name) ?? '');
  const length = chosen!.length;
  if (length < PASSWORD_LENGTH_MIN || length > PASSWORD_LENGTH_MAX) {
    return show(dependencies, request, `A password has at least ${PASSWORD_LENGTH_MIN} characters.`);
  }
  if (chosen !== repeated) return show(dependencies, request, 'The new password was typed in two ways.');
  // A session left open must not be a way to guess the password either.
  if ((await lockout.attempt(request.client.network)) > 0)
    return show(dependencies, request, 'Too many attempts. Try again later.');
  if (!(await isPassword(storage, present!))) return show(dependencies, request, 'This is not the present password.');
  await setPassword(storage, clock, chosen!, actorOf(request));
  return seeOther('/operator/sign-in');
}

function show({ config }: OperatorDependencies, request: OperatorRequest, problem?: string): Response {
  return page(request, {
    title: 'Password',
    section: 'password',
    status: problem ? 422 : 200,
    body: (
      <section class="card narrow">
        <h1>Operator password</h1>
        {problem && <Notice tone="bad">{problem}</Notice>}
        {config.operator_password ? (
          <p>
            It is set by <code>PORTSIDE_OPERATOR_PASSWORD</code>. Change it there and start again: all sessions then
            end.
          </p>
        ) : (
          <form method="post" action="/operator/password">
            <Csrf request={request} />
            <PasswordField id="present" label="Present password" autocomplete="current-password" />
            <PasswordField
              id="chosen"
              label="New password"
              autocomplete="new-password"
              hint={`At least ${PASSWORD_LENGTH_MIN} characters. All sessions end, this one too.`}
            />
            <PasswordField id="repeated" label="New password again" autocomplete="new-password" />
            <button type="submit" class="primary">
              Change the password
            </button>
          </form>
        )}
      </section>
    ),
  });
}

interface PasswordFieldProps {
  id: string;
  label: string;
  autocomplete: 'current-password' | 'new-password';
  hint?: string;
}

function PasswordField({ id, label, autocomplete, hint }: PasswordFieldProps) {
  return (
    <Field id={id} label={label} hint={hint}>
      <input
        id={id}
        name={id}
        type="password"
        autocomplete={autocomplete}
        required
        maxLength={PASSWORD_LENGTH_MAX}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
    </Field>
  );
}
