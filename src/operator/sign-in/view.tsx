/** @jsxImportSource preact */
import { OPERATOR_NAME_LENGTH_MAX } from '../../domain/operator.ts';
import { Csrf, Field, Notice } from '../elements.tsx';
import { page } from '../layout.tsx';
import type { OperatorRequest } from '../operator-request.ts';
import { PASSWORD_LENGTH_MAX } from '../password/password.ts';

interface Refusal {
  status: number;
  message: string;
  headers?: Record<string, string>;
}

interface Fields {
  name: string;
  /** The page that the sign-in leads to. */
  next: string | undefined;
}

/**
 * @param fields what the form holds at first
 * @param refusal why the last attempt failed
 */
export function signInPage(request: OperatorRequest, { name, next }: Fields, refusal?: Refusal): Response {
  return page(request, {
    title: 'Sign in',
    status: refusal?.status,
    headers: refusal?.headers,
    body: (
      <section class="card narrow sign-in">
        <p class="brand">Portside</p>
        <h1>Sign in</h1>
        {refusal && <Notice tone="bad">{refusal.message}</Notice>}
        <form method="post" action="/operator/sign-in">
          <Csrf request={request} />
          {next && <input type="hidden" name="next" value={next} />}
          <Field id="name" label="Name">
            <input
              id="name"
              name="name"
              value={name}
              autocomplete="username"
              autocapitalize="none"
              spellcheck={false}
              maxLength={OPERATOR_NAME_LENGTH_MAX}
            />
          </Field>
          <Field
            id="password"
            label="Operator password"
            hint={
              <>
                The first one was printed at the first start, for <code>owner</code>.{' '}
                <code>portside operator password</code> sets a new one.
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
