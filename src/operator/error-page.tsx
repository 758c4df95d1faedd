/** @jsxImportSource preact */

import type { PageError } from '../http/browser/page-error.ts';
import { page } from './layout.tsx';
import type { OperatorRequest } from './operator-request.ts';

export function errorPage(request: OperatorRequest, { status, title, message, headers, link }: PageError): Response {
  return page(request, {
    title,
    status,
    headers,
    isError: true,
    body: (
      <section class="card narrow">
        <p class="quiet">Error {status}</p>
        <h1>{title}</h1>
        <p>{message}</p>
        <p>
          <a href={link?.address ?? '/operator/overview'}>{link?.text ?? 'Go to the overview'}</a>
        </p>
      </section>
    ),
  });
}
