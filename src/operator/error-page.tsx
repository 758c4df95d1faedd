/** @jsxImportSource preact */
import { page } from './layout.tsx';
import type { OperatorRequest } from './operator-request.ts';
import type { PageError } from './page-error.ts';

export function errorPage(request: OperatorRequest, { status, title, message, headers }: PageError): Response {
  return page(request, {
    title,
    status,
    headers,
    body: (
      <section class="card narrow">
        <p class="quiet">Error {status}</p>
        <h1>{title}</h1>
        <p>{message}</p>
        <p>
          <a href="/operator/keys">Go to the keys</a>
        </p>
      </section>
    ),
  });
}
