/** @jsxImportSource preact */
import { Csrf, Field, Notice } from '../elements.tsx';
import { page } from '../layout.tsx';
import type { OperatorRequest } from '../operator-request.ts';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from './password.ts';

/**
 * @param configured the password is set by configuration, so there is no form
 * @param problem why the form was refused
 */
export function passwordPage(request: OperatorRequest, configured: boolean, problem?: string): Response {
  return page(request, {
    title: 'Password',
    section: 'sessions',
    status: problem ? 422 : 200,
    body: (
      <section class="card narrow">
        <p class="crumb">
          <a href="/operator/sessions">You</a>
        </p>
        <h1>Your password</h1>
        {problem && <Notice tone="bad">{problem}</Notice>}
        {configured ? (
          <p>
            It is set by <code>PORTSIDE_OPERATOR_PASSWORD</code>. Change it there and restart the server. All your
            sessions then end.
          </p>
        ) : (
          <form method="post" action="/operator/password">
            <Csrf request={request} />
            <PasswordField id="present" label="Current password" autocomplete="current-password" />
            <PasswordField
              id="chosen"
              label="New password"
              autocomplete="new-password"
              hint={`At least ${PASSWORD_LENGTH_MIN} characters. All your sessions end, including this one.`}
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
