/** @jsxImportSource preact */
import type { PageError, Visit } from '../visit.ts';
import { page } from './layout.tsx';

export function errorPage(visit: Visit, { status, title, message, headers }: PageError): Response {
  return page(visit, {
    title,
    status,
    headers,
    body: (
      <section class="card narrow">
        <p class="quiet">Error {status}</p>
        <h1>{title}</h1>
        <p>{message}</p>
        <p>
          <a href="/operator/keys">To the keys</a>
        </p>
      </section>
    ),
  });
}
