/** @jsxImportSource preact */
import { Notice } from '../shell/elements.tsx';
import { Button, Csrf, Field } from '../shell/fields.tsx';
import { page } from '../shell/layout.tsx';
import type { WorkbenchRequest } from '../workbench-request.ts';

export interface Refusal {
  status: number;
  message: string;
  headers?: Record<string, string>;
}

interface SignInProps {
  /** The page that the sign-in leads to. */
  next: string | undefined;
  contact: string;
}

/** Longer than any key, so that a pasted line with spaces around it still fits. */
const KEY_LENGTH_MAX = 200;

/** @param refusal why the last attempt failed */
export function signInPage(request: WorkbenchRequest, { next, contact }: SignInProps, refusal?: Refusal): Response {
  return page(request, {
    title: 'Sign in',
    ...(refusal && { status: refusal.status, isError: true }),
    ...(refusal?.headers && { headers: refusal.headers }),
    body: (
      <section class="sign-in">
        <h1>Sign in to the workbench</h1>
        <p class="lead">Tariff audits, store checks, certificates and watches, with the API key of your company.</p>
        {refusal && <Notice tone="bad">{refusal.message}</Notice>}
        <form method="post" action="/work/sign-in" class="card">
          <Csrf request={request} />
          {next && <input type="hidden" name="next" value={next} />}
          <Field
            id="key"
            label="API key"
            hint="It begins with svc_. It is exchanged for a session and not kept in the page."
          >
            <input
              id="key"
              name="key"
              type="password"
              autocomplete="off"
              autocapitalize="none"
              spellcheck={false}
              required
              maxLength={KEY_LENGTH_MAX}
              aria-describedby="key-hint"
              class="mono"
            />
          </Field>
          <Button primary>Sign in</Button>
          <p class="hint">You are signed out after 12 hours, or after 2 hours without a request.</p>
        </form>
        <p class="quiet">
          You have no key? Keys are issued by the operator of this service
          {contact ? (
            <>
              : <Contact contact={contact} />.
            </>
          ) : (
            '.'
          )}{' '}
          What is public needs none: <a href="/">look up a tariff number</a>, <a href="/docs">read the documentation</a>
          .
        </p>
      </section>
    ),
  });
}

function Contact({ contact }: { contact: string }) {
  if (/^https?:\/\//.test(contact)) return <a href={contact}>{contact}</a>;
  return /^[^@\s]+@[^@\s]+$/.test(contact) ? <a href={`mailto:${contact}`}>{contact}</a> : <span>{contact}</span>;
}
